"""What stands around an entity: what it waits for and what waits for it, what it cites, and what else comes from the same place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from refrakt_plan.entity import Entity
from refrakt_plan.readiness import waiting_for
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import DECISION, MILESTONE, listed

Relation = Literal["source", "supersedes", "superseded-by", "refers", "implements", "informs", "part", "sibling"]
"""What another entity is to this one: its source, what it supersedes or is superseded by, what it refers to; or what implements
or informs it, is a part of it (of a milestone), or has a source with it in common."""
State = Literal["achieved", "retired", "ready", "waiting", "open"]
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Surroundings:
    blocked_by: tuple[Entity, ...]
    blocks: tuple[Entity, ...]
    cited: tuple[tuple[Relation, Entity], ...]
    """What should be read before starting on it."""
    milestone: Entity | None
    related: tuple[tuple[Relation, Entity], ...]
    """What is good to know of. What is not ended comes first."""
    missing: tuple[str, ...]
    """The ids it names and nobody has."""


def surroundings(plan: Plan, entity: Entity) -> Surroundings:
    """Everything around an entity; each stands in one place only, the first that fits."""
    known = plan.by_id
    id = entity.id or ""
    told = {id}

    def new(ids: Iterator[str] | tuple[str, ...]) -> Iterator[Entity]:
        for each in ids:
            if each in known and each not in told:
                told.add(each)
                yield known[each]

    blockers = plan.blockers.get(id, ())
    blocked = tuple(new(blockers))
    blocks = tuple(new(each for each, others in plan.blockers.items() if id in others))
    milestone = entity.attributes.get("milestone")
    goal = next((each for each in plan.entities if milestone and each.kind is MILESTONE and each.id == milestone), None)
    if goal is not None and known.get(goal.id or "") is goal:
        told.add(goal.id or "")
    sources = entity.sources
    cited: list[tuple[Relation, Entity]] = [("source", each) for each in new(sources)]
    replaced = tuple(listed(entity.attributes.get("supersedes")))
    cited += [("supersedes", each) for each in new(replaced)]
    successors = (key for key, each in known.items() if id in listed(each.attributes.get("supersedes")))
    cited += [("superseded-by", each) for each in new(successors)]
    cited += [("refers", each) for each in new(entity.refs)]
    related = [(relation, each) for relation, key in _related(plan, entity, sources) for each in new((key,))]
    named = dict.fromkeys((*blockers, *sources, *replaced, *entity.refs))
    missing = [each for each in named if each not in known]
    if milestone and goal is None:
        missing.append(milestone)
    return Surroundings(
        blocked,
        blocks,
        tuple(cited),
        goal,
        tuple(sorted(related, key=lambda each: each[1].kind.is_terminal(each[1].status))),
        tuple(missing),
    )


def _related(plan: Plan, entity: Entity, sources: tuple[str, ...]) -> Iterator[tuple[Relation, str]]:
    shared = set(sources)
    for key, each in plan.by_id.items():
        theirs = each.sources
        if entity.id in theirs:
            yield ("informs" if each.kind is DECISION else "implements"), key
        elif entity.kind is MILESTONE and each.kind.is_task and each.attributes.get("milestone") == entity.id:
            yield "part", key
        elif shared.intersection(theirs):
            yield "sibling", key


def state(plan: Plan, entity: Entity) -> tuple[State, str]:
    """Whether somebody can start on an entity, and why or why not."""
    waiting = waiting_for(plan, entity)
    if entity.standing == "achieved":
        return "achieved", f"it is {entity.status}"
    if entity.standing == "retired":
        return "retired", f"it ended as {entity.status}, and nothing that waits for it can count on it"
    if waiting:
        more = f" and {len(waiting) - _NAMED} more" if len(waiting) > _NAMED else ""
        return "waiting", f"it waits for {', '.join(waiting[:_NAMED])}{more}"
    if entity.standing == "actionable":
        return "ready", "nothing is in its way"
    return "open", f"its status is {entity.status}" if entity.status else "it has no status"
