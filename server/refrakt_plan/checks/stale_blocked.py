"""Blocked work without open blockers.

All its blockers are achieved, but its status is still `blocked`, so it is never offered by `plan next`. Work with a blocker that is
not in the plan is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import value_of
from refrakt_plan.checks.registry import TASKS, plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan

STALE_BLOCKED = ProblemType("stale-blocked", "warning", "`blocked` work with only achieved blockers.")


@plan_check(220, STALE_BLOCKED, of=TASKS, lifecycle=True)
def stale_blocked(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    if entity.status != "blocked":
        return
    blockers = plan.blockers.get(entity.id or "", ())
    known = [plan.by_id.get(id) for id in blockers]
    if blockers and all(each is not None and each.category == "achieved" for each in known):
        message = f"{name_of(entity)} is blocked, but all its blockers are achieved: {', '.join(blockers)}"
        yield STALE_BLOCKED.at(entity, value_of(entity, "status"), message, "Set its status to `ready`.")
