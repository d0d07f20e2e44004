"""Collapsible content, such as a proof, a full log or an answer."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import flag, rune, text
from refrakt.runes.rune_theme import RuneTheme


def _build(details: RuneBuilder) -> Tag:
    summary = field("summary", "summary", [details.text("summary") or "Details"])
    body = part("body", "div", details.render("body"))
    return details.element("details", [summary, body], attributes={"open": details.attributes["open"] or None})


details = rune(
    "details",
    "Collapsible content with a summary",
    category="Content",
    attributes=[
        text("summary", "Visible summary line"),
        flag("open", "Open initially"),
    ],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "details",
        auto_label={"summary": "summary"},
        default_elevation="flush",
        edit_hints={"summary": "inline", "body": "none"},
    ),
    sample="""
        {% details summary="Why the dough rests twice" %}
        The first rest lets the flour take up water. During the second the yeast does its work.
        {% /details %}
    """,
)
