"""Something that goes wrong.

Keeps what a person needs to see it happen and to know it is gone: the steps, what should have come of them and what did.
"""

from __future__ import annotations

from refrakt.runes.model import EntityForm, required, rune, text
from refrakt_plan.runes.entries import DATES, DEPENDS, IMPLEMENTS, RELATED, TAGS, entry, ranked, status
from refrakt_plan.vocabulary import BUG

bug = rune(
    "bug",
    "Reports a fault and how to see it",
    entity=EntityForm("bug", ties={"source": IMPLEMENTS}, section_ties=DEPENDS, mentions=RELATED),
    attributes=[
        required(text("id", "Its id, like BUG-007")),
        status(BUG, "What has become of it"),
        ranked("severity", "How much it hurts"),
        text("assignee", "Who looks into it"),
        text("milestone", "The milestone it is to be fixed for"),
        text("source", "The specs or decisions it touches, by id"),
        text("pr", "The pull requests that fixed it"),
        TAGS,
        *DATES,
    ],
    content=entry(BUG),
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
        # ${3:What goes wrong}

        ## Steps to Reproduce

        1. ${4:First step}

        ## Expected

        ${5:What should happen.}

        ## Actual

        ${6:What happens.}
        {% /bug %}
    """,
)
