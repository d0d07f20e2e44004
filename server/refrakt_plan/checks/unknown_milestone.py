"""A milestone that does not exist.

Such work counts in no progress and appears in no milestone.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.id_suggestion import meant_milestone
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import value_of, with_value
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import milestones
from refrakt_plan.scanner.plan_scanner import Plan

UNKNOWN_MILESTONE = ProblemType(
    "unknown-milestone",
    "warning",
    "A `milestone` that does not exist.",
    fixable=True,
    replaces=("unresolved-xref",),
)


@plan_check(110, UNKNOWN_MILESTONE)
def unknown_milestone(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    name = entity.attributes.get("milestone")
    if not name or name in milestones(plan):
        return
    place, meant = value_of(entity, "milestone"), meant_milestone(plan, name)
    message = f"{name_of(entity)} has the milestone {name}, which does not exist"
    if meant is None:
        yield UNKNOWN_MILESTONE.at(entity, place, message, "Use another name, or create the milestone.", name)
    else:
        fix = with_value(entity, "milestone", meant)
        suggestion = f"Replace with {meant}."
        yield UNKNOWN_MILESTONE.at(entity, place, f"{message}; did you mean {meant}?", suggestion, name, fix)
