"""A source that does not exist.

`source` says which specs and decisions an entity comes from. Where one of them does not exist, the spec that was meant does not
know of its own work, and is never seen to be finished.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Replacement
from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.names import meant_id
from refrakt_plan.checks.places import items_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan

BROKEN_SOURCE = IssueType(
    "broken-source",
    "error",
    "An item of `source` that nothing in the plan has as its id.",
    fixable=True,
    instead_of=("unresolved-xref",),
)


@plan_check(100, BROKEN_SOURCE)
def broken_source(entity: Entity, plan: Plan) -> Iterator[Issue]:
    # Most sources exist, and then nobody needs to know where each of them stands.
    unknown = {each for each in entity.sources if each not in plan.by_id}
    for item in items_of(entity, "source") if unknown else ():
        if item.text not in unknown:
            continue
        message = f"{name_of(entity)} has {item.text} as a source, which does not exist"
        meant = meant_id(plan, item.text)
        if meant is None:
            yield BROKEN_SOURCE.at(entity, item.place, message, "Write another id, or remove it.", item.text)
        else:
            fix = (Replacement(item.place, meant),) if item.written else ()
            message, suggestion = f"{message}; did you mean {meant}?", f"Write {meant}."
            yield BROKEN_SOURCE.at(entity, item.place, message, suggestion, item.text, fix)
