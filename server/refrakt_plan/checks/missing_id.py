"""An entity that nobody can name.

Without an id nothing can refer to it, no command can change it, and the next id may be one it was meant to have. Where the name
of the file says the id, and nobody else has it, the fix takes it from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Range, Replacement
from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.checks.places import tag_name, with_value
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan

MISSING_ID = IssueType(
    "missing-id",
    "error",
    "An entity without an `id`, or a milestone without a `name`.",
    fixable=True,
    instead_of=("missing-attribute",),
)
_OTHER = {"id": "name", "name": "id"}


@plan_check(20, MISSING_ID)
def missing_id(entity: Entity, plan: Plan) -> Iterator[Issue]:
    if entity.id is not None:
        return
    suggestion, fix = _mended(entity, plan)
    yield MISSING_ID.at(entity, tag_name(entity), f"{entity.file} has no {entity.kind.key}", suggestion, fix=fix)


def _mended(entity: Entity, plan: Plan) -> tuple[str, tuple[Replacement, ...]]:
    key, other = entity.kind.key, _OTHER[entity.kind.key]
    if key not in entity.places and other in entity.places and entity.attributes.get(other):
        return f"Write `{key}` for `{other}`.", (Replacement(entity.places[other].key, key),)
    if entity.kind.prefix is None:
        return "Add the `name` that work and bugs call it by.", ()
    named = re.match(rf"{entity.kind.prefix}[0-9]+(?=-|\.md$)", entity.path.name)
    if named is None or named[0] in plan.by_id:
        return f"Add an id; `refrakt plan next-id {entity.kind.name}` tells the next one.", ()
    end = tag_name(entity).end
    added = (Replacement(Range(end, end), f' {key}="{named[0]}"'),)
    return f'Add id="{named[0]}".', with_value(entity, key, named[0]) or added
