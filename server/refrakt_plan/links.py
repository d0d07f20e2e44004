"""Who belongs to whom, by the attributes that say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import MILESTONE

_Lists = Mapping[str, list[Entity]]


def milestones(plan: Plan) -> Mapping[str, Entity]:
    """The milestones by name; of several with one name, the first."""

    def make() -> dict[str, Entity]:
        return {each.id: each for each in reversed(plan.entities) if each.kind is MILESTONE and each.id}

    return plan.once("milestones", make)


def members(plan: Plan, milestone: str | None) -> list[Entity]:
    """The work and bugs that count towards a milestone."""

    def make() -> _Lists:
        return _grouped((each.attributes.get("milestone"), each) for each in plan.entities if each.kind.is_task)

    return plan.once("members", make).get(milestone or "", [])


def progress(plan: Plan, milestone: str | None) -> tuple[int, int]:
    """How many of a milestone's work and bugs are done, and how many there are."""
    parts = members(plan, milestone)
    return sum(each.standing == "achieved" for each in parts), len(parts)


def made_for(plan: Plan, id: str | None) -> list[Entity]:
    """The work and bugs that name an entity as their source."""

    def make() -> _Lists:
        return _grouped((source, each) for each in plan.entities if each.kind.is_task for source in each.sources)

    return plan.once("made for", make).get(id or "", [])


def is_made(plan: Plan, id: str | None) -> bool:
    """Whether all the work for an entity is done, and there is some."""
    parts = made_for(plan, id)
    return bool(parts) and all(each.standing == "achieved" for each in parts)


def replaced(plan: Plan) -> Mapping[str, list[Entity]]:
    """What other entities say that they supersede."""
    return plan.once("replaced", lambda: _grouped((each.attributes.get("supersedes"), each) for each in plan.entities))


def _grouped(pairs: Iterable[tuple[str | None, Entity]]) -> _Lists:
    found: dict[str, list[Entity]] = {}
    for name, entity in pairs:
        if name:
            found.setdefault(name, []).append(entity)
    return found
