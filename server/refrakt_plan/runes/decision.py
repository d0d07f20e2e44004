"""A choice that was made.

Written when it is fresh: what the question was, which ways there were, which one was taken and what it costs. A later
decision does not change it but takes its place.
"""

from __future__ import annotations

from refrakt.runes.model import EntityForm, required, rune, text
from refrakt_plan.runes.entries import DATES, INFORMS, RELATED, SUPERSEDES, TAGS, entry, status
from refrakt_plan.vocabulary import DECISION

decision = rune(
    "decision",
    "Records a choice and the reasons for it",
    aliases="adr",
    entity=EntityForm("decision", ties={"supersedes": SUPERSEDES, "source": INFORMS}, mentions=RELATED),
    attributes=[
        required(text("id", "Its id, like ADR-003")),
        status(DECISION, "Whether it holds"),
        text("date", "When it was made"),
        text("supersedes", "The decision it takes the place of"),
        text("source", "The specs or other entries it bears on, by id"),
        TAGS,
        *DATES,
    ],
    content=entry(DECISION),
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
        # ${3:What was decided}

        ## Context

        ${4:What the question was.}

        ## Decision

        ${5:What was chosen.}
        {% /decision %}
    """,
)
