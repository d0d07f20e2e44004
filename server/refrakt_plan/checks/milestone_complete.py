"""A complete milestone with open work.

Reported at the milestone; `complete-milestone-open-item` reports the same at the work.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of, named
from refrakt_plan.checks.problem_ranges import value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import members
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import MILESTONE

MILESTONE_COMPLETE_WITH_OPEN_WORK = ProblemType(
    "milestone-complete-with-open-work", "warning", "A `complete` milestone with open work."
)


@plan_check(230, MILESTONE_COMPLETE_WITH_OPEN_WORK, of=[MILESTONE], lifecycle=True)
def milestone_complete_with_open_work(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    if entity.category != "achieved":
        return
    unfinished = [each for each in members(plan, entity.id) if not each.kind.is_terminal(each.status)]
    if unfinished:
        message = f"{name_of(entity)} is {entity.status}, but {named(unfinished)} not ended"
        suggestion = "Finish the work, or move it to another milestone."
        yield MILESTONE_COMPLETE_WITH_OPEN_WORK.at(entity, value_of(entity, "status"), message, suggestion)
