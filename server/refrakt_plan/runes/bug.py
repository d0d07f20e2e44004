"""A bug report.

Keeps what is needed to reproduce and verify a bug: the steps, the expected and the actual result.
"""

from __future__ import annotations

from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt_plan.runes.entity_output import build_with_sections
from refrakt_plan.runes.entity_theme import entity_theme
from refrakt_plan.runes.entries import DATES, DEPENDS, IMPLEMENTS, RELATED, TAGS, entry, ranked, status
from refrakt_plan.vocabulary import BUG

bug = rune(
    "bug",
    "Reports a fault and how to see it",
    entity=EntityDefinition(
        "bug",
        relations={"source": IMPLEMENTS},
        orders={"status": ("in-progress", "confirmed", "reported", "fixed")},
        section_relations=DEPENDS,
        reference_relation=RELATED,
    ),
    attributes=[
        required(text("id", "Its id, like BUG-007")),
        status(BUG, "Its status"),
        ranked("severity", "How severe it is"),
        text("assignee", "Who works on it"),
        text("milestone", "The milestone in which to fix it"),
        text("source", "The ids of the specs or decisions it concerns"),
        text("pr", "The pull requests that fixed it"),
        TAGS,
        *DATES,
    ],
    content=entry(BUG),
    build=build_with_sections,
    theme=entity_theme(
        BUG,
        {
            "reported": "neutral",
            "confirmed": "caution",
            "in-progress": "neutral",
            "fixed": "positive",
            "wontfix": "neutral",
            "duplicate": "neutral",
        },
        "severity assignee milestone source pr",
        checklist=True,
    ),
    sample="""
        {% bug id="BUG-007" status="confirmed" severity="major" tags="loans" %}
        # A code can be used twice

        Two desks scanned the same code within a second.

        ## Steps to Reproduce

        1. Show one code at two desks
        2. Scan both at once

        ## Expected

        The second desk refuses.

        ## Actual

        Both lend.
        {% /bug %}
    """,
    snippet="""
        {% bug id="${1:BUG-000}" status="reported" severity="${2|major,critical,minor,cosmetic|}" %}
        # ${3:Summary}

        ## Steps to Reproduce

        1. ${4:First step}

        ## Expected

        ${5:What should happen.}

        ## Actual

        ${6:What happens.}
        {% /bug %}
    """,
)
