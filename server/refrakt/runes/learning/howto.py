"""Instructions for getting something done.

An unordered list is what one needs, an ordered one what to do; a title and a sentence go before both. Search engines
can show the steps by themselves.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import many, sequence
from refrakt.runes.output.list_parts import item_parts
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    MetaField,
    Modifier,
    RuneTheme,
    container,
    definitions,
    root,
)


def _build(howto: RuneBuilder) -> Tag:
    header = page_header(unwrap_images(howto.render("header")), headline="name", blurb="description")
    lists = howto.render("body")
    tools = item_parts(lists, "ul", "tool", property="tool", typeof="HowToTool", text="name")
    steps = item_parts(lists, "ol", "step", property="step", typeof="HowToStep", text="text")
    time = howto.text("estimatedTime")
    return howto.element(
        "article",
        [
            *([meta(time, property="totalTime")] if time else []),
            *header.children,
            *([part("tools", "ul", tools)] if tools else []),
            part("steps", "ol", steps),
        ],
        field="content-section",
        fields={"estimatedTime": time, "difficulty": howto.text("difficulty")},
        typeof="HowTo",
    )


howto = rune(
    "howto",
    "Step-by-step instructions with prerequisites",
    aliases="how-to",
    category="Semantic",
    schema_type="HowTo",
    attributes=[
        text("estimatedTime", "Total time", default=""),
        choice("difficulty", "easy medium hard", "Difficulty"),
    ],
    content=sequence(many("header", "heading|paragraph|image"), many("body", "list|tag", template="1. First")),
    build=_build,
    rendered_as="how-to",
    theme=RuneTheme(
        "howto",
        modifiers={"estimatedTime": Modifier(), "difficulty": Modifier(default="medium")},
        meta_fields={
            "estimatedTime": MetaField("temporal", label="Est. time", condition="estimatedTime", transform="duration"),
            "difficulty": MetaField(
                "category",
                label="Difficulty",
                condition="difficulty",
                sentiments={"beginner": "positive", "intermediate": "neutral", "advanced": "caution"},
            ),
        },
        blocks={"metadata": definitions("estimatedTime", "difficulty")},
        layout={
            "root": root("content"),
            "content": container("div", "preamble", "metadata", "tools", "steps"),
            "preamble": container("header", "eyebrow", "headline", "blurb", "image"),
        },
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_elevation="flat",
        sequence="numbered",
        edit_hints={**PAGE_HEADER_HINTS, "tool": "inline", "step": "inline"},
    ),
    sample="""
        {% howto estimatedTime="20 min" difficulty="easy" %}
        # Mend a slow puncture

        All you do is find the hole; the rest is patience.

        - Two tyre levers
        - A bowl of water
        - Patch and glue

        1. Lift the tyre off one side of the rim.
        2. Pump up the tube and look for bubbles under water.
        3. Roughen the spot, glue it, and press the patch on.
        {% /howto %}
    """,
)
