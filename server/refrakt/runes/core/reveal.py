"""Content that is revealed step by step.

Every heading starts a step; content before the first one is an introduction.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Sections, many, rest
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, field, meta, part, tags_in, with_attributes
from refrakt.runes.rune import choice, required, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    Modifier,
    RuneTheme,
)


def _build(reveal: RuneBuilder) -> Tag:
    header = page_header(reveal.render("header"))
    steps = [
        with_attributes(each, data_field="step")
        for each in tags_in(reveal.render([*reveal.nodes("items"), *reveal.nodes("sections")]))
        if each.attributes.get("data-rune") == "reveal-step"
    ]
    return reveal.element(
        "section",
        [*header.element, meta(reveal.attributes["mode"] or "click"), part("steps", "div", steps)],
        field="content-section",
    )


reveal = rune(
    "reveal",
    "Reveals its sections one by one",
    category="Layout",
    attributes=[choice("mode", "click scroll auto", "What reveals the next step")],
    content=Sections(
        preamble=(many("header", "heading|paragraph"), many("items", "tag")),
        body=rest("body"),
        emit="reveal-step",
        emit_attributes={"name": "$heading"},
    ),
    build=_build,
    theme=RuneTheme(
        "reveal",
        modifiers={"mode": Modifier(default="click")},
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_elevation="flat",
        edit_hints={**PAGE_HEADER_HINTS, "steps": "none"},
    ),
    sample="""
        {% reveal mode="click" %}
        ## Which tree is it?

        Read one clue at a time, then guess.

        ### The bark

        White, and it peels off in thin rolls.

        ### The leaves

        Small, with a point and a toothed edge.

        ### The answer

        A silver birch.
        {% /reveal %}
    """,
    snippet="""
        {% reveal mode="${1|click,scroll,auto|}" %}
        ## ${2:The first step}

        ${3:What it shows}

        ## ${4:The second step}

        ${5:What comes next}
        {% /reveal %}
    """,
)


def _build_step(step: RuneBuilder) -> Tag:
    return step.element("div", [field("name", "span", [step.text("name")]), part("body", "div", step.render("body"))])


reveal_step = rune(
    "reveal-step",
    "One step of a reveal",
    attributes=[required(text("name", "The title of the step"))],
    content=rest("body"),
    parents="reveal",
    internal=True,
    build=_build_step,
    theme=RuneTheme(
        "reveal-step",
        root_attributes={"data-state": "closed"},
        parent="reveal",
        edit_hints={"body": "none"},
    ),
    sample="""
        {% reveal %}
        {% reveal-step name="First clue" %}
        It opens at dusk and closes before breakfast.
        {% /reveal-step %}

        {% reveal-step name="Second clue" %}
        Only moths visit it.
        {% /reveal-step %}
        {% /reveal %}
    """,
)
