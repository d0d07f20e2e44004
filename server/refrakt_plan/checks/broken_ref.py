"""A reference to an id that does not exist.

The reference leads nowhere, and a dependency on it has no effect. A misspelled id has a fix; a wrong number has none, because any
other would be a guess.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import TextEdit
from refrakt_plan.checks.id_suggestion import meant_id
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import id_in
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan

BROKEN_REF = ProblemType(
    "broken-ref",
    "error",
    "A `ref` or `xref` to an id that nothing in the plan has.",
    fixable=True,
    replaces=("unresolved-xref",),
)


@plan_check(30, BROKEN_REF)
def broken_ref(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    for id in entity.refs:
        if id in plan.by_id:
            continue
        places = [id_in(entity, each) for each in entity.references if each.id == id]
        meant = meant_id(plan, id)
        message = f"{name_of(entity)} refers to {id}, which does not exist"
        if meant is None:
            yield BROKEN_REF.at(entity, places[0], message, "Use another id, or create the entity.", id)
        else:
            fix = tuple(TextEdit(each, meant) for each in places)
            yield BROKEN_REF.at(
                entity, places[0], f"{message}; did you mean {meant}?", f"Replace with {meant}.", id, fix
            )
