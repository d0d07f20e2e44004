"""A short label for a status or category: *new*, *beta*, *closed*. It is used in text, headings or table cells."""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import RuneTheme


def _build(badge: RuneBuilder) -> Tag:
    data = {
        "class": "rf-badge",
        "data-meta-sentiment": badge.text("sentiment") or "neutral",
        "data-meta-type": badge.text("type") or "tag",
    }
    tag = badge.element("span", badge.render(badge.node.children), attributes=data)
    # The order of the badges that a theme shows in metadata.
    return replace(tag, attributes={"class": data["class"], **tag.attributes})


badge = rune(
    "badge",
    "A short inline label",
    category="Content",
    attributes=[
        choice("sentiment", "positive negative caution neutral", "Whether the label is positive or negative"),
        choice("type", "status category quantity temporal tag id", "Meaning of the label"),
    ],
    content=None,
    universal=False,
    inline=True,
    build=_build,
    theme=RuneTheme("badge"),
    sample="""
        The night ferry is {% badge type="status" sentiment="caution" %}seasonal{% /badge %} and must be booked.
    """,
    snippet="""
        {% badge sentiment="${1|positive,negative,caution,neutral|}" %}${2:label}{% /badge %}
    """,
)
