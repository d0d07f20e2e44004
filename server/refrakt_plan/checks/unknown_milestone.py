"""A milestone that does not exist.

What counts towards it counts towards nothing: no progress shows it, and nobody who looks at the milestone sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.names import meant_milestone
from refrakt_plan.checks.places import value_of, with_value
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.links import milestones
from refrakt_plan.reading.scanner import Plan

UNKNOWN_MILESTONE = IssueType(
    "unknown-milestone",
    "warning",
    "A `milestone` that no milestone of the plan has as its name.",
    fixable=True,
    instead_of=("unresolved-xref",),
)


@plan_check(110, UNKNOWN_MILESTONE)
def unknown_milestone(entity: Entity, plan: Plan) -> Iterator[Issue]:
    name = entity.attributes.get("milestone")
    if not name or name in milestones(plan):
        return
    place, meant = value_of(entity, "milestone"), meant_milestone(plan, name)
    message = f"{name_of(entity)} counts towards {name}, which is no milestone"
    if meant is None:
        yield UNKNOWN_MILESTONE.at(entity, place, message, "Write another name, or make the milestone.", name)
    else:
        fix = with_value(entity, "milestone", meant)
        yield UNKNOWN_MILESTONE.at(entity, place, f"{message}; did you mean {meant}?", f"Write {meant}.", name, fix)
