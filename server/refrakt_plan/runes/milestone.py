"""A point to reach together.

Gathers work under one name, with a date to aim at and the handful of goals that make it worth the trip. Work and bugs say
for themselves that they belong to it.
"""

from __future__ import annotations

from refrakt.runes.content import many, opt, sequence
from refrakt.runes.model import EntityForm, required, rune, text
from refrakt_plan.runes.entries import DATES, RELATED, status
from refrakt_plan.vocabulary import MILESTONE

milestone = rune(
    "milestone",
    "Names a point to reach and its goals",
    entity=EntityForm("milestone", "{name}", mentions=RELATED),
    attributes=[
        required(text("name", "What entries call it, like v0.4")),
        text("target", "The date to aim at"),
        status(MILESTONE, "How far it is"),
        *DATES,
    ],
    content=sequence(
        opt("title", "heading"), many("description", "paragraph"), opt("goals", "list"), many("notes", "paragraph")
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
