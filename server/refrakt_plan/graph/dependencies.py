"""Which part of a plan a picture shows, and what it says about each entity.

An edge leads from what must be there first to what waits for it, whichever of the two says so. By default a picture shows what
is still to be done and what that waits for directly: a plan remembers everything, and nobody wants to see all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refrakt_plan.entity import Entity
from refrakt_plan.graph.cycles import cycles, returning
from refrakt_plan.links import progress
from refrakt_plan.lookup import entity_of
from refrakt_plan.readiness import waiting_for
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import MILESTONE, Sentiment

Edge = tuple[str, str]
"""What must be there first, and what waits for it."""


@dataclass(frozen=True, slots=True)
class Node:
    """An entity in a picture."""

    id: str
    type: str
    title: str | None
    status: str | None
    sentiment: Sentiment
    milestone: str | None
    done: int
    """How many of its criteria are met; of a milestone, how many of its items are done."""
    total: int
    ready: bool
    """Whether somebody could start on it now."""
    ended: bool
    """Whether nothing more is to be done."""
    blocked_by: tuple[str, ...]
    """What it waits for, shown or not."""

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "type": self.type,
            "title": self.title,
            "status": self.status,
            "sentiment": self.sentiment,
            "milestone": self.milestone,
            "done": self.done,
            "total": self.total,
            "ready": self.ready,
            "blockedBy": list(self.blocked_by),
        }


@dataclass(frozen=True)
class Graph:
    """What a picture shows, in the order of the plan."""

    caption: str
    done: int
    """How much of what the picture is about is done. What only stands around it does not count."""
    total: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @cached_property
    def _ways(self) -> dict[str, list[str]]:
        ways: dict[str, list[str]] = {node.id: [] for node in self.nodes}
        for first, then in self.edges:
            ways[first].append(then)
        return ways

    @cached_property
    def cycles(self) -> list[list[str]]:
        """Items that wait for each other: for each such knot one way around."""
        return cycles(self._ways)

    @cached_property
    def returning(self) -> set[Edge]:
        """The edges that close a circle, and that a picture shows as such."""
        return returning(self._ways)

    def as_json(self) -> dict[str, Any]:
        return {
            "nodes": [node.as_json() for node in self.nodes],
            "edges": [{"from": first, "to": then} for first, then in self.edges],
            "cycles": self.cycles,
        }


def whole(plan: Plan) -> Graph:
    """Everything that has an id."""
    return _graph(plan, "The whole plan", plan.by_id, [each for each in plan.by_id.values() if each.kind.is_task])


def unfinished(plan: Plan) -> Graph:
    """What is still to be done, and what it waits for directly, be that done or not."""
    tasks = [each for each in plan.by_id.values() if each.kind.is_task]
    begun = {each.id for each in tasks if each.id and not each.kind.is_terminal(each.status)}
    # A spec that something waits for is to be done as well, and may wait for something itself.
    blockers = (plan.by_id[id] for id in _blockers(plan, begun))
    shown = begun | {each.id for each in blockers if each.id and not each.kind.is_terminal(each.status)}
    return _graph(plan, "Unfinished", shown | _blockers(plan, shown), tasks)


def of_milestone(plan: Plan, milestone: Entity) -> Graph:
    """What counts towards a milestone, and what of the rest of the plan it still waits for."""
    tasks = [
        each
        for each in plan.by_id.values()
        if each.kind.is_task and each.attributes.get("milestone") == milestone.attributes.get("name")
    ]
    inside = {each.id for each in tasks if each.id}
    outside = {id for task in tasks for id in waiting_for(plan, task)}
    return _graph(plan, f"Milestone {milestone.id}", inside | outside, tasks)


def around(plan: Plan, id: str, depth: int) -> Graph:
    """One entity, and what is at most so many steps away from it in either direction."""
    entity_of(plan, id)
    beside: dict[str, set[str]] = {}
    for blocked, blockers in plan.blockers.items():
        for blocker in blockers:
            beside.setdefault(blocked, set()).add(blocker)
            beside.setdefault(blocker, set()).add(blocked)
    shown = edge = {id}
    for _ in range(depth):
        edge = {other for each in edge for other in beside.get(each, ())} - shown
        if not edge:
            break
        shown = shown | edge
    shown &= plan.by_id.keys()
    return _graph(plan, f"Around {id}", shown, [plan.by_id[each] for each in shown if plan.by_id[each].kind.is_task])


def _blockers(plan: Plan, ids: Iterable[str]) -> set[str]:
    return {blocker for id in ids for blocker in plan.blockers.get(id, ()) if blocker in plan.by_id}


def _graph(plan: Plan, caption: str, shown: Iterable[str], counted: list[Entity]) -> Graph:
    wanted = set(shown)
    entities = [(id, entity) for id, entity in plan.by_id.items() if id in wanted]
    edges = tuple((blocker, id) for id, _ in entities for blocker in plan.blockers.get(id, ()) if blocker in wanted)
    done = sum(each.standing == "achieved" for each in counted)
    return Graph(caption, done, len(counted), tuple(_node(plan, id, entity) for id, entity in entities), edges)


def _node(plan: Plan, id: str, entity: Entity) -> Node:
    waiting = waiting_for(plan, entity)
    status = entity.kind.statuses.get(entity.status or "")
    met = sum(each.checked for each in entity.criteria), len(entity.criteria)
    done, total = progress(plan, id) if entity.kind is MILESTONE else met
    return Node(
        id,
        entity.kind.name,
        entity.title,
        entity.status,
        status.sentiment if status else "neutral",
        entity.attributes.get("milestone") or None,
        done,
        total,
        entity.standing == "actionable" and not waiting,
        entity.kind.is_terminal(entity.status),
        tuple(waiting),
    )
