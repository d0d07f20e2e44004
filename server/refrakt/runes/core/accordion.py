"""Collapsible sections.

Every heading becomes a clickable line. As an FAQ it is also published as structured data for search engines.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Sections, many, rest
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import flag, required, rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_HINTS, PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, RuneTheme


def _build(accordion: RuneBuilder) -> Tag:
    header = page_header(accordion.render("header"))
    items = child_elements(
        accordion,
        [*accordion.nodes("items"), *accordion.nodes("sections")],
        "accordion-item",
        data_field="item",
        property="mainEntity",
    )
    return accordion.element(
        "section", [*header.element, part("items", "div", items)], field="content-section", typeof="FAQPage"
    )


def _build_item(item: RuneBuilder) -> Tag:
    """A question and its answer, for search engines as well."""
    summary = field("name", "summary", [item.text("name")], property="name")
    answer = Tag("div", {"property": "text"}, item.render("body"))
    body = part("body", "div", [answer], typeof="Answer", property="acceptedAnswer")
    return item.element("details", [summary, body], typeof="Question")


accordion = rune(
    "accordion",
    "Collapsible sections",
    aliases="faq",
    category="Layout",
    schema_type="FAQPage",
    attributes=[flag("multiple", "Allow several open sections")],
    content=Sections(
        preamble=(many("header", "heading|paragraph"), many("items", "tag")),
        body=rest("body"),
        emit="accordion-item",
        emit_attributes={"name": "$heading"},
    ),
    build=_build,
    theme=RuneTheme(
        "accordion",
        default_density="full",
        sections=PAGE_HEADER_SECTIONS,
        auto_label=PAGE_HEADER_LABELS,
        edit_hints=PAGE_HEADER_HINTS,
    ),
    sample="""
        {% accordion multiple=true %}
        # About the library card

        ## Who can have one?

        Everybody who lives in the county, from the age of six.

        ## What does it cost?

        Nothing, unless you lose it: a new one is four euros.
        {% /accordion %}
    """,
    snippet="""
        {% accordion %}
        ## ${1:Question}

        ${2:Answer}

        ## ${3:Question}

        ${4:Answer}
        {% /accordion %}
    """,
)

accordion_item = rune(
    "accordion-item",
    "One section of an accordion",
    attributes=[required(text("name", "Visible summary line"))],
    content=rest("body"),
    parents="accordion",
    internal=True,
    build=_build_item,
    theme=RuneTheme(
        "accordion-item",
        parent="accordion",
        requires_parent="accordion",
        root_attributes={"data-state": "closed"},
        auto_label={"name": "header"},
        edit_hints={"header": "inline", "body": "none"},
    ),
    sample="""
        {% accordion %}
        {% accordion-item name="May I bring my dog?" %}
        On a lead, and not into the reading room.
        {% /accordion-item %}
        {% /accordion %}
    """,
)
