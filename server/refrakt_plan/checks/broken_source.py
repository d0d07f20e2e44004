"""A source that does not exist.

`source` lists the specs and decisions that an entity is based on. If one of them does not exist, the intended spec misses this work
and is never reported as finished.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import TextEdit
from refrakt_plan.checks.id_suggestion import meant_id
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import items_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan

BROKEN_SOURCE = ProblemType(
    "broken-source",
    "error",
    "An item of `source` that nothing in the plan has as its id.",
    fixable=True,
    replaces=("unresolved-xref",),
)


@plan_check(100, BROKEN_SOURCE)
def broken_source(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    # Most sources exist, and then their ranges are not needed.
    unknown = {each for each in entity.sources if each not in plan.by_id}
    for item in items_of(entity, "source") if unknown else ():
        if item.text not in unknown:
            continue
        message = f"{name_of(entity)} has {item.text} as a source, which does not exist"
        meant = meant_id(plan, item.text)
        if meant is None:
            yield BROKEN_SOURCE.at(entity, item.place, message, "Use another id, or remove it.", item.text)
        else:
            fix = (TextEdit(item.place, meant),) if item.written else ()
            message, suggestion = f"{message}; did you mean {meant}?", f"Replace with {meant}."
            yield BROKEN_SOURCE.at(entity, item.place, message, suggestion, item.text, fix)
