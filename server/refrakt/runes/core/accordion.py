"""Collapsible sections.

Every heading becomes a clickable line. As an FAQ it is also published as structured data for search engines.
"""

from __future__ import annotations

from refrakt.runes.content_model import Sections, many, rest
from refrakt.runes.rune import flag, required, rune, text

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
    sample="""
        {% accordion %}
        {% accordion-item name="May I bring my dog?" %}
        On a lead, and not into the reading room.
        {% /accordion-item %}
        {% /accordion %}
    """,
)
