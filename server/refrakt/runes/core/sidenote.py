"""A note in the margin: a source or a remark that would interrupt the text."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(sidenote: RuneBuilder) -> Tag:
    body = part("body", "div", sidenote.render("body"))
    return sidenote.element("aside", [body], fields={"variant": sidenote.attributes["variant"] or "sidenote"})


sidenote = rune(
    "sidenote",
    "Shows a note in the margin",
    aliases="footnote marginnote",
    category="Content",
    attributes=[choice("variant", "sidenote footnote tooltip", "Where the note is shown")],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "sidenote",
        modifiers={"variant": Modifier(default="sidenote")},
        sections={"body": "body"},
        default_density="full",
        default_elevation="flush",
        default_reading="fine",
        edit_hints={"body": "inline"},
    ),
    sample="""
        The mill stood idle for nine winters.

        {% sidenote variant="footnote" %}
        The parish register says eight, but counts from the new lease.
        {% /sidenote %}
    """,
)
