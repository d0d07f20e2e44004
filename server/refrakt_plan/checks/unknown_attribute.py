"""An attribute that the type does not have.

It is ignored. A misspelled name has a fix.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from refrakt.plugins import TextEdit
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import key_of
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import READ_ONLY_ATTRIBUTES, TYPES

UNKNOWN_ATTRIBUTE = ProblemType(
    "unknown-attribute",
    "warning",
    "An attribute that entities of this type do not have.",
    fixable=True,
    replaces=("unknown-attribute",),
)
_WITHOUT_NAME = "primary"


@check(60, UNKNOWN_ATTRIBUTE)
def unknown_attribute(entity: Entity) -> Iterator[PlanProblem]:
    own = _own(entity.kind.name)
    for name in entity.attributes:
        # The universal attributes are loaded only for an entity with another attribute.
        if name in own or name in _of_every_rune():
            continue
        if name == _WITHOUT_NAME:
            message = f"{name_of(entity)} has a value without an attribute name"
            yield UNKNOWN_ATTRIBUTE.at(entity, key_of(entity, name), message, "Write the attribute name before it.")
            continue
        yield _issue(entity, name)


def _issue(entity: Entity, name: str) -> PlanProblem:
    from refrakt.plugins.name_suggestion import nearest

    place = key_of(entity, name)
    message = f"{name_of(entity)} has an attribute {name}, which does not exist for {entity.kind.plural}"
    near = nearest(name, (each for each in _own(entity.kind.name) if each not in entity.attributes))
    if not near:
        known = ", ".join((entity.kind.key, *entity.kind.settable))
        return UNKNOWN_ATTRIBUTE.at(entity, place, message, f"Remove it, or use: {known}.")
    fix = (TextEdit(place, near[0]),) if name in entity.attribute_ranges else ()
    suggestion = f"Replace with {near[0]}."
    return UNKNOWN_ATTRIBUTE.at(entity, place, f"{message}; did you mean {near[0]}?", suggestion, fix=fix)


@cache
def _own(kind: str) -> tuple[str, ...]:
    return (TYPES[kind].key, *TYPES[kind].settable, *READ_ONLY_ATTRIBUTES)


@cache
def _of_every_rune() -> frozenset[str]:
    """The attributes that Markdoc and refrakt allow on every tag."""
    from refrakt.runes.universal_attributes import UNIVERSAL

    return frozenset({"id", "class", *(each.name for each in UNIVERSAL)})
