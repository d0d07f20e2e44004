"""A recorded decision.

Describes the question, the options, the chosen option and its consequences. A later decision does not change it but supersedes it.
"""

from __future__ import annotations

from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt_plan.runes.entity_output import build_with_sections
from refrakt_plan.runes.entity_theme import entity_theme
from refrakt_plan.runes.entries import DATES, INFORMS, RELATED, SUPERSEDES, TAGS, entry, status
from refrakt_plan.vocabulary import DECISION

decision = rune(
    "decision",
    "Records a decision and its reasons",
    aliases="adr",
    entity=EntityDefinition(
        "decision", relations={"supersedes": SUPERSEDES, "source": INFORMS}, reference_relation=RELATED
    ),
    attributes=[
        required(text("id", "Its id, like ADR-003")),
        status(DECISION, "Its status"),
        text("date", "The date of the decision"),
        text("supersedes", "The id of the decision it supersedes"),
        text("source", "The ids of the specs or other entities it concerns"),
        TAGS,
        *DATES,
    ],
    content=entry(DECISION),
    build=build_with_sections,
    theme=entity_theme(
        DECISION,
        {
            "proposed": "neutral",
            "accepted": "positive",
            "rejected": "negative",
            "superseded": "caution",
            "deprecated": "negative",
        },
        "date supersedes source",
    ),
    sample="""
        {% decision id="ADR-003" status="accepted" date="2026-02-11" source="SPEC-012" %}
        # Codes live on the desk's own clock

        ## Context

        Phones show any time their owners like.

        ## Decision

        The desk hands out the time with the code and counts from there.

        ## Consequences

        A code cannot be made without a connection.
        {% /decision %}
    """,
    snippet="""
        {% decision id="${1:ADR-000}" status="proposed" date="${2:date}" %}
        # ${3:The decision}

        ## Context

        ${4:The question.}

        ## Decision

        ${5:The chosen option.}
        {% /decision %}
    """,
)
