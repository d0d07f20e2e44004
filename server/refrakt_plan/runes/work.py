"""A work item.

Small enough to finish, with criteria for when it is done. Sections under second-level headings are free, but some are known: boxes
under Acceptance Criteria are counted, and entries under Blocked by and Blocks order the plan.
"""

from __future__ import annotations

from refrakt.runes.rune import EntityDefinition, required, rune, text
from refrakt_plan.runes.entity_output import build_with_sections
from refrakt_plan.runes.entity_theme import entity_theme
from refrakt_plan.runes.entries import DATES, DEPENDS, IMPLEMENTS, RELATED, SUPERSEDES, TAGS, entry, ranked, status
from refrakt_plan.vocabulary import WORK

work = rune(
    "work",
    "Describes a work item and its criteria",
    aliases="task",
    entity=EntityDefinition(
        "work",
        relations={"supersedes": SUPERSEDES, "source": IMPLEMENTS},
        orders={"status": ("blocked", "in-progress", "review", "ready", "pending", "draft", "done")},
        section_relations=DEPENDS,
        reference_relation=RELATED,
    ),
    attributes=[
        required(text("id", "Its id, like WORK-034")),
        status(WORK, "Its status"),
        ranked("priority", "Its priority"),
        ranked("complexity", "Its estimated complexity"),
        text("assignee", "Who works on it"),
        text("milestone", "The milestone it belongs to"),
        text("source", "The ids of the specs or decisions it is based on"),
        text("supersedes", "The id of the work it supersedes"),
        text("pr", "The pull requests that finished it"),
        TAGS,
        *DATES,
    ],
    content=entry(WORK),
    build=build_with_sections,
    theme=entity_theme(
        WORK,
        {
            "draft": "neutral",
            "ready": "neutral",
            "in-progress": "neutral",
            "review": "caution",
            "done": "positive",
            "blocked": "negative",
            "pending": "neutral",
            "cancelled": "caution",
            "superseded": "caution",
        },
        "priority complexity assignee milestone source supersedes pr",
        checklist=True,
    ),
    sample="""
        {% work id="WORK-034" status="ready" priority="high" complexity="simple" source="SPEC-012" %}
        # Show the loan code on the phone

        One large code, readable in sunlight.

        ## Acceptance Criteria

        - [ ] The code fills the width of the screen
        - [ ] A second loan asks for a new code

        ## Blocked by

        - {% ref "WORK-031" /%}, which makes the codes
        {% /work %}
    """,
    snippet="""
        {% work id="${1:WORK-000}" status="draft" priority="${2|medium,critical,high,low|}" %}
        # ${3:What to do}

        ${4:The reason for it.}

        ## Acceptance Criteria

        - [ ] ${5:How to verify it}
        {% /work %}
    """,
)
