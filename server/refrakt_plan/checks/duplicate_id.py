"""An id that another entity has already.

References lead to the first of them, and commands change the first; the others cannot be reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.checks.places import value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan

DUPLICATE_ID = IssueType("duplicate-id", "error", "An id that an earlier file has, too.")


@plan_check(40, DUPLICATE_ID)
def duplicate_id(entity: Entity, plan: Plan) -> Iterator[Issue]:
    first = plan.by_id.get(entity.id) if entity.id else None
    if first is not None and first is not entity:
        kind, key = entity.kind.name, entity.kind.key
        hint = f"; `refrakt plan next-id {kind}` tells the next one." if entity.kind.prefix else "."
        message = f"{entity.id} is the id of {first.file} already"
        yield DUPLICATE_ID.at(entity, value_of(entity, key), message, f"Give it another {key}{hint}", first.file)
