"""Text with notes next to it.

For a poem, a contract or a historical text that needs explanations without interruptions.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import Modifier, RuneTheme

_NOTE = "annotate-note"


def _build(annotate: RuneBuilder) -> Tag:
    children = [
        with_attributes(child, data_field="note")
        if isinstance(child, Tag) and child.attributes.get("data-rune") == _NOTE
        else child
        for child in annotate.render("body")
    ]
    return annotate.element(
        "div", [part("body", "div", children)], fields={"variant": annotate.text("variant") or "margin"}
    )


def _build_note(note: RuneBuilder) -> Tag:
    return note.element("aside", [part("body", "div", note.render("body"))])


annotate = rune(
    "annotate",
    "Shows notes next to a text",
    category="Layout",
    attributes=[choice("variant", "margin tooltip inline", "Where the notes are shown")],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "annotate",
        modifiers={"variant": Modifier(default="margin")},
        sections={"body": "body"},
        default_density="full",
        default_elevation="flush",
        edit_hints={"body": "none", "notes": "none"},
    ),
    sample="""
        {% annotate variant="margin" %}
        The lamp was lit for the first time in the autumn of 1871.

        {% note %}
        By hand: the keeper climbed 112 steps every evening.
        {% /note %}

        It could be seen from nine miles out.
        {% /annotate %}
    """,
    snippet="""
        {% annotate variant="${1|margin,tooltip,inline|}" %}
        ${2:The text}

        {% note %}
        ${3:What there is to say about it}
        {% /note %}
        {% /annotate %}
    """,
)

note = rune(
    "note",
    "A note on an annotated text",
    content=rest("body"),
    parents="annotate",
    internal=True,
    build=_build_note,
    rendered_as=_NOTE,
    theme=RuneTheme("annotate-note", parent="annotate", edit_hints={"body": "inline"}),
    sample="""
        {% annotate %}
        Whoever finds the purse shall return it *within a fortnight*.

        {% note %}
        Fourteen days, counted from the finding.
        {% /note %}
        {% /annotate %}
    """,
)
