"""A frame for one image or example.

The universal `frame-` attributes control the frame; its own attributes are older names for them.
"""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import truthy
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import Attribute, choice, rune, text
from refrakt.runes.rune_theme import RuneTheme

_SHADOWS = {"soft": "sm", "hard": "md", "elevated": "lg"}
_EDGES = ("left", "center", "right", "top", "bottom")
_CORNERS = tuple(f"{edge} {side}" for edge in ("top", "bottom") for side in ("left", "center", "right"))


def _frame_shadow(value: Any) -> Any:
    return _SHADOWS.get(value, value) if isinstance(value, str) else value


def _build(showcase: RuneBuilder) -> Tag:
    written = showcase.node.attributes
    old = [each for each in showcase.rune.attributes if each.deprecated]
    fields = {
        each.deprecated: each.rewrite(written[each.name]) if each.rewrite else written[each.name]
        for each in old
        if each.deprecated and truthy(written.get(each.name)) and written[each.name] != "none"
    }
    # The older names are fields of their own, where `none` is no frame. So they do not count as universal attributes.
    showcase.attributes = {
        **showcase.attributes,
        **{str(each.deprecated): written.get(str(each.deprecated)) for each in old},
    }
    return showcase.element("div", [part("viewport", "div", showcase.render("body"))], fields=fields)


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
    build=_build,
    theme=RuneTheme(
        "showcase",
        context_modifiers={"bento-cell": "in-bento-cell"},
        sections={"viewport": "body"},
        default_density="compact",
        child_density="compact",
        frame_target="self",
        edit_hints={"viewport": "none"},
    ),
    sample="""
        {% showcase frame-shadow="md" frame-aspect="16/9" %}
        ![The tide table on a phone](/images/tide-table.png)
        {% /showcase %}
    """,
)
