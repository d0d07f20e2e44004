"""Questions that unfold into their answers.

Every heading becomes a line to click on. Good for what readers come to with one question each; as an FAQ it is also
published in a form that search engines understand.
"""

from __future__ import annotations

from ..content import Sections, many, rest
from ..model import flag, required, rune, text

accordion = rune(
    "accordion",
    "Headings that unfold their text",
    aliases="faq",
    category="Layout",
    schema_type="FAQPage",
    attributes=[flag("multiple", "Let several be open at once")],
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
    "One line of an accordion and its text",
    attributes=[required(text("name", "The line that stays visible"))],
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
