"""A specification.

The text that work refers to. It is discussed as a draft, accepted when it is settled, and records the release it shipped in.
"""

from __future__ import annotations

from refrakt.runes.content_model import many, one, sequence
from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt_plan.runes.entries import DATES, IMPLEMENTS, RELATED, SUPERSEDES, TAGS, status
from refrakt_plan.vocabulary import SPEC

spec = rune(
    "spec",
    "Describes something to be built",
    entity=EntityDefinition(
        "spec", relations={"supersedes": SUPERSEDES, "source": IMPLEMENTS}, reference_relation=RELATED
    ),
    attributes=[
        required(text("id", "Its id, like SPEC-012")),
        status(SPEC, "Its status"),
        text("version", "The version of the spec"),
        text("supersedes", "The id of the spec it supersedes"),
        text("released-in", "The release it shipped in"),
        text("source", "The ids of the specs or decisions it is based on"),
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
