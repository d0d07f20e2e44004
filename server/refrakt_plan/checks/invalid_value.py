"""A value that its attribute does not allow.

An entity with an unknown status is neither ready nor done, so it is never offered and never counted. The fix uses the most similar
value of the type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import value_of, with_value
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import SCALES

_CORE = ("value-not-allowed", "wrong-type", "coercible-value")
TYPES: Mapping[str, ProblemType] = {
    name: ProblemType(f"invalid-{name}", "error", f"A {name} that the type does not have.", True, _CORE)
    for name in ("status", *SCALES)
}


@check(50, *TYPES.values())
def invalid_value(entity: Entity) -> Iterator[PlanProblem]:
    for name, type in TYPES.items():
        value = entity.attributes.get(name)
        if not value or name not in entity.kind.settable:
            continue
        known = tuple(entity.kind.statuses) if name == "status" else SCALES[name].values
        if value not in known:
            yield _issue(entity, type, name, value, known)


def _issue(entity: Entity, type: ProblemType, name: str, value: str, known: tuple[str, ...]) -> PlanProblem:
    meant = _meant(value, known)
    message = f'{name_of(entity)} has {name} "{value}", which does not exist for {entity.kind.plural}'
    place = value_of(entity, name)
    if meant is None:
        return type.at(entity, place, message, f"Use: {', '.join(known)}.")
    fix = with_value(entity, name, meant)
    return type.at(entity, place, f'{message}; did you mean "{meant}"?', f"Replace with {meant}.", fix=fix)


def _meant(value: str, known: tuple[str, ...]) -> str | None:
    """The value with the same letters, otherwise the most similar one."""
    letters = {_letters(each): each for each in known}
    if _letters(value) in letters:
        return letters[_letters(value)]
    from refrakt.plugins.name_suggestion import nearest

    near = nearest(value.strip().lower(), known)
    return near[0] if near else None


def _letters(value: str) -> str:
    return "".join(each for each in value.lower() if each.isalnum())
