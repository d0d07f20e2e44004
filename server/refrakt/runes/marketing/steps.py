"""Numbered steps.

Write an ordered list, or a heading for each step. In an item, a `---` separates the image, which comes first, from the text.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import (
    Condition,
    Conditional,
    Delimited,
    Needed,
    Sections,
    Zone,
    many,
    opt,
    rest,
    sequence,
)
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.page_header import is_heading, page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.resolution import ContentSection
from refrakt.runes.rune import rune
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    SPLIT_MODIFIERS,
    SPLIT_STYLES,
    RuneTheme,
    plain,
)
from refrakt.runes.universal_attributes import SPLIT_LAYOUT


def _build_steps(steps: RuneBuilder) -> Tag:
    header = page_header(steps.render("header"))
    children = child_elements(steps, _step_tags(steps), "step", data_field="step")
    return steps.element("section", [*header.children, Tag("ol", {}, [*children])], field="content-section")


def _step_tags(steps: RuneBuilder) -> list[Node]:
    if "sections" in steps.content:
        sections: list[ContentSection] = [each["$section"] for each in steps.content["sections"]]
        return [
            child_tag("step", {}, [section.heading, *section.body], section.heading)
            for section in sections
            if section.heading is not None
        ]
    items = [item for each in steps.nodes("list") for item in each.children]
    return [child_tag("step", {}, item.children, item) for item in items]


steps = rune(
    "steps",
    "Shows a list or headings as numbered steps",
    category="Content",
    needs=Needed("list|heading", "numbers the items of a list, or headings"),
    content=Conditional(
        when=(
            (Condition(child="heading"), Sections(preamble=(many("header", "heading|paragraph"),), body=rest("body"))),
        ),
        default=sequence(many("header", "paragraph"), opt("list", "list:ordered", template="1. First")),
    ),
    build=_build_steps,
    theme=RuneTheme(
        "steps",
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_elevation="flush",
        sequence="numbered",
        stagger_items="step",
        edit_hints=PAGE_HEADER_HINTS,
    ),
    sample="""
        {% steps %}
        Your library card in ten minutes:

        1. Fill in the form

           Name, address, and whether you read in bed.

        2. Bring a letter

           Anything with your name and street on it will do.

        3. Take a book home
        {% /steps %}
    """,
)


def _build_step(step: RuneBuilder) -> Tag:
    content = step.render("content", zone="content")
    title = next((place for place, node in enumerate(content) if is_heading(node)), None)
    if title is not None and isinstance(heading := content[title], Tag):
        content[title] = with_attributes(heading, data_field="name")
    media = unwrap_images(step.render("content", zone="media"))
    return step.element(
        "li",
        [part("content", "div", content), *([part("media", "div", media)] if media else [])],
        fields=split_fields(step.attributes, "bottom"),
    )


step = rune(
    "step",
    "One step, with an optional image",
    parents="steps",
    preset=SPLIT_LAYOUT,
    content=Delimited(
        zones=(
            Zone("media", (many("content"),)),
            Zone("content", (many("content"),), primary=True),
        )
    ),
    build=_build_step,
    theme=RuneTheme(
        "step",
        modifiers={"media-position": plain("bottom"), **SPLIT_MODIFIERS},
        media_slots={"media": "cover"},
        styles=SPLIT_STYLES,
        requires_parent="steps",
        parent="steps",
        edit_hints={"content": "none", "media": "image"},
    ),
    sample="""
        {% steps %}
        ## Wedge the clay

        {% step media-position="end" media-ratio="1/3" %}
        ![Two hands pushing a block of clay](/photos/wedging.jpg)

        ---

        Fifty turns press the air out. Count them.
        {% /step %}
        {% /steps %}
    """,
)
