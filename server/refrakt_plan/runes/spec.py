"""What is to be built, and why.

The text that work refers back to. It is argued over while it is a draft, accepted when it is settled, and keeps the release
it shipped in, so that years later one can read what was meant.
"""

from __future__ import annotations

from refrakt.runes.content import many, one, sequence
from refrakt.runes.model import EntityForm, required, rune, text
from refrakt_plan.runes.entries import DATES, IMPLEMENTS, RELATED, SUPERSEDES, TAGS, status
from refrakt_plan.vocabulary import SPEC

spec = rune(
    "spec",
    "Describes something to be built",
    entity=EntityForm("spec", ties={"supersedes": SUPERSEDES, "source": IMPLEMENTS}, mentions=RELATED),
    attributes=[
        required(text("id", "Its id, like SPEC-012")),
        status(SPEC, "How far it is"),
        text("version", "The spec's own version"),
        text("supersedes", "The spec it takes the place of"),
        text("released-in", "The release it shipped in"),
        text("source", "The specs or decisions it comes from, by id"),
        TAGS,
        *DATES,
    ],
    content=sequence(one("title", "heading"), many("summary", "paragraph"), many("body")),
    sample="""
        {% spec id="SPEC-012" status="review" version="0.2" tags="loans, desk" %}
        # Lending without a card

        Readers who forgot their card can borrow with a code from their phone.

        ## At the desk

        The code is good for ten minutes and for one loan.
        {% /spec %}
    """,
)
