"""Something to do.

Small enough to finish, with criteria that say when it is. Sections under second-level headings are free, but some are
understood: boxes under Acceptance Criteria are counted, and entries under Blocked by and Blocks order the plan.
"""

from __future__ import annotations

from refrakt.runes.model import EntityForm, required, rune, text
from refrakt_plan.runes.entries import DATES, DEPENDS, IMPLEMENTS, RELATED, SUPERSEDES, TAGS, entry, ranked, status
from refrakt_plan.vocabulary import WORK

work = rune(
    "work",
    "Describes a piece of work and when it is done",
    aliases="task",
    entity=EntityForm(
        "work",
        ties={"supersedes": SUPERSEDES, "source": IMPLEMENTS},
        section_ties=DEPENDS,
        mentions=RELATED,
    ),
    attributes=[
        required(text("id", "Its id, like WORK-034")),
        status(WORK, "How far it is"),
        ranked("priority", "How soon it is wanted"),
        ranked("complexity", "How hard it looks"),
        text("assignee", "Who does it"),
        text("milestone", "The milestone it counts towards"),
        text("source", "The specs or decisions it comes from, by id"),
        text("supersedes", "The work it takes the place of"),
        text("pr", "The pull requests that did it"),
        TAGS,
        *DATES,
    ],
    content=entry(WORK),
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

        ${4:Why it is wanted.}

        ## Acceptance Criteria

        - [ ] ${5:How to tell that it is done}
        {% /work %}
    """,
)
