"""Boxes that hang together: in columns, at heights where edges are as straight as they can be.

Each box and each edge that passes a column wishes to stand where its neighbours in the columns beside it stand on average; those
above and below it keep it in its place. That is mended from left to right and back until little moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from refrakt_plan.graph.layers import Columns, Link, arrange

WIDTH, HEIGHT = 264, 92
"""Of a box."""
COLUMN_GAP, ROW_GAP = 72, 20
_LANE = 14
"""The height an edge takes that passes a column."""
_LANE_WEIGHT = 3.0
"""A bend in the middle of an edge is uglier than one at its end."""
_SWEEPS, _BIG = 24, 3_000
"""How often heights are mended, and from which size on less often: nobody looks that closely at so many."""
_PORT = 14
"""How far the ends of two edges at one box are apart, where there is room."""
_STRAIGHT = 6
"""An edge that would only swing so little is drawn level."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its upper left corner."""

    x: float
    y: float
    width: float = WIDTH
    height: float = HEIGHT


@dataclass(frozen=True, slots=True)
class Route:
    """The way of an edge from the right side of a box to the left side of another: pairs of points, between which it swings from
    one height to the other. From the end of one pair to the start of the next it runs level."""

    swings: tuple[tuple[float, float, float, float], ...]
    turned: bool
    """Whether the edge leads from the end of this way to its start: it closes a circle."""


@dataclass(frozen=True, slots=True)
class Group:
    """Boxes that hang together, around a corner of their own."""

    columns: int
    height: float
    boxes: dict[int, Box]
    routes: dict[Link, Route]


def group_of(members: list[int], links: dict[Link, bool]) -> Group:
    """These boxes and links, of which those marked lead back and are drawn the other way round."""
    index = {box: place for place, box in enumerate(members)}
    laid = {
        link: (index[link[1]], index[link[0]]) if turned else (index[link[0]], index[link[1]])
        for link, turned in links.items()
    }
    columns = arrange(len(members), list(laid.values()), frozenset(laid[link] for link in links if links[link]))
    middles = _heights(columns)
    top = min(middles[box] for box in range(columns.boxes)) - HEIGHT / 2
    top = min(top, min(middles) - _LANE / 2)
    middles = [round(middle - top, 1) for middle in middles]
    column = {name: number for number, names in enumerate(columns.columns) for name in names}
    boxes = {box: Box(left_of(column[place]), middles[place] - HEIGHT / 2) for place, box in enumerate(members)}
    ports = _ports(columns, [(way, links[link]) for link, way in laid.items()], middles)
    routes = {}
    for link, way in laid.items():
        stops = (way[0], *columns.routes[way], way[1])
        routes[link] = Route(_swings(stops, links[link], column, middles, ports), links[link])
    low = max(max(middles) + _LANE / 2, *(box.y + HEIGHT for box in boxes.values()))
    return Group(len(columns.columns), low, boxes, routes)


def left_of(column: int) -> float:
    """Where a column begins."""
    return column * (WIDTH + COLUMN_GAP)


def _heights(columns: Columns) -> list[float]:
    """The middle of each box and lane: as near to its neighbours as those above and below it allow."""
    middles = [0.0] * len(columns.before)
    for names in columns.columns:
        for name, middle in zip(names, _stacked(columns, names), strict=True):
            middles[name] = middle
    sweeps = _SWEEPS if len(middles) < _BIG else _SWEEPS // 4
    for sweep in range(sweeps):
        both = sweep >= sweeps // 2
        forward = sweep % 2 == 0
        for names in columns.columns if forward else reversed(columns.columns):
            wishes = []
            for name in names:
                beside = columns.before[name] if forward else columns.after[name]
                if both:
                    beside = columns.before[name] + columns.after[name]
                wish = sum(middles[other] for other in beside) / len(beside) if beside else middles[name]
                weight = (_LANE_WEIGHT if name >= columns.boxes else 1.0) if beside else 0.05
                wishes.append((wish, weight))
            for name, middle in zip(names, _settled(wishes, _stacked(columns, names)), strict=True):
                middles[name] = middle
    # Now that nothing moves any more: what stands in a row is put on a line.
    for names in columns.columns:
        wishes = [
            (middles[first], 1.0) if (first := _only(columns, name)) is not None else (middles[name], 1e3)
            for name in names
        ]
        for name, middle in zip(names, _settled(wishes, _stacked(columns, names)), strict=True):
            middles[name] = middle
    return middles


def _only(columns: Columns, name: int) -> int | None:
    """What leads to it, where that is one and leads nowhere else."""
    before = columns.before[name]
    return before[0] if len(before) == 1 and len(columns.after[before[0]]) == 1 else None


def _stacked(columns: Columns, names: Sequence[int]) -> list[float]:
    """The middles of what stands in a column, one as close below the other as it may."""
    found: list[float] = []
    below = 0.0
    for name in names:
        height = HEIGHT if name < columns.boxes else _LANE
        found.append(below + height / 2)
        below += height + ROW_GAP
    return found


def _settled(wishes: Sequence[tuple[float, float]], stacked: Sequence[float]) -> list[float]:
    """Places in order and far enough apart, as near to what is wished as can be (by the method of least squares)."""
    pools: list[tuple[float, float, int]] = []
    for (wish, weight), least in zip(wishes, stacked, strict=True):
        pool = (wish - least, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            above = pools.pop()
            heavy = above[1] + pool[1]
            pool = ((above[0] * above[1] + pool[0] * pool[1]) / heavy, heavy, above[2] + pool[2])
        pools.append(pool)
    offsets = [offset for offset, _, count in pools for _ in range(count)]
    return [offset + least for offset, least in zip(offsets, stacked, strict=True)]


_Ports = dict[tuple[int, bool, int, bool], float]
"""For a box, its right or left side, what is beside it there, and whether the edge is turned: how far from the middle of the side
the edge meets it."""


def _ports(columns: Columns, ways: Sequence[tuple[Link, bool]], middles: Sequence[float]) -> _Ports:
    ends: dict[tuple[int, bool], dict[tuple[int, bool], None]] = {}
    for way, turned in ways:
        first, last = way
        route = columns.routes[way]
        ends.setdefault((first, True), {})[route[0] if route else last, turned] = None
        ends.setdefault((last, False), {})[route[-1] if route else first, turned] = None
    found: _Ports = {}
    for (box, right), others in ends.items():
        ordered = sorted(others, key=lambda other: (middles[other[0]], other[1]))
        step = min(_PORT, (HEIGHT - 32) / len(ordered))
        for place, (other, turned) in enumerate(ordered):
            found[box, right, other, turned] = (place - (len(ordered) - 1) / 2) * step
    return found


def _swings(
    stops: Sequence[int], turned: bool, column: dict[int, int], middles: Sequence[float], ports: _Ports
) -> tuple[tuple[float, float, float, float], ...]:
    """The way over these stops, of which the first and the last are boxes."""
    first, last = stops[0], stops[-1]
    found = []
    for here, there in pairwise(stops):
        start = middles[here] + (ports[here, True, there, turned] if here == first else 0)
        end = middles[there] + (ports[there, False, here, turned] if there == last else 0)
        if abs(start - end) <= _STRAIGHT:
            start = end = middles[there] if there != last else middles[here] if here != first else (start + end) / 2
        found.append((left_of(column[here]) + WIDTH, start, left_of(column[there]), end))
    return tuple(found)
