"""Cycles and back edges of a graph.

Entities in a cycle can never be started. A drawing needs an acyclic order, so back edges are drawn in reverse. Nothing here
recurses, because a chain may have thousands of entities.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)
Successors = Mapping[Name, Sequence[Name]]


def cycles(successors: Successors[Name]) -> list[list[Name]]:
    """For each strongly connected component, a shortest cycle through its first node."""
    position = {name: number for number, name in enumerate(successors)}
    components = [sorted(each, key=position.__getitem__) for each in _components(successors) if len(each) > 1]
    components.sort(key=lambda component: position[component[0]])
    return [_shortest_cycle(successors, set(each), each[0]) for each in components]


def _shortest_cycle(successors: Successors[Name], component: set[Name], first: Name) -> list[Name]:
    came_from: dict[Name, Name] = {}
    pending = deque([first])
    while pending:
        name = pending.popleft()
        for other in successors[name]:
            if other == first:
                found = [name]
                while found[-1] != first:
                    found.append(came_from[found[-1]])
                return found[::-1]
            if other in component and other not in came_from:
                came_from[other] = name
                pending.append(other)
    return [first]


def _components(successors: Successors[Name]) -> Iterator[list[Name]]:
    """The strongly connected components (Tarjan's algorithm)."""
    number: dict[Name, int] = {}
    lowest: dict[Name, int] = {}
    unassigned: dict[Name, None] = {}
    for start in successors:
        if start in number:
            continue
        path = [(start, iter(successors[start]))]
        number[start] = lowest[start] = len(number)
        unassigned[start] = None
        while path:
            name, rest = path[-1]
            other = next(rest, None)
            if other is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] == number[name]:
                    yield list(_popped_until(unassigned, name))
            elif other not in number:
                number[other] = lowest[other] = len(number)
                unassigned[other] = None
                path.append((other, iter(successors[other])))
            elif other in unassigned:
                lowest[name] = min(lowest[name], number[other])


def _popped_until(unassigned: dict[Name, None], last: Name) -> Iterator[Name]:
    while True:
        name, _ = unassigned.popitem()
        yield name
        if name == last:
            return


def back_edges(successors: Successors[Name]) -> set[tuple[Name, Name]]:
    """The edges that a depth-first search finds to lead back onto its path. Without them the graph is acyclic."""
    found: set[tuple[Name, Name]] = set()
    visited: set[Name] = set()
    for start in successors:
        if start in visited:
            continue
        visited.add(start)
        on_path = {start}
        path = [(start, iter(successors[start]))]
        while path:
            name, rest = path[-1]
            other = next(rest, None)
            if other is None:
                path.pop()
                on_path.discard(name)
            elif other in on_path:
                found.add((name, other))
            elif other not in visited:
                visited.add(other)
                on_path.add(other)
                path.append((other, iter(successors[other])))
    return found
