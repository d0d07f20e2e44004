"""A frame for one image or example.

The universal `frame-` attributes control the frame; its own attributes are older names for them.
"""

from __future__ import annotations

from typing import Any

from refrakt.runes.content_model import rest
from refrakt.runes.rune import Attribute, choice, rune, text

_SHADOWS = {"soft": "sm", "hard": "md", "elevated": "lg"}
_EDGES = ("left", "center", "right", "top", "bottom")
_CORNERS = tuple(f"{edge} {side}" for edge in ("top", "bottom") for side in ("left", "center", "right"))


def _frame_shadow(value: Any) -> Any:
    return _SHADOWS.get(value, value) if isinstance(value, str) else value


showcase = rune(
    "showcase",
    "Presents an image or example in a frame",
    category="Layout",
    attributes=[
        choice(
            "shadow",
            "none soft hard elevated",
            "Shadow",
            deprecated="frame-shadow",
            rewrite=_frame_shadow,
        ),
        choice(
            "bleed",
            "none top bottom both end bottom-end top-end",
            "Edge that it overflows",
            deprecated="frame-displace",
        ),
        text("offset", "Distance by which it overflows", deprecated="frame-offset"),
        text("aspect", "Aspect ratio, such as 16/9", deprecated="frame-aspect"),
        Attribute("place", "Position in the frame", values=_EDGES + _CORNERS, deprecated="frame-place"),
    ],
    content=rest("body"),
    sample="""
        {% showcase frame-shadow="md" frame-aspect="16/9" %}
        ![The tide table on a phone](/images/tide-table.png)
        {% /showcase %}
    """,
)
