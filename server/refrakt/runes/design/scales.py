"""The distances, corner radii and shadows of a design, by the headings that the lists are under."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from refrakt.markdoc.tree import Node
from refrakt.runes.design.design_lists import design_lists

_NUMBER = re.compile(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))")


@dataclass(slots=True)
class Scales:
    unit: str = ""
    distances: list[str] = field(default_factory=list)
    radii: list[tuple[str, str]] = field(default_factory=list)
    shadows: list[tuple[str, str]] = field(default_factory=list)


def scales_of(nodes: Iterable[Node]) -> Scales:
    scales = Scales()
    for each in design_lists(nodes):
        title = each.title.lower()
        if "spacing" in title:
            written = dict(each.entries)
            scales.unit = written.get("unit", scales.unit)
            if "scale" in written:
                scales.distances = [value.strip() for value in written["scale"].split(",")]
        elif "radius" in title or "radii" in title:
            scales.radii += each.entries
        elif "shadow" in title:
            scales.shadows += each.entries
    return scales


def pixels(length: str) -> float:
    """The number that a length starts with; 0 without one."""
    found = _NUMBER.match(length)
    return float(found[1]) if found else 0.0
