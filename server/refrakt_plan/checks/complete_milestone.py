"""Work that is still open in a milestone that is complete.

One of the two is not true: either the milestone is not complete, or the work has moved on to another.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import value_of
from refrakt_plan.checks.registry import TASKS, plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.links import milestones
from refrakt_plan.reading.scanner import Plan

COMPLETE_MILESTONE_OPEN_ITEM = IssueType(
    "complete-milestone-open-item", "warning", "Work or a bug that has not ended, in a milestone that is complete."
)


@plan_check(150, COMPLETE_MILESTONE_OPEN_ITEM, of=TASKS)
def complete_milestone_open_item(entity: Entity, plan: Plan) -> Iterator[Issue]:
    milestone = milestones(plan).get(entity.attributes.get("milestone") or "")
    if milestone is not None and milestone.standing == "achieved" and not entity.kind.is_terminal(entity.status):
        status = f" (status: {entity.status})" if entity.status else ""
        message = f"{name_of(entity)}{status} is open, but its milestone {milestone.id} is {milestone.status}"
        place = value_of(entity, "milestone")
        yield COMPLETE_MILESTONE_OPEN_ITEM.at(
            entity, place, message, "Finish it, or move it to another milestone.", milestone.id
        )
