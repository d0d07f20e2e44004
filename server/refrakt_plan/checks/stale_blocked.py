"""Work that is blocked by nothing any more.

Everything it waited for is achieved, but its status still says `blocked`, so it is never offered as the next thing to do. Work
that was blocked by something else than the plan knows of is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import value_of
from refrakt_plan.checks.registry import TASKS, plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan

STALE_BLOCKED = IssueType("stale-blocked", "warning", "Work that is `blocked`, and all that it waits for is achieved.")


@plan_check(220, STALE_BLOCKED, of=TASKS, lifecycle=True)
def stale_blocked(entity: Entity, plan: Plan) -> Iterator[Issue]:
    if entity.status != "blocked":
        return
    blockers = plan.blockers.get(entity.id or "", ())
    known = [plan.by_id.get(id) for id in blockers]
    if blockers and all(each is not None and each.standing == "achieved" for each in known):
        message = f"{name_of(entity)} is blocked, but all that it waits for is achieved: {', '.join(blockers)}"
        yield STALE_BLOCKED.at(entity, value_of(entity, "status"), message, "Set its status to ready.")
