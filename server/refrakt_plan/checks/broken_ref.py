"""A reference to something that does not exist.

Whoever follows it finds nothing, and a dependency on it is no dependency. An id that is written a little differently
is mended; a number that nobody has is not, because any other would be a guess.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Replacement
from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.names import meant_id
from refrakt_plan.checks.places import id_in
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan

BROKEN_REF = IssueType(
    "broken-ref",
    "error",
    "A `ref` or `xref` to an id that nothing in the plan has.",
    fixable=True,
    instead_of=("unresolved-xref",),
)


@plan_check(30, BROKEN_REF)
def broken_ref(entity: Entity, plan: Plan) -> Iterator[Issue]:
    for id in entity.refs:
        if id in plan.by_id:
            continue
        places = [id_in(entity, each) for each in entity.references if each.id == id]
        meant = meant_id(plan, id)
        message = f"{name_of(entity)} refers to {id}, which does not exist"
        if meant is None:
            yield BROKEN_REF.at(entity, places[0], message, "Write another id, or make what it refers to.", id)
        else:
            fix = tuple(Replacement(each, meant) for each in places)
            yield BROKEN_REF.at(entity, places[0], f"{message}; did you mean {meant}?", f"Write {meant}.", id, fix)
