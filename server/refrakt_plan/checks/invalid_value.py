"""A value that its attribute does not know.

What has an unknown status is neither ready nor done, so it is never offered and never counted. The fix writes the nearest value
that the type has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import value_of, with_value
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import SCALES

_CORE = ("value-not-allowed", "wrong-type", "coercible-value")
TYPES: Mapping[str, IssueType] = {
    name: IssueType(f"invalid-{name}", "error", f"A {name} that the type does not have.", True, _CORE)
    for name in ("status", *SCALES)
}


@check(50, *TYPES.values())
def invalid_value(entity: Entity) -> Iterator[Issue]:
    for name, type in TYPES.items():
        value = entity.attributes.get(name)
        if not value or name not in entity.kind.settable:
            continue
        known = tuple(entity.kind.statuses) if name == "status" else SCALES[name].values
        if value not in known:
            yield _issue(entity, type, name, value, known)


def _issue(entity: Entity, type: IssueType, name: str, value: str, known: tuple[str, ...]) -> Issue:
    meant = _meant(value, known)
    message = f'{name_of(entity)} has {name} "{value}", which does not exist for {entity.kind.plural}'
    place = value_of(entity, name)
    if meant is None:
        return type.at(entity, place, message, f"Use: {', '.join(known)}.")
    fix = with_value(entity, name, meant)
    return type.at(entity, place, f'{message}; did you mean "{meant}"?', f"Write {meant}.", fix=fix)


def _meant(value: str, known: tuple[str, ...]) -> str | None:
    """The value that was meant: one with the same letters, else the nearest."""
    letters = {_letters(each): each for each in known}
    if _letters(value) in letters:
        return letters[_letters(value)]
    from refrakt.plugins.words import nearest

    near = nearest(value.strip().lower(), known)
    return near[0] if near else None


def _letters(value: str) -> str:
    return "".join(each for each in value.lower() if each.isalnum())
