"""Placeholder images, written `![What will be here](placeholder:cover)`.

A page can be laid out before its images exist: a placeholder has the proportions of the image to come and the colours of the theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag

SHAPES: Mapping[str, tuple[int, int]] = {
    "cover": (1600, 900),
    "square": (1000, 1000),
    "portrait": (750, 1000),
    "wide": (2400, 1000),
    "banner": (1800, 600),
    "avatar": (1000, 1000),
    "thumbnail": (800, 600),
}
"""Width and height of each shape; only their ratio is visible."""

DEFAULT_SHAPE = "cover"
_ROUND = "avatar"

_SURFACE = "var(--rf-color-surface)"
_MUTED = "var(--rf-color-muted)"
_BORDER = "var(--rf-color-border)"


def placeholder_image(shape: str, label: str) -> Tag:
    """The drawing of a shape; an unknown shape is a cover. Without a label it is decoration."""
    known = shape if shape in SHAPES else DEFAULT_SHAPE
    width, height = SHAPES[known]
    attributes: dict[str, Any] = {
        "class": "rf-placeholder",
        "data-shape": known,
        "viewBox": f"0 0 {width} {height}",
        "preserveAspectRatio": "xMidYMid slice",
        "width": "100%",
        "fill": "none",
        **({"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}),
    }
    return Tag("svg", attributes, _person(width, height) if known == _ROUND else _landscape(width, height))


def _landscape(width: int, height: int) -> list[Renderable]:
    """A hill with a sun above it, in a frame."""
    shorter = min(width, height)
    line = _rounded(shorter * 0.008)
    hill = (
        f"M0 {_rounded(height * 0.72)} Q {_rounded(width * 0.28)} {_rounded(height * 0.55)} "
        f"{_rounded(width * 0.5)} {_rounded(height * 0.7)} T {width} {_rounded(height * 0.64)} "
        f"L {width} {height} L 0 {height} Z"
    )
    frame = {
        "x": _rounded(line / 2),
        "y": _rounded(line / 2),
        "width": width - line,
        "height": height - line,
        "fill": "none",
        "stroke": _BORDER,
        "stroke-width": line,
    }
    return [
        Tag("rect", {"x": 0, "y": 0, "width": width, "height": height, "fill": _SURFACE}),
        _circle(_rounded(width * 0.76), _rounded(height * 0.3), _rounded(shorter * 0.1), fill=_BORDER),
        Tag("path", {"d": hill, "fill": _MUTED}),
        Tag("rect", frame),
    ]


def _person(width: int, height: int) -> list[Renderable]:
    """Head and shoulders in a ring."""
    x, y = _rounded(width / 2), _rounded(height / 2)
    line = _rounded(min(width, height) * 0.02)
    shoulders = (
        f"M {_rounded(width * 0.24)} {height} Q {x} {_rounded(height * 0.6)} {_rounded(width * 0.76)} {height} Z"
    )
    return [
        _circle(x, y, x, fill=_SURFACE),
        Tag("path", {"d": shoulders, "fill": _MUTED}),
        _circle(x, _rounded(height * 0.42), _rounded(width * 0.16), fill=_MUTED),
        Tag("circle", {"cx": x, "cy": y, "r": x - line, "fill": "none", "stroke": _BORDER, "stroke-width": line}),
    ]


def _circle(x: int, y: int, radius: int, fill: str) -> Tag:
    return Tag("circle", {"cx": x, "cy": y, "r": radius, "fill": fill})


def _rounded(value: float) -> int:
    return int(value + 0.5)
