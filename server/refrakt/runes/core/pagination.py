"""Links to the next and previous page of a sequence.

The order comes from the navigation, or both pages are named.
"""

from __future__ import annotations

import re

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.rune_theme import RuneTheme, plain

AUTO = "__pagination-auto"
"""The field that marks a pagination whose links are computed from the other pages."""
SLUG = "__slug:"
"""Starts the URL of a link to a page that is named by its slug, until the slug is looked up."""

_URL = re.compile(r"/|[a-z]+://", re.IGNORECASE)


def _build(pagination: RuneBuilder) -> Tag:
    if not pagination.attributes["auto"]:
        return pagination.element("nav", [link for way in ("prev", "next") for link in _link(pagination, way)])
    options = [
        meta(pagination.text(name), data_field=name)
        for name in ("scope", "prev-label", "next-label")
        if pagination.attributes[name]
    ]
    return pagination.element("nav", [meta("true", data_field=AUTO), *options])


def _link(pagination: RuneBuilder, way: str) -> list[Tag]:
    target = pagination.text(way)
    if not target:
        return []
    written = pagination.attributes[f"{way}-label"]
    label = part("label", "span", [target if written is None else written])
    marker = part("marker", "span", ["←" if way == "prev" else "→"])
    href = target if _URL.match(target) else SLUG + target
    return [part(way, "a", [marker, label] if way == "prev" else [label, marker], href=href, data_direction=way)]


pagination = rune(
    "pagination",
    "Links to the previous and next page",
    category="Site",
    attributes=[
        flag("auto", "Derive the links from the order of pages", default=False),
        text("prev", "Previous page"),
        text("next", "Next page"),
        choice("scope", "siblings section", "Which pages are part of the sequence", default="siblings"),
        text("prev-label", "Text of the link to the previous page"),
        text("next-label", "Text of the link to the next page"),
    ],
    self_closing=True,
    build=_build,
    theme=RuneTheme("pagination", modifiers={"scope": plain("siblings")}, default_density="compact"),
    sample="""
        That was the easy part.

        {% pagination prev="/course/knots" next="/course/splices" next-label="Next: splices" /%}
    """,
    snippet="{% pagination auto=${1:true} /%}",
)
