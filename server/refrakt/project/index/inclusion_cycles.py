"""Cycles of inclusions: partials that include partials, items of a plan that expand items.

All cycles are found in one pass over the graph, in time linear in its edges. A rule that searched from every file would take
quadratic time and memory on a long cycle. Nothing here recurses: a chain may be as long as the site has files.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

Edges = Mapping[str, Mapping[str, str]]
"""For each node its successors, each with the name by which the node refers to it."""

_MOST_NAMED = 5
"""A path of up to so many nodes is listed in full; of a longer one, only the first few nodes are."""
_FIRST_NAMED = 3
_MOST_EDGES = 200
"""Edges that the search for a shortest path may follow. It runs once for each file of a cycle."""


class CyclePath(NamedTuple):
    """The nodes on a path from a node back to itself: the first of them, and how many follow."""

    first: tuple[str, ...] = ()
    more: int = 0


class Cycle:
    """A strongly connected component: every node of it can be reached from every other."""

    def __init__(self, edges: dict[str, dict[str, str]]) -> None:
        self.edges = edges
        self._steps: tuple[str, dict[str, tuple[str, int]]] = "", {}

    @cached_property
    def _predecessors(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for node, successors in self.edges.items():
            for each in successors:
                found.setdefault(each, []).append(node)
        return found

    def path_between(self, start: str, end: str) -> CyclePath:
        """The path from one node to another: the shortest if the search finds it, else any."""
        if self._steps[0] != end:  # each reference of a file is looked up in turn
            self._steps = end, _steps_to(end, self._predecessors)
        steps = self._steps[1]
        if start not in steps:
            first = self._any_path(start, end)
            return CyclePath(first, len(self.edges) - 1 - len(first))
        length = steps[start][1]
        named = length if length <= _MOST_NAMED else _FIRST_NAMED
        way: list[str] = []
        node = start
        while len(way) < named:
            way.append(node)
            node = steps[node][0]
        return CyclePath(tuple(way), length - named)

    def _any_path(self, start: str, end: str) -> tuple[str, ...]:
        """The first nodes of a path that does not reach the end at once."""
        way = [start]
        while len(way) < _FIRST_NAMED:
            step = next((each for each in self.edges[way[-1]] if each != end and each not in way), None)
            if step is None:
                break
            way.append(step)
        return tuple(way)


class CycleGraph:
    """The cycles of a graph."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self.cycles: dict[str, Cycle] = {}
        """For each node that is in a cycle, the cycle."""
        for component in _components(edges):
            members = set(component)
            inside = {node: {to: name for to, name in edges[node].items() if to in members} for node in component}
            if len(component) > 1 or inside[component[0]]:
                cycle = Cycle(inside)
                self.cycles |= dict.fromkeys(component, cycle)

    def name(self, node: str, successor: str) -> str:
        """The name by which a node refers to another."""
        return self._edges[node][successor]

    def can_reach(self, start: str, end: str) -> bool:
        """Whether a bounded search finds a path from one node to another."""
        return start in _steps_to(end, self._predecessors)

    @cached_property
    def _predecessors(self) -> dict[str, list[str]]:
        return Cycle({node: dict(successors) for node, successors in self._edges.items()})._predecessors

    def changed_nodes(self, before: CycleGraph) -> set[str]:
        """The nodes that are in another cycle than before, or in one with other edges."""
        same: dict[tuple[int, int], bool] = {}

        def is_same(node: str) -> bool:
            old, new = before.cycles.get(node), self.cycles.get(node)
            if old is None or new is None:
                return old is new
            pair = id(old), id(new)
            if pair not in same:
                same[pair] = old.edges == new.edges
            return same[pair]

        return {node for node in before.cycles.keys() | self.cycles.keys() if not is_same(node)}


def _steps_to(end: str, predecessors: Mapping[str, list[str]]) -> dict[str, tuple[str, int]]:
    """For the nodes nearest before one: the next step towards it, and how many steps there are."""
    found: dict[str, tuple[str, int]] = {end: (end, 0)}
    pending = deque([end])
    edges = 0
    while pending and edges < _MOST_EDGES:
        node = pending.popleft()
        distance = found[node][1] + 1
        for each in predecessors.get(node, ()):
            edges += 1
            if each not in found:
                found[each] = node, distance
                pending.append(each)
    return found


def _components(edges: Edges) -> Iterator[list[str]]:
    """The strongly connected components (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    unassigned: dict[str, None] = {}
    for start in edges:
        if start in number:
            continue
        number[start] = lowest[start] = len(number)
        unassigned[start] = None
        path = [(start, iter(edges[start]))]
        while path:
            node, successors = path[-1]
            step = next(successors, None)
            if step is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == number[node]:
                    yield _taken(unassigned, node)
            elif step not in number:
                number[step] = lowest[step] = len(number)
                unassigned[step] = None
                path.append((step, iter(edges[step])))
            elif step in unassigned:
                lowest[node] = min(lowest[node], number[step])


def _taken(unassigned: dict[str, None], last: str) -> list[str]:
    taken: list[str] = []
    while not taken or taken[-1] != last:
        taken.append(unassigned.popitem()[0])
    return taken
