"""CSS gradients and colours of backgrounds, from the names of theme colours."""

from __future__ import annotations

import math
from collections.abc import Sequence

from refrakt.markdoc.javascript_values import number_text
from refrakt.theme.javascript_numbers import leading_number

_DIRECTIONS = {
    "to-t": "to top",
    "to-b": "to bottom",
    "to-l": "to left",
    "to-r": "to right",
    "to-tr": "to top right",
    "to-br": "to bottom right",
    "to-bl": "to bottom left",
    "to-tl": "to top left",
}


def gradient(kind: str | None, direction: str | None, stops: Sequence[str]) -> str | None:
    """The CSS gradient of colour names; None with less than two of them."""
    colors = [color(stop) for stop in stops if stop]
    if len(colors) < 2:
        return None
    if kind in ("radial", "conic"):
        return f"{kind}-gradient({', '.join(colors)})"
    return f"linear-gradient({_DIRECTIONS.get(direction or 'to-b', 'to bottom')}, {', '.join(colors)})"


def color(stop: str) -> str:
    """The CSS colour of a theme colour: `primary`, `primary/50` for half transparent, or `transparent`."""
    if stop == "transparent":
        return stop
    name, slash, opacity = stop.partition("/")
    if name and slash and opacity:
        share = leading_number(opacity.removesuffix("%"))
        share = share / 100 if share > 1 else share
        if math.isfinite(share) and 0 <= share <= 1:
            return f"color-mix(in srgb, var(--rf-color-{name}) {number_text(share * 100)}%, transparent)"
    return f"var(--rf-color-{stop})"
