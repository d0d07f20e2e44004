"""Circles in what waits for what: items that can never be started, because each waits for the others.

A picture needs an order all the same, so in each circle some edges are turned around. Everything here goes step by step and
never calls itself: a chain of ten thousand items is no reason to fail.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)
Ways = Mapping[Name, Sequence[Name]]
"""Where one can go from each."""


def cycles(ways: Ways[Name]) -> list[list[Name]]:
    """One circle for each knot of items that all wait for each other: a shortest one through the first of them."""
    place = {name: number for number, name in enumerate(ways)}
    knots = [sorted(knot, key=place.__getitem__) for knot in _knots(ways) if len(knot) > 1]
    return [_circle(ways, set(knot), knot[0]) for knot in sorted(knots, key=lambda knot: place[knot[0]])]


def _circle(ways: Ways[Name], knot: set[Name], first: Name) -> list[Name]:
    came_from: dict[Name, Name] = {}
    waiting = deque([first])
    while waiting:
        name = waiting.popleft()
        for other in ways[name]:
            if other == first:
                found = [name]
                while found[-1] != first:
                    found.append(came_from[found[-1]])
                return found[::-1]
            if other in knot and other not in came_from:
                came_from[other] = name
                waiting.append(other)
    return [first]


def _knots(ways: Ways[Name]) -> Iterator[list[Name]]:
    """The groups in which every one can be reached from every other (Tarjan's way)."""
    number: dict[Name, int] = {}
    lowest: dict[Name, int] = {}
    open_names: dict[Name, None] = {}
    for start in ways:
        if start in number:
            continue
        path = [(start, iter(ways[start]))]
        number[start] = lowest[start] = len(number)
        open_names[start] = None
        while path:
            name, rest = path[-1]
            other = next(rest, None)
            if other is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] == number[name]:
                    yield list(_taken(open_names, name))
            elif other not in number:
                number[other] = lowest[other] = len(number)
                open_names[other] = None
                path.append((other, iter(ways[other])))
            elif other in open_names:
                lowest[name] = min(lowest[name], number[other])


def _taken(open_names: dict[Name, None], last: Name) -> Iterator[Name]:
    while True:
        name, _ = open_names.popitem()
        yield name
        if name == last:
            return


def returning(ways: Ways[Name]) -> set[tuple[Name, Name]]:
    """The edges that lead back to where a walk came from. Without them there is no circle."""
    found: set[tuple[Name, Name]] = set()
    seen: set[Name] = set()
    for start in ways:
        if start in seen:
            continue
        seen.add(start)
        on_path = {start}
        path = [(start, iter(ways[start]))]
        while path:
            name, rest = path[-1]
            other = next(rest, None)
            if other is None:
                path.pop()
                on_path.discard(name)
            elif other in on_path:
                found.add((name, other))
            elif other not in seen:
                seen.add(other)
                on_path.add(other)
                path.append((other, iter(ways[other])))
    return found
