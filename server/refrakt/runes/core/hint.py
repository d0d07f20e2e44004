"""A highlighted note: a warning before a risky step, a side note, a check."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, root


def _build(hint: RuneBuilder) -> Tag:
    body = part("body", "div", hint.render("body"))
    return hint.element("section", [body], field="content-section", fields={"hintType": hint.attributes["type"]})


hint = rune(
    "hint",
    "Highlights a note in the text",
    aliases="callout alert",
    category="Content",
    attributes=[choice("type", "caution check note warning", "Type of the note", level="critical")],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "hint",
        modifiers={"hintType": Modifier(default="note")},
        context_modifiers={"hero": "in-hero", "feature": "in-feature"},
        meta_fields={"hintType": MetaField(icon="hint")},
        blocks={"header": bar("hintType")},
        layout={"root": root("header")},
        sections={"header": "header"},
        default_density="compact",
        default_elevation="sunken",
        enum_labels={"note": "Note", "warning": "Warning", "caution": "Caution", "check": "Check"},
    ),
    sample="""
        {% hint type="warning" %}
        The stone keeps its heat for an hour. Let it cool before you wash it.
        {% /hint %}
    """,
)
