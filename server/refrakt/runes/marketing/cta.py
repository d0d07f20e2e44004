"""A request to act.

For the end of a page or a section, when a reader is convinced and needs only the button: a line of text and one or
two links. A command to copy, in a fence, serves as well as a link.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import many, sequence
from refrakt.runes.output.action_links import action_links
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import rune
from refrakt.runes.rune_theme import PAGE_HEADER_HINTS, PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, RuneTheme


def _build(cta: RuneBuilder) -> Tag:
    header = page_header(cta.render("header"))
    actions = action_links(cta, cta.nodes("actions"))
    return cta.element("section", [Tag("header", {}, header.children), actions], field="content-section")


cta = rune(
    "cta",
    "A call to action with links or a command",
    aliases="call-to-action",
    category="Section",
    content=sequence(
        many("header", "heading|paragraph", template="## What to do next"),
        many("actions", "list|fence", template="- [Do it](/next)"),
    ),
    build=_build,
    rendered_as="call-to-action",
    theme=RuneTheme(
        "cta",
        context_modifiers={"hero": "in-hero", "pricing": "in-pricing"},
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_elevation="flush",
        default_width="full",
        content_measure="anchored",
        edit_hints={**PAGE_HEADER_HINTS, "action": "link", "command": "code"},
    ),
    sample="""
        {% cta %}
        ## Bring your own clay

        The studio is open to guests every Thursday evening.

        - [Reserve a wheel](/reserve)
        - [Find us](/contact)
        {% /cta %}
    """,
)
