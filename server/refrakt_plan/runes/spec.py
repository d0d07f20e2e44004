"""A specification.

The text that work refers to. It is discussed as a draft, accepted when it is settled, and records the release it shipped in.
"""

from __future__ import annotations

from refrakt.runes.content_model import many, one, sequence
from refrakt.runes.output.rune_builder import RuneBuilder, Tag
from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt_plan.runes.entity_output import entity_element, without_rules
from refrakt_plan.runes.entity_theme import entity_theme
from refrakt_plan.runes.entries import DATES, IMPLEMENTS, RELATED, SUPERSEDES, TAGS, status
from refrakt_plan.vocabulary import SPEC


def _build(spec: RuneBuilder) -> Tag:
    return entity_element(spec, spec.render("summary"), without_rules(spec.render("body")))


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
    build=_build,
    theme=entity_theme(
        SPEC,
        {
            "draft": "neutral",
            "review": "caution",
            "accepted": "positive",
            "implemented": "positive",
            "shipped": "positive",
            "superseded": "caution",
            "deprecated": "negative",
        },
        "version supersedes released-in",
        classes=("version", "supersedes"),
    ),
    sample="""
        {% spec id="SPEC-012" status="review" version="0.2" tags="loans, desk" %}
        # Lending without a card

        Readers who forgot their card can borrow with a code from their phone.

        ## At the desk

        The code is good for ten minutes and for one loan.
        {% /spec %}
    """,
)
