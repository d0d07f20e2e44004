"""Relations between entities that attributes declare: milestone, source, supersedes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import MILESTONE

_EntitiesByName = Mapping[str, list[Entity]]


def milestones(plan: Plan) -> Mapping[str, Entity]:
    """The milestones by name; of several with one name, the first."""

    def compute() -> dict[str, Entity]:
        return {each.id: each for each in reversed(plan.entities) if each.kind is MILESTONE and each.id}

    return plan.memoise("milestones", compute)


def members(plan: Plan, milestone: str | None) -> list[Entity]:
    """The work and bugs of a milestone."""

    def compute() -> _EntitiesByName:
        return _grouped((each.attributes.get("milestone"), each) for each in plan.entities if each.kind.is_task)

    return plan.memoise("members", compute).get(milestone or "", [])


def progress(plan: Plan, milestone: str | None) -> tuple[int, int]:
    """How many of a milestone's work and bugs are done, and how many there are."""
    tasks = members(plan, milestone)
    return sum(each.category == "achieved" for each in tasks), len(tasks)


def implementing_tasks(plan: Plan, id: str | None) -> list[Entity]:
    """The work and bugs that name an entity as their source."""

    def compute() -> _EntitiesByName:
        return _grouped((source, each) for each in plan.entities if each.kind.is_task for source in each.sources)

    return plan.memoise("implementing tasks", compute).get(id or "", [])


def is_implemented(plan: Plan, id: str | None) -> bool:
    """Whether an entity has implementing tasks and all of them are done."""
    tasks = implementing_tasks(plan, id)
    return bool(tasks) and all(each.category == "achieved" for each in tasks)


def superseding_entities(plan: Plan) -> Mapping[str, list[Entity]]:
    """For each superseded id, the entities that supersede it."""
    return plan.memoise(
        "superseding entities", lambda: _grouped((each.attributes.get("supersedes"), each) for each in plan.entities)
    )


def _grouped(pairs: Iterable[tuple[str | None, Entity]]) -> _EntitiesByName:
    found: dict[str, list[Entity]] = {}
    for name, entity in pairs:
        if name:
            found.setdefault(name, []).append(entity)
    return found
