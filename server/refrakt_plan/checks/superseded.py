"""Superseded work without a successor.

A reader of superseded work needs the work that replaced it. Either entity may declare the relation: the new one `supersedes` the
old one, or the old one names the new one.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.id_suggestion import meant_id
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import value_of, with_value
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import superseding_entities
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import WORK

SUPERSEDED_WITHOUT_TARGET = ProblemType(
    "superseded-without-target", "warning", "`superseded` work without a successor."
)
BROKEN_SUPERSEDES = ProblemType(
    "broken-supersedes",
    "warning",
    "A `supersedes` with an id that nothing in the plan has.",
    fixable=True,
    replaces=("unresolved-xref",),
)


@plan_check(90, SUPERSEDED_WITHOUT_TARGET, BROKEN_SUPERSEDES, of=[WORK])
def superseded(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    other = entity.attributes.get("supersedes")
    if entity.status == "superseded" and not other and entity.id not in superseding_entities(plan):
        message = f"{name_of(entity)} is superseded but has no successor"
        place = value_of(entity, "status")
        yield SUPERSEDED_WITHOUT_TARGET.at(entity, place, message, "Add `supersedes` with the id of the other work.")
    if not other or other in plan.by_id:
        return
    place, meant = value_of(entity, "supersedes"), meant_id(plan, other)
    message = f"{name_of(entity)} supersedes {other}, which does not exist"
    if meant is None:
        yield BROKEN_SUPERSEDES.at(entity, place, message, "Use another id, or remove it.", other)
    else:
        fix = with_value(entity, "supersedes", meant)
        suggestion = f"Replace with {meant}."
        yield BROKEN_SUPERSEDES.at(entity, place, f"{message}; did you mean {meant}?", suggestion, other, fix)
