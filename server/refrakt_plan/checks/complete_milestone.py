"""Open work in a complete milestone.

Either the milestone is not complete, or the work belongs to another milestone.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import value_of
from refrakt_plan.checks.registry import TASKS, plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import milestones
from refrakt_plan.scanner.plan_scanner import Plan

COMPLETE_MILESTONE_OPEN_ITEM = ProblemType(
    "complete-milestone-open-item", "warning", "Unfinished work or an unfinished bug in a complete milestone."
)


@plan_check(150, COMPLETE_MILESTONE_OPEN_ITEM, of=TASKS)
def complete_milestone_open_item(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    milestone = milestones(plan).get(entity.attributes.get("milestone") or "")
    if milestone is not None and milestone.category == "achieved" and not entity.kind.is_terminal(entity.status):
        status = f" (status: {entity.status})" if entity.status else ""
        message = f"{name_of(entity)}{status} is open, but its milestone {milestone.id} is {milestone.status}"
        place = value_of(entity, "milestone")
        yield COMPLETE_MILESTONE_OPEN_ITEM.at(
            entity, place, message, "Finish it, or move it to another milestone.", milestone.id
        )
