"""A stage for one picture or example.

A screenshot or a demo that is the point of the page can be lifted off it, framed, or run over its edge. The universal
`frame-` attributes say how; its own attributes are older names for them.
"""

from __future__ import annotations

from typing import Any

from ..content import rest
from ..model import Attribute, choice, rune, text

_SHADOWS = {"soft": "sm", "hard": "md", "elevated": "lg"}
_EDGES = ("left", "center", "right", "top", "bottom")
_CORNERS = tuple(f"{edge} {side}" for edge in ("top", "bottom") for side in ("left", "center", "right"))


def _frame_shadow(value: Any) -> Any:
    return _SHADOWS.get(value, value) if isinstance(value, str) else value


showcase = rune(
    "showcase",
    "Presents a picture or an example on a stage",
    category="Layout",
    attributes=[
        choice(
            "shadow",
            "none soft hard elevated",
            "The shadow it throws",
            deprecated="frame-shadow",
            rewrite=_frame_shadow,
        ),
        choice(
            "bleed",
            "none top bottom both end bottom-end top-end",
            "The edge it runs over",
            deprecated="frame-displace",
        ),
        text("offset", "How far it runs over the edge", deprecated="frame-offset"),
        text("aspect", "Its width to height, like 16/9", deprecated="frame-aspect"),
        Attribute("place", "Where on the stage it stands", values=_EDGES + _CORNERS, deprecated="frame-place"),
    ],
    content=rest("body"),
    sample="""
        {% showcase frame-shadow="md" frame-aspect="16/9" %}
        ![The tide table on a phone](/images/tide-table.png)
        {% /showcase %}
    """,
)
