"""The order of boxes in a picture: columns from what comes first to what comes last, and the rows in each.

The usual way for such pictures: a box stands one column after the last of those it waits for; an edge that passes a column
gets a place of its own there, so that it runs between the boxes and not behind them; and each column is sorted by where its
neighbours stand, again and again, as long as fewer edges cross.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Link = tuple[int, int]
_SWEEPS = 12
_MOST_BENDS = 20_000
"""More than these help nobody; further long edges run straight."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Numbers up to `boxes` are boxes, higher ones places where edges pass."""

    boxes: int
    columns: list[list[int]]
    routes: Mapping[Link, tuple[int, ...]]
    """For each edge the places it passes, in order. Edges from one box share them as long as they go the same way."""
    before: list[list[int]]
    """For each box or place, what leads to it from the column before."""
    after: list[list[int]]


def arrange(boxes: int, links: Sequence[Link], apart: frozenset[Link] = frozenset()) -> Columns:
    """Columns for boxes with links that make no circle. Those in `apart` share their way with no other."""
    ranks = _ranks(boxes, links)
    columns: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for box, rank in enumerate(ranks):
        columns[rank].append(box)
    routes: dict[Link, tuple[int, ...]] = {}
    shared: dict[tuple[int, int, Link | None], int] = {}
    pairs: dict[Link, None] = {}
    count = boxes
    for link in dict.fromkeys(links):
        first, last = link
        route: list[int] = []
        if count - boxes + ranks[last] - ranks[first] <= _MOST_BENDS:
            for rank in range(ranks[first] + 1, ranks[last]):
                key = first, rank, link if link in apart else None
                if key not in shared:
                    shared[key] = count
                    columns[rank].append(count)
                    count += 1
                route.append(shared[key])
            pairs.update(dict.fromkeys(zip([first, *route], [*route, last], strict=True)))
        routes[link] = tuple(route)
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for first, last in pairs:
        after[first].append(last)
        before[last].append(first)
    return Columns(boxes, _sorted(columns, before, after), routes, before, after)


def _ranks(boxes: int, links: Sequence[Link]) -> list[int]:
    """The column of each box: behind everything it waits for, and not further ahead of the rest than it need be."""
    after: list[list[int]] = [[] for _ in range(boxes)]
    missing = [0] * boxes
    for first, last in links:
        after[first].append(last)
        missing[last] += 1
    ranks = [0] * boxes
    free = [box for box in range(boxes) if not missing[box]]
    starts = list(free)
    for box in free:
        for other in after[box]:
            ranks[other] = max(ranks[other], ranks[box] + 1)
            missing[other] -= 1
            if not missing[other]:
                free.append(other)
    for box in starts:
        if after[box]:
            ranks[box] = min(ranks[other] for other in after[box]) - 1
    return ranks


def _sorted(columns: list[list[int]], before: list[list[int]], after: list[list[int]]) -> list[list[int]]:
    """The columns with their rows in the order in which the fewest edges cross."""
    best, fewest = columns, _crossings(columns, after)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        columns = [list(column) for column in columns]
        forward = sweep % 2 == 0
        beside = before if forward else after
        order = range(1, len(columns)) if forward else range(len(columns) - 2, -1, -1)
        for index in order:
            rows = {name: row for row, name in enumerate(columns[index - 1 if forward else index + 1])}
            columns[index].sort(key=_middles(columns[index], beside, rows).__getitem__)
        crossings = _crossings(columns, after)
        if crossings < fewest:
            best, fewest = columns, crossings
    return best


def _middles(column: list[int], beside: list[list[int]], rows: Mapping[int, int]) -> dict[int, float]:
    """Where each would stand if it were up to its neighbours alone; one that has none stays where it is."""
    return {
        name: sum(rows[other] for other in beside[name]) / len(beside[name]) if beside[name] else float(row)
        for row, name in enumerate(column)
    }


def _crossings(columns: list[list[int]], after: list[list[int]]) -> int:
    """How many edges cross."""
    found = 0
    for index in range(len(columns) - 1):
        rows = {name: row for row, name in enumerate(columns[index + 1])}
        passed: list[int] = []
        for name in columns[index]:
            ends = sorted(rows[other] for other in after[name])
            found += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return found
