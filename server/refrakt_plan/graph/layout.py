"""Where everything in a picture stands.

Boxes that hang together are a group; groups are hung side by side and below each other, as pictures on a wall are, and what waits
for nothing and nobody comes last, in rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Generic, TypeVar

from refrakt_plan.graph.group import COLUMN_GAP, HEIGHT, ROW_GAP, WIDTH, Box, Group, Route, group_of, left_of
from refrakt_plan.graph.layers import Link

Name = TypeVar("Name", bound=Hashable)
_GAP = 44
"""Between groups."""
_SHAPE = 1.5
"""How much wider than high a picture should be."""


@dataclass(frozen=True, slots=True)
class Layout(Generic[Name]):
    width: float
    height: float
    boxes: dict[Name, Box]
    routes: dict[tuple[Name, Name], Route]
    singles: float | None
    """Where the boxes begin that have no edges, below all others; None where there are none or nothing else."""


def lay_out(
    names: Sequence[Name], edges: Sequence[tuple[Name, Name]], returning: set[tuple[Name, Name]]
) -> Layout[Name]:
    """A layout for these boxes and edges; without the returning edges there is no circle."""
    number = {name: index for index, name in enumerate(names)}
    links = {(number[first], number[last]): (first, last) in returning for first, last in edges}
    groups = [group_of(members, inner) for members, inner in _connected(len(names), links) if inner]
    joined = {box for group in groups for box in group.boxes}
    singles = [box for box in range(len(names)) if box not in joined]
    breadth = _breadth(groups, len(singles))
    placed, height = _hung(groups, breadth)
    boxes = {box: _moved(at, x, y) for group, x, y in placed for box, at in group.boxes.items()}
    routes = {link: _shifted(route, x, y) for group, x, y in placed for link, route in group.routes.items()}
    first_single = height + _GAP * 1.5 if groups else 0.0
    boxes |= _rows(singles, breadth, first_single)
    return Layout(
        max((box.x + box.width for box in boxes.values()), default=0),
        max((height, *(box.y + box.height for box in boxes.values()))),
        {names[box]: at for box, at in sorted(boxes.items())},
        {(names[first], names[last]): routes[first, last] for first, last in links},
        first_single if groups and singles else None,
    )


def _connected(count: int, links: dict[Link, bool]) -> list[tuple[list[int], dict[Link, bool]]]:
    """The boxes that hang together, each group with its links."""
    head = list(range(count))

    def top(box: int) -> int:
        while head[box] != box:
            head[box] = head[head[box]]
            box = head[box]
        return box

    for first, last in links:
        head[top(first)] = top(last)
    groups: dict[int, tuple[list[int], dict[Link, bool]]] = {}
    for box in range(count):
        groups.setdefault(top(box), ([], {}))[0].append(box)
    for link, turned in links.items():
        groups[top(link[0])][1][link] = turned
    return list(groups.values())


def _breadth(groups: Sequence[Group], singles: int) -> int:
    """How many columns the picture has: as many as its widest group at least."""
    area = sum(group.columns * (WIDTH + COLUMN_GAP) * (group.height + _GAP) for group in groups)
    area += singles * (WIDTH + COLUMN_GAP) * (HEIGHT + ROW_GAP)
    wanted = round(sqrt(area * _SHAPE) / (WIDTH + COLUMN_GAP))
    return max(1, wanted, *(group.columns for group in groups))


def _hung(groups: Sequence[Group], breadth: int) -> tuple[list[tuple[Group, float, float]], float]:
    """The groups, the highest first, each as far up and then as far left as there is room. With the height of all."""
    filled = [0.0] * breadth
    placed: list[tuple[Group, float, float]] = []
    for group in sorted(groups, key=lambda group: -group.height):
        tops = [max(filled[left : left + group.columns]) for left in range(breadth - group.columns + 1)]
        top = min(tops)
        left = tops.index(top)
        placed.append((group, left_of(left), top))
        filled[left : left + group.columns] = [top + group.height + _GAP] * group.columns
    return placed, max(filled) - _GAP if groups else 0.0


def _rows(boxes: Sequence[int], breadth: int, top: float) -> dict[int, Box]:
    return {
        box: Box(left_of(place % breadth), top + place // breadth * (HEIGHT + ROW_GAP))
        for place, box in enumerate(boxes)
    }


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y)


def _shifted(route: Route, x: float, y: float) -> Route:
    return Route(tuple((x0 + x, y0 + y, x1 + x, y1 + y) for x0, y0, x1, y1 in route.swings), route.turned)
