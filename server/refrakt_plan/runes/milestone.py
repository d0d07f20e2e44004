"""A milestone.

Groups work under one name, with a target date and a few goals. Work and bugs declare that they belong to it.
"""

from __future__ import annotations

from refrakt.runes.content_model import many, opt, sequence
from refrakt.runes.output.rune_builder import RuneBuilder, Tag
from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt_plan.runes.entity_output import entity_element
from refrakt_plan.runes.entity_theme import entity_theme
from refrakt_plan.runes.entries import DATES, RELATED, status
from refrakt_plan.vocabulary import MILESTONE


def _build(milestone: RuneBuilder) -> Tag:
    body = [*milestone.render("goals"), *milestone.render("notes")]
    return entity_element(milestone, milestone.render("description"), body, name="section")


milestone = rune(
    "milestone",
    "Names a point to reach and its goals",
    entity=EntityDefinition("milestone", "{name}", reference_relation=RELATED),
    attributes=[
        required(text("name", "Its name, like v0.4")),
        text("target", "The target date"),
        status(MILESTONE, "Its status"),
        *DATES,
    ],
    content=sequence(
        opt("title", "heading"), many("description", "paragraph"), opt("goals", "list"), many("notes", "paragraph")
    ),
    build=_build,
    theme=entity_theme(
        MILESTONE, {"planning": "neutral", "active": "positive", "complete": "positive"}, "target", tags=False
    ),
    sample="""
        {% milestone name="v0.4" target="2026-06-01" status="active" %}
        # Lending from the phone

        The first release that a branch library can use all day.

        - Loan codes at every desk
        - Nothing is lent twice

        Returns stay as they are until autumn.
        {% /milestone %}
    """,
)
