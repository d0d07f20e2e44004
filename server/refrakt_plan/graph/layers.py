"""Assigns boxes to columns and rows (the Sugiyama method).

A box is one column after the last of its blockers. An edge gets a lane in each column it passes, so that it runs between the boxes
and not behind them. Each column is sorted by the positions of its neighbours, repeatedly, as long as fewer edges cross.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Link = tuple[int, int]
_SWEEPS = 12
_MAX_LANES = 20_000
"""With more lanes, further long edges are drawn straight."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Slots below `boxes` are boxes, the others lanes of edges."""

    boxes: int
    columns: list[list[int]]
    routes: Mapping[Link, tuple[int, ...]]
    """The lanes of each edge, in order. Edges from one box share lanes as long as they take the same way."""
    before: list[list[int]]
    """The predecessors of each slot in the previous column."""
    after: list[list[int]]


def arrange(boxes: int, links: Sequence[Link], separate: frozenset[Link] = frozenset()) -> Columns:
    """Columns for boxes with acyclic links. Links in `separate` do not share lanes."""
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
        if count - boxes + ranks[last] - ranks[first] <= _MAX_LANES:
            for rank in range(ranks[first] + 1, ranks[last]):
                key = first, rank, link if link in separate else None
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
    return Columns(boxes, _fewest_crossings(columns, before, after), routes, before, after)


def _ranks(boxes: int, links: Sequence[Link]) -> list[int]:
    """The column of each box: after all its predecessors, and as close to its successors as possible."""
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


def _fewest_crossings(columns: list[list[int]], before: list[list[int]], after: list[list[int]]) -> list[list[int]]:
    """The columns, sorted to reduce edge crossings."""
    best, fewest = columns, _crossings(columns, after)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        columns = [list(column) for column in columns]
        forward = sweep % 2 == 0
        neighbours = before if forward else after
        order = range(1, len(columns)) if forward else range(len(columns) - 2, -1, -1)
        for index in order:
            rows = {slot: row for row, slot in enumerate(columns[index - 1 if forward else index + 1])}
            columns[index].sort(key=_barycentres(columns[index], neighbours, rows).__getitem__)
        crossings = _crossings(columns, after)
        if crossings < fewest:
            best, fewest = columns, crossings
    return best


def _barycentres(column: list[int], neighbours: list[list[int]], rows: Mapping[int, int]) -> dict[int, float]:
    """The average row of each slot's neighbours; a slot without neighbours stays where it is."""
    return {
        slot: sum(rows[other] for other in neighbours[slot]) / len(neighbours[slot]) if neighbours[slot] else float(row)
        for row, slot in enumerate(column)
    }


def _crossings(columns: list[list[int]], after: list[list[int]]) -> int:
    """The number of edge crossings."""
    found = 0
    for index in range(len(columns) - 1):
        rows = {slot: row for row, slot in enumerate(columns[index + 1])}
        passed: list[int] = []
        for slot in columns[index]:
            ends = sorted(rows[other] for other in after[slot])
            found += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return found
