"""Selects a part of the dependency graph and collects what a drawing shows of each entity.

An edge points from the blocker to the blocked entity, whichever declares it. By default the graph has unfinished tasks and their
direct blockers, because a plan keeps finished entities.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refrakt_plan.entity import Entity
from refrakt_plan.entity_lookup import find_entity
from refrakt_plan.entity_relations import progress
from refrakt_plan.graph.cycles import back_edges, cycles
from refrakt_plan.readiness import open_blockers
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import MILESTONE, Sentiment

Edge = tuple[str, str]
"""The blocker and the blocked entity."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An entity in a graph."""

    id: str
    type: str
    title: str | None
    status: str | None
    sentiment: Sentiment
    milestone: str | None
    done: int
    """The number of checked criteria; of a milestone, the number of finished tasks."""
    total: int
    ready: bool
    """Whether it can be started now."""
    ended: bool
    """Whether its status is final."""
    blocked_by: tuple[str, ...]
    """The open blockers, also those outside the graph."""

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
    """Entities and dependencies, in plan order."""

    caption: str
    done: int
    """The number of finished tasks in the selected part; surrounding entities do not count."""
    total: int
    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...]

    @cached_property
    def _successors(self) -> dict[str, list[str]]:
        successors: dict[str, list[str]] = {node.id: [] for node in self.nodes}
        for blocker, blocked in self.edges:
            successors[blocker].append(blocked)
        return successors

    @cached_property
    def cycles(self) -> list[list[str]]:
        """One cycle for each group of entities that block each other."""
        return cycles(self._successors)

    @cached_property
    def back_edges(self) -> set[Edge]:
        """The edges that close a cycle and are drawn as such."""
        return back_edges(self._successors)

    def as_json(self) -> dict[str, Any]:
        return {
            "nodes": [node.as_json() for node in self.nodes],
            "edges": [{"from": blocker, "to": blocked} for blocker, blocked in self.edges],
            "cycles": self.cycles,
        }


def full_graph(plan: Plan) -> Graph:
    """Every entity with an id."""
    return _graph(plan, "The whole plan", plan.by_id, [each for each in plan.by_id.values() if each.kind.is_task])


def unfinished_graph(plan: Plan) -> Graph:
    """Unfinished tasks and their direct blockers, finished or not."""
    tasks = [each for each in plan.by_id.values() if each.kind.is_task]
    unfinished = {each.id for each in tasks if each.id and not each.kind.is_terminal(each.status)}
    # An unfinished spec that blocks a task counts as unfinished, too, and may have blockers itself.
    blockers = (plan.by_id[id] for id in _blockers(plan, unfinished))
    shown = unfinished | {each.id for each in blockers if each.id and not each.kind.is_terminal(each.status)}
    return _graph(plan, "Unfinished", shown | _blockers(plan, shown), tasks)


def milestone_graph(plan: Plan, milestone: Entity) -> Graph:
    """The tasks of a milestone, and their open blockers outside it."""
    tasks = [
        each
        for each in plan.by_id.values()
        if each.kind.is_task and each.attributes.get("milestone") == milestone.attributes.get("name")
    ]
    inside = {each.id for each in tasks if each.id}
    outside = {id for task in tasks for id in open_blockers(plan, task)}
    return _graph(plan, f"Milestone {milestone.id}", inside | outside, tasks)


def neighbourhood_graph(plan: Plan, id: str, depth: int) -> Graph:
    """One entity, and the entities within some distance in either direction."""
    find_entity(plan, id)
    neighbours: dict[str, set[str]] = {}
    for blocked, blockers in plan.blockers.items():
        for blocker in blockers:
            neighbours.setdefault(blocked, set()).add(blocker)
            neighbours.setdefault(blocker, set()).add(blocked)
    shown = frontier = {id}
    for _ in range(depth):
        frontier = {other for each in frontier for other in neighbours.get(each, ())} - shown
        if not frontier:
            break
        shown = shown | frontier
    shown &= plan.by_id.keys()
    return _graph(plan, f"Around {id}", shown, [plan.by_id[each] for each in shown if plan.by_id[each].kind.is_task])


def _blockers(plan: Plan, ids: Iterable[str]) -> set[str]:
    return {blocker for id in ids for blocker in plan.blockers.get(id, ()) if blocker in plan.by_id}


def _graph(plan: Plan, caption: str, shown: Iterable[str], counted: list[Entity]) -> Graph:
    wanted = set(shown)
    entities = [(id, entity) for id, entity in plan.by_id.items() if id in wanted]
    edges = tuple((blocker, id) for id, _ in entities for blocker in plan.blockers.get(id, ()) if blocker in wanted)
    done = sum(each.category == "achieved" for each in counted)
    return Graph(caption, done, len(counted), tuple(_node(plan, id, entity) for id, entity in entities), edges)


def _node(plan: Plan, id: str, entity: Entity) -> GraphNode:
    blockers = open_blockers(plan, entity)
    status = entity.kind.statuses.get(entity.status or "")
    checked = sum(each.checked for each in entity.criteria), len(entity.criteria)
    done, total = progress(plan, id) if entity.kind is MILESTONE else checked
    return GraphNode(
        id,
        entity.kind.name,
        entity.title,
        entity.status,
        status.sentiment if status else "neutral",
        entity.attributes.get("milestone") or None,
        done,
        total,
        entity.category == "actionable" and not blockers,
        entity.kind.is_terminal(entity.status),
        tuple(blockers),
    )
