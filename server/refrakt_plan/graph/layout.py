"""Places the connected components of a graph side by side.

Components fill the drawing from the top left; boxes without edges come last, in rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Generic, TypeVar

from refrakt_plan.graph.component_layout import (
    COLUMN_GAP,
    HEIGHT,
    ROW_GAP,
    WIDTH,
    Box,
    Component,
    Route,
    lay_out_component,
    left_of,
)
from refrakt_plan.graph.layers import Link

Name = TypeVar("Name", bound=Hashable)
_GAP = 44
"""Between components."""
_ASPECT_RATIO = 1.5


@dataclass(frozen=True, slots=True)
class Layout(Generic[Name]):
    width: float
    height: float
    boxes: dict[Name, Box]
    routes: dict[tuple[Name, Name], Route]
    singles: float | None
    """Where the rows of boxes without edges begin; None if there are only such boxes, or none."""


def lay_out(
    names: Sequence[Name], edges: Sequence[tuple[Name, Name]], back_edges: set[tuple[Name, Name]]
) -> Layout[Name]:
    """A layout of boxes and edges, which are acyclic without the back edges."""
    number = {name: index for index, name in enumerate(names)}
    links = {(number[first], number[last]): (first, last) in back_edges for first, last in edges}
    components = [lay_out_component(members, inner) for members, inner in _connected(len(names), links) if inner]
    connected = {box for component in components for box in component.boxes}
    singles = [box for box in range(len(names)) if box not in connected]
    breadth = _breadth(components, len(singles))
    placed, height = _placed(components, breadth)
    boxes = {box: _moved(at, x, y) for component, x, y in placed for box, at in component.boxes.items()}
    routes = {link: _shifted(route, x, y) for component, x, y in placed for link, route in component.routes.items()}
    first_single = height + _GAP * 1.5 if components else 0.0
    boxes |= _rows(singles, breadth, first_single)
    return Layout(
        max((box.x + box.width for box in boxes.values()), default=0),
        max((height, *(box.y + box.height for box in boxes.values()))),
        {names[box]: at for box, at in sorted(boxes.items())},
        {(names[first], names[last]): routes[first, last] for first, last in links},
        first_single if components and singles else None,
    )


def _connected(count: int, links: dict[Link, bool]) -> list[tuple[list[int], dict[Link, bool]]]:
    """The connected components, each with its links (union-find)."""
    parent = list(range(count))

    def root(box: int) -> int:
        while parent[box] != box:
            parent[box] = parent[parent[box]]
            box = parent[box]
        return box

    for first, last in links:
        parent[root(first)] = root(last)
    components: dict[int, tuple[list[int], dict[Link, bool]]] = {}
    for box in range(count):
        components.setdefault(root(box), ([], {}))[0].append(box)
    for link, back in links.items():
        components[root(link[0])][1][link] = back
    return list(components.values())


def _breadth(components: Sequence[Component], singles: int) -> int:
    """The number of columns: at least that of the widest component."""
    area = sum(each.columns * (WIDTH + COLUMN_GAP) * (each.height + _GAP) for each in components)
    area += singles * (WIDTH + COLUMN_GAP) * (HEIGHT + ROW_GAP)
    wanted = round(sqrt(area * _ASPECT_RATIO) / (WIDTH + COLUMN_GAP))
    return max(1, wanted, *(each.columns for each in components))


def _placed(components: Sequence[Component], breadth: int) -> tuple[list[tuple[Component, float, float]], float]:
    """The components with their positions, highest first, each as far up and then as far left as possible; the total height."""
    filled = [0.0] * breadth
    placed: list[tuple[Component, float, float]] = []
    for each in sorted(components, key=lambda component: -component.height):
        tops = [max(filled[left : left + each.columns]) for left in range(breadth - each.columns + 1)]
        top = min(tops)
        left = tops.index(top)
        placed.append((each, left_of(left), top))
        filled[left : left + each.columns] = [top + each.height + _GAP] * each.columns
    return placed, max(filled) - _GAP if components else 0.0


def _rows(boxes: Sequence[int], breadth: int, top: float) -> dict[int, Box]:
    return {
        box: Box(left_of(position % breadth), top + position // breadth * (HEIGHT + ROW_GAP))
        for position, box in enumerate(boxes)
    }


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y)


def _shifted(route: Route, x: float, y: float) -> Route:
    return Route(tuple((x0 + x, y0 + y, x1 + x, y1 + y) for x0, y0, x1, y1 in route.curves), route.reversed)
