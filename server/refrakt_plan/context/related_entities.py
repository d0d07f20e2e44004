"""Entities related to one entity: blockers, blocked entities, citations, milestone, siblings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from refrakt_plan.entity import Entity
from refrakt_plan.readiness import open_blockers
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import DECISION, MILESTONE, split_list

Relation = Literal["source", "supersedes", "superseded-by", "refers", "implements", "informs", "part", "sibling"]
"""The role of another entity for this one: its source, what it supersedes or is superseded by, what it refers to; what implements
or informs it, is part of it (of a milestone), or shares a source with it."""
State = Literal["achieved", "retired", "ready", "waiting", "open"]
_MAX_LISTED = 5


@dataclass(frozen=True, slots=True)
class RelatedEntities:
    blocked_by: tuple[Entity, ...]
    blocks: tuple[Entity, ...]
    cited: tuple[tuple[Relation, Entity], ...]
    """What to read before starting."""
    milestone: Entity | None
    related: tuple[tuple[Relation, Entity], ...]
    """Good to know. Unfinished entities come first."""
    missing: tuple[str, ...]
    """The unknown ids it names."""


def related_entities(plan: Plan, entity: Entity) -> RelatedEntities:
    """Everything related to an entity; each related entity is listed once, under the first relation that applies."""
    by_id = plan.by_id
    id = entity.id or ""
    listed = {id}

    def new(ids: Iterator[str] | tuple[str, ...]) -> Iterator[Entity]:
        for each in ids:
            if each in by_id and each not in listed:
                listed.add(each)
                yield by_id[each]

    blockers = plan.blockers.get(id, ())
    blocked = tuple(new(blockers))
    blocks = tuple(new(each for each, others in plan.blockers.items() if id in others))
    milestone = entity.attributes.get("milestone")
    goal = next((each for each in plan.entities if milestone and each.kind is MILESTONE and each.id == milestone), None)
    if goal is not None and by_id.get(goal.id or "") is goal:
        listed.add(goal.id or "")
    sources = entity.sources
    cited: list[tuple[Relation, Entity]] = [("source", each) for each in new(sources)]
    superseded = tuple(split_list(entity.attributes.get("supersedes")))
    cited += [("supersedes", each) for each in new(superseded)]
    successors = (key for key, each in by_id.items() if id in split_list(each.attributes.get("supersedes")))
    cited += [("superseded-by", each) for each in new(successors)]
    cited += [("refers", each) for each in new(entity.refs)]
    related = [(relation, each) for relation, key in _related_ids(plan, entity, sources) for each in new((key,))]
    named = dict.fromkeys((*blockers, *sources, *superseded, *entity.refs))
    missing = [each for each in named if each not in by_id]
    if milestone and goal is None:
        missing.append(milestone)
    return RelatedEntities(
        blocked,
        blocks,
        tuple(cited),
        goal,
        tuple(sorted(related, key=lambda each: each[1].kind.is_terminal(each[1].status))),
        tuple(missing),
    )


def _related_ids(plan: Plan, entity: Entity, sources: tuple[str, ...]) -> Iterator[tuple[Relation, str]]:
    shared = set(sources)
    for key, each in plan.by_id.items():
        theirs = each.sources
        if entity.id in theirs:
            yield ("informs" if each.kind is DECISION else "implements"), key
        elif entity.kind is MILESTONE and each.kind.is_task and each.attributes.get("milestone") == entity.id:
            yield "part", key
        elif shared.intersection(theirs):
            yield "sibling", key


def entity_state(plan: Plan, entity: Entity) -> tuple[State, str]:
    """Whether an entity can be started, and the reason."""
    blockers = open_blockers(plan, entity)
    if entity.category == "achieved":
        return "achieved", f"its status is {entity.status}"
    if entity.category == "retired":
        return "retired", f"its status is {entity.status}, so entities blocked by it stay blocked"
    if blockers:
        more = f" and {len(blockers) - _MAX_LISTED} more" if len(blockers) > _MAX_LISTED else ""
        return "waiting", f"blocked by {', '.join(blockers[:_MAX_LISTED])}{more}"
    if entity.category == "actionable":
        return "ready", "nothing blocks it"
    return "open", f"its status is {entity.status}" if entity.status else "it has no status"
