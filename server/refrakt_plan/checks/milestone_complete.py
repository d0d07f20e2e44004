"""Milestones that are complete while work in them is open.

Told at the milestone, for those who look at it first; the work itself has `complete-milestone-open-item`.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of, named
from refrakt_plan.checks.places import value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.links import members
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import MILESTONE

MILESTONE_COMPLETE_WITH_OPEN_WORK = IssueType(
    "milestone-complete-with-open-work", "warning", "A milestone that is `complete` while work for it is open."
)


@plan_check(230, MILESTONE_COMPLETE_WITH_OPEN_WORK, of=[MILESTONE], lifecycle=True)
def milestone_complete_with_open_work(entity: Entity, plan: Plan) -> Iterator[Issue]:
    if entity.standing != "achieved":
        return
    unfinished = [each for each in members(plan, entity.id) if not each.kind.is_terminal(each.status)]
    if unfinished:
        message = f"{name_of(entity)} is {entity.status}, but {named(unfinished)} not ended"
        suggestion = "Finish the work, or move it to another milestone."
        yield MILESTONE_COMPLETE_WITH_OPEN_WORK.at(entity, value_of(entity, "status"), message, suggestion)
