"""An attribute that the type does not have.

Nothing reads it, so what it was meant to say is not known to anybody. A slip of the keys is mended.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from refrakt.plugins import Replacement
from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import key_of
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import TYPES, UNSETTABLE

UNKNOWN_ATTRIBUTE = IssueType(
    "unknown-attribute",
    "warning",
    "An attribute that entities of this type do not have.",
    fixable=True,
    instead_of=("unknown-attribute",),
)
_WITHOUT_NAME = "primary"


@check(60, UNKNOWN_ATTRIBUTE)
def unknown_attribute(entity: Entity) -> Iterator[Issue]:
    own = _own(entity.kind.name)
    for name in entity.attributes:
        # Few entities have another attribute than these; only for them it matters what every rune takes.
        if name in own or name in _of_every_rune():
            continue
        if name == _WITHOUT_NAME:
            message = f"{name_of(entity)} has a value without a name"
            yield UNKNOWN_ATTRIBUTE.at(entity, key_of(entity, name), message, "Write the attribute's name before it.")
            continue
        yield _issue(entity, name)


def _issue(entity: Entity, name: str) -> Issue:
    from refrakt.plugins.words import nearest

    place = key_of(entity, name)
    message = f"{name_of(entity)} has an attribute {name}, which does not exist for {entity.kind.plural}"
    near = nearest(name, (each for each in _own(entity.kind.name) if each not in entity.attributes))
    if not near:
        known = ", ".join((entity.kind.key, *entity.kind.settable))
        return UNKNOWN_ATTRIBUTE.at(entity, place, message, f"Remove it, or use: {known}.")
    fix = (Replacement(place, near[0]),) if name in entity.places else ()
    return UNKNOWN_ATTRIBUTE.at(entity, place, f"{message}; did you mean {near[0]}?", f"Write {near[0]}.", fix=fix)


@cache
def _own(kind: str) -> tuple[str, ...]:
    return (TYPES[kind].key, *TYPES[kind].settable, *UNSETTABLE)


@cache
def _of_every_rune() -> frozenset[str]:
    """What Markdoc and refrakt let every tag have."""
    from refrakt.runes.universal import UNIVERSAL

    return frozenset({"id", "class", *(each.name for each in UNIVERSAL)})
