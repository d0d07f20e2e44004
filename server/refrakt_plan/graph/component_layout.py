"""Lays out one connected component: boxes in columns, at heights that keep edges straight.

Each box, and each lane of an edge through a column, moves towards the average height of its neighbours in the adjacent columns,
within the limits of those above and below it. Sweeps from left to right and back repeat this until little moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from refrakt_plan.graph.layers import Columns, Link, arrange

WIDTH, HEIGHT = 264, 92
"""The size of a box."""
COLUMN_GAP, ROW_GAP = 72, 20
_LANE = 14
"""The height of a lane."""
_LANE_WEIGHT = 3.0
"""A bend in the middle of an edge is more visible than one at its end."""
_SWEEPS, _BIG = 24, 3_000
"""The number of sweeps, and the graph size from which on fewer suffice."""
_PORT = 14
"""The distance between two edge ends at one box, if there is room."""
_STRAIGHT = 6
"""An edge with a smaller height difference is drawn horizontally."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its upper left corner."""

    x: float
    y: float
    width: float = WIDTH
    height: float = HEIGHT


@dataclass(frozen=True, slots=True)
class Route:
    """The path of an edge from the right side of a box to the left side of another: curves between two heights, connected by
    horizontal lines."""

    curves: tuple[tuple[float, float, float, float], ...]
    reversed: bool
    """Whether the edge points from the end of the path to its start: it closes a cycle."""


@dataclass(frozen=True, slots=True)
class Component:
    """A connected component, with its own origin."""

    columns: int
    height: float
    boxes: dict[int, Box]
    routes: dict[Link, Route]


def lay_out_component(members: list[int], links: dict[Link, bool]) -> Component:
    """A layout of boxes and links; links marked True are back edges and drawn in reverse."""
    index = {box: position for position, box in enumerate(members)}
    forward = {
        link: (index[link[1]], index[link[0]]) if back else (index[link[0]], index[link[1]])
        for link, back in links.items()
    }
    columns = arrange(len(members), list(forward.values()), frozenset(forward[link] for link in links if links[link]))
    middles = _heights(columns)
    top = min(middles[box] for box in range(columns.boxes)) - HEIGHT / 2
    top = min(top, min(middles) - _LANE / 2)
    middles = [round(middle - top, 1) for middle in middles]
    column = {slot: number for number, slots in enumerate(columns.columns) for slot in slots}
    boxes = {box: Box(left_of(column[slot]), middles[slot] - HEIGHT / 2) for slot, box in enumerate(members)}
    ports = _ports(columns, [(edge, links[link]) for link, edge in forward.items()], middles)
    routes = {}
    for link, edge in forward.items():
        stops = (edge[0], *columns.routes[edge], edge[1])
        routes[link] = Route(_curves(stops, links[link], column, middles, ports), links[link])
    bottom = max(max(middles) + _LANE / 2, *(box.y + HEIGHT for box in boxes.values()))
    return Component(len(columns.columns), bottom, boxes, routes)


def left_of(column: int) -> float:
    """The left side of a column."""
    return column * (WIDTH + COLUMN_GAP)


def _heights(columns: Columns) -> list[float]:
    """The middle of each slot, as near to its neighbours as those above and below it allow."""
    middles = [0.0] * len(columns.before)
    for slots in columns.columns:
        for slot, middle in zip(slots, _stacked(columns, slots), strict=True):
            middles[slot] = middle
    sweeps = _SWEEPS if len(middles) < _BIG else _SWEEPS // 4
    for sweep in range(sweeps):
        forward = sweep % 2 == 0
        for slots in columns.columns if forward else reversed(columns.columns):
            targets = [_target(columns, slot, middles, forward, both=sweep >= sweeps // 2) for slot in slots]
            for slot, middle in zip(slots, _separated(targets, _stacked(columns, slots)), strict=True):
                middles[slot] = middle
    # Finally, chains are aligned.
    for slots in columns.columns:
        targets = [
            (middles[first], 1.0) if (first := _chain_predecessor(columns, slot)) is not None else (middles[slot], 1e3)
            for slot in slots
        ]
        for slot, middle in zip(slots, _separated(targets, _stacked(columns, slots)), strict=True):
            middles[slot] = middle
    return middles


def _target(columns: Columns, slot: int, middles: Sequence[float], forward: bool, *, both: bool) -> tuple[float, float]:
    """The preferred middle of a slot and its weight: the average of its neighbours on one side, or on both."""
    neighbours = columns.before[slot] if forward else columns.after[slot]
    if both:
        neighbours = columns.before[slot] + columns.after[slot]
    if not neighbours:
        return middles[slot], 0.05
    weight = _LANE_WEIGHT if slot >= columns.boxes else 1.0
    return sum(middles[each] for each in neighbours) / len(neighbours), weight


def _chain_predecessor(columns: Columns, slot: int) -> int | None:
    """The only predecessor of a slot, if the slot is its only successor."""
    before = columns.before[slot]
    return before[0] if len(before) == 1 and len(columns.after[before[0]]) == 1 else None


def _stacked(columns: Columns, slots: Sequence[int]) -> list[float]:
    """The middles of a column's slots at minimum distances."""
    found: list[float] = []
    below = 0.0
    for slot in slots:
        height = HEIGHT if slot < columns.boxes else _LANE
        found.append(below + height / 2)
        below += height + ROW_GAP
    return found


def _separated(targets: Sequence[tuple[float, float]], stacked: Sequence[float]) -> list[float]:
    """Middles in order and far enough apart, with the least squared distance to the targets (isotonic regression)."""
    pools: list[tuple[float, float, int]] = []
    for (target, weight), least in zip(targets, stacked, strict=True):
        pool = (target - least, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            above = pools.pop()
            total = above[1] + pool[1]
            pool = ((above[0] * above[1] + pool[0] * pool[1]) / total, total, above[2] + pool[2])
        pools.append(pool)
    offsets = [offset for offset, _, count in pools for _ in range(count)]
    return [offset + least for offset, least in zip(offsets, stacked, strict=True)]


_Ports = dict[tuple[int, bool, int, bool], float]
"""For a box, its right or left side, the adjacent slot there, and whether the edge is reversed: the distance of the edge's end from
the middle of the side."""


def _ports(columns: Columns, edges: Sequence[tuple[Link, bool]], middles: Sequence[float]) -> _Ports:
    ends: dict[tuple[int, bool], dict[tuple[int, bool], None]] = {}
    for edge, back in edges:
        first, last = edge
        route = columns.routes[edge]
        ends.setdefault((first, True), {})[route[0] if route else last, back] = None
        ends.setdefault((last, False), {})[route[-1] if route else first, back] = None
    found: _Ports = {}
    for (box, right), others in ends.items():
        ordered = sorted(others, key=lambda other: (middles[other[0]], other[1]))
        step = min(_PORT, (HEIGHT - 32) / len(ordered))
        for position, (other, back) in enumerate(ordered):
            found[box, right, other, back] = (position - (len(ordered) - 1) / 2) * step
    return found


def _curves(
    stops: Sequence[int], back: bool, column: dict[int, int], middles: Sequence[float], ports: _Ports
) -> tuple[tuple[float, float, float, float], ...]:
    """The curves along these stops; the first and the last are boxes."""
    first, last = stops[0], stops[-1]
    found = []
    for here, there in pairwise(stops):
        start = middles[here] + (ports[here, True, there, back] if here == first else 0)
        end = middles[there] + (ports[there, False, here, back] if there == last else 0)
        if abs(start - end) <= _STRAIGHT:
            start = end = middles[there] if there != last else middles[here] if here != first else (start + end) / 2
        found.append((left_of(column[here]) + WIDTH, start, left_of(column[there]), end))
    return tuple(found)
