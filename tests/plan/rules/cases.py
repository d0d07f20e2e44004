"""For every rule: an entity with the problem, a similar one without it, and the result of the fix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plan.plans import entity
from plan.rules.plan_fixtures import FILE


@dataclass(frozen=True)
class Case:
    type: str
    wrong: str
    """With carets under all problems."""
    right: str
    """Without problems."""
    fixed: str = ""
    """`wrong` after the fix."""
    file: str = FILE
    among: Mapping[str, str] = field(default_factory=dict)
    lifecycle: bool = False


def work(status: str = "draft", **attributes: str) -> str:
    return entity("work", "WORK-001", status=status, milestone="v1", **attributes)


SPEC_FILE = "specs/SPEC-002-b.md"
BUG_FILE = "bugs/BUG-001-a.md"
RESOLVED = "## Resolution\n\nIt works."
MADE_FOR_SPEC = {"source": "SPEC-002", "milestone": "v1"}

CASES = [
    Case(
        "missing-status",
        """
        {% work id="WORK-001" milestone="v1" %}
           ^^^^ warning[missing-status]: WORK-001 has no status
        # A
        {% /work %}
        """,
        work(),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "list-separator",
        """
        {% work id="WORK-001" status="draft" milestone="v1" tags="search; titles" %}
                                                                  ^^^^^^^^^^^^^^ warning[list-separator]: `tags` of WORK-001
        # A
        {% /work %}
        """,
        work(tags="search, titles"),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" tags="search, titles" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "repeated-section",
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        ## Approach

        One.

        ## Approach
        ^^^^^^^^^^^ warning[repeated-section]: WORK-001 has a second section Approach

        Two.
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        ## Notes

        One.

        ## Notes

        Two.
        {% /work %}
        """,
    ),
    Case(
        "criteria-without-checkbox",
        """
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Acceptance Criteria
        ^^^^^^^^^^^^^^^^^^^^^^ info[criteria-without-checkbox]: the Acceptance Criteria of WORK-001 have no checkbox

        - It finds titles.
        - It finds names.
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Acceptance Criteria

        - [ ] It finds titles.

        - Remarks
        {% /work %}
        """,
        fixed="""
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Acceptance Criteria

        - [ ] It finds titles.
        - [ ] It finds names.
        {% /work %}
        """,
    ),
    Case(
        "unreadable-tag",
        """
        {% work id='WORK-001' status='draft' milestone='v1' %}
           ^^^^ error[unreadable-tag]: the opening tag of work/WORK-001-a.md cannot be read: strings need double quotes
        # A

        {% ref "WORK-777" /%}
        {% /work %}
        """,
        work(),
    ),
    Case(
        "missing-id",
        """
        {% work status="draft" milestone="v1" %}
           ^^^^ error[missing-id]: `work` needs `id`: work/WORK-001-a.md has none
        # A
        {% /work %}
        """,
        work(),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "broken-ref",
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        See {% ref "WORK-7" /%}, then {% xref "SPEC-001" /%} and {% ref "WORK-7" /%}.
                    ^^^^^^ error[broken-ref]: WORK-001 refers to WORK-7, which does not exist; did you mean WORK-007?
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        See {% ref "WORK-007" /%}, `{% ref "WORK-008" /%}` and WORK-009.

        ```
        {% ref "WORK-010" /%}
        ```
        {% /work %}
        """,
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        See {% ref "WORK-007" /%}, then {% xref "SPEC-001" /%} and {% ref "WORK-007" /%}.
        {% /work %}
        """,
    ),
    Case(
        "duplicate-id",
        """
        {% work id="WORK-007" status="draft" milestone="v1" %}
                    ^^^^^^^^ error[duplicate-id]: work/WORK-007-b.md already has the id WORK-007
        # A
        {% /work %}
        """,
        entity("work", "WORK-007-c", status="draft", milestone="v1"),
        file="work/WORK-007-c.md",
    ),
    Case(
        "invalid-status",
        """
        {% work id="WORK-001" status="In Progress" milestone="v1" %}
                                      ^^^^^^^^^^^ error[invalid-status]: WORK-001 has status "In Progress", which does
        # A

        ## Acceptance Criteria
        {% /work %}
        """,
        work("blocked"),
        fixed="""
        {% work id="WORK-001" status="in-progress" milestone="v1" %}
        # A

        ## Acceptance Criteria
        {% /work %}
        """,
    ),
    Case(
        "invalid-priority",
        """
        {% work id="WORK-001" status="draft" priority="hihg" milestone="v1" %}
                                                       ^^^^ error[invalid-priority]
        # A
        {% /work %}
        """,
        work(priority="high"),
        fixed="""
        {% work id="WORK-001" status="draft" priority="high" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "invalid-complexity",
        """
        {% work id="WORK-001" status="draft" complexity="Trivial" milestone="v1" %}
                                                         ^^^^^^^ error[invalid-complexity]
        # A
        {% /work %}
        """,
        work(complexity="trivial"),
        fixed="""
        {% work id="WORK-001" status="draft" complexity="trivial" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "invalid-severity",
        """
        {% bug id="BUG-001" status="reported" severity="cosmetics" milestone="v1" %}
                                                        ^^^^^^^^^ error[invalid-severity]
        # A
        {% /bug %}
        """,
        entity("bug", "BUG-001", status="reported", severity="minor", milestone="v1"),
        fixed="""
        {% bug id="BUG-001" status="reported" severity="cosmetic" milestone="v1" %}
        # A
        {% /bug %}
        """,
        file=BUG_FILE,
    ),
    Case(
        "unknown-attribute",
        """
        {% work id="WORK-001" status="draft" milestone="v1" asignee="ann" %}
                                                            ^^^^^^^ warning[unknown-attribute]
        # A
        {% /work %}
        """,
        work(assignee="ann", tint="warm", created="2026-01-01"),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" assignee="ann" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "invalid-pr",
        """
        {% work id="WORK-001" status="draft" milestone="v1" pr="a/b#1, https://github.com/c/d/pull/22" %}
                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-pr]
        # A
        {% /work %}
        """,
        work(pr="a/b#1, c.d/e_f#22"),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" pr="a/b#1, c/d#22" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "shipped-without-release",
        """
        {% spec id="SPEC-002" status="shipped" %}
                                      ^^^^^^^ error[shipped-without-release]
        # B
        {% /spec %}
        """,
        entity("spec", "SPEC-002", status="shipped", released_in="v1.2.3"),
        file=SPEC_FILE,
    ),
    Case(
        "invalid-released-in",
        """
        {% spec id="SPEC-002" status="shipped" released-in=" 1.2.3-rc.1" %}
                                                            ^^^^^^^^^^^ error[invalid-released-in]
        # B
        {% /spec %}
        """,
        entity("spec", "SPEC-002", status="shipped", released_in="1.2.3-rc.1"),
        fixed="""
        {% spec id="SPEC-002" status="shipped" released-in="1.2.3-rc.1" %}
        # B
        {% /spec %}
        """,
        file=SPEC_FILE,
    ),
    Case(
        "superseded-without-target",
        """
        {% work id="WORK-001" status="superseded" %}
                                      ^^^^^^^^^^ warning[superseded-without-target]
        # A
        {% /work %}
        """,
        entity("work", "WORK-001", status="superseded", supersedes="WORK-007"),
    ),
    Case(
        "broken-supersedes",
        """
        {% work id="WORK-001" status="draft" milestone="v1" supersedes="work-007" %}
                                                                        ^^^^^^^^ warning[broken-supersedes]
        # A
        {% /work %}
        """,
        work(supersedes="WORK-007"),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" supersedes="WORK-007" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "broken-source",
        """
        {% work id="WORK-001" status="draft" milestone="v1" source="SPEC-001 , SPCE-001" %}
                                                                               ^^^^^^^^ error[broken-source]
        # A
        {% /work %}
        """,
        work(source="SPEC-001 ,, WORK-007,"),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" source="SPEC-001 , SPEC-001" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "unknown-milestone",
        """
        {% work id="WORK-001" status="draft" milestone="V1" %}
                                                        ^^ warning[unknown-milestone]: WORK-001 has the milestone V1
        # A
        {% /work %}
        """,
        work(),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "circular-dependency",
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        See {% ref "WORK-002" /%}.

        ## Blocked by

        - {% ref "WORK-002" /%}
                  ^^^^^^^^ error[circular-dependency]: circular dependency: WORK-001 → WORK-002 → WORK-001
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        See {% ref "WORK-002" /%}.
        {% /work %}
        """,
        among={
            "work/WORK-002-c.md": entity(
                "work", "WORK-002", '## Deps\n\n{% ref "WORK-001" /%}', status="draft", milestone="v1"
            )
        },
    ),
    Case(
        "missing-section",
        """
        {% work id="WORK-001" status="ready" milestone="v1" %}
           ^^^^ warning[missing-section]: WORK-001 (status: ready) has no Acceptance Criteria section
        # A

        ## Background

        Prose.

        ## Refs
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Done when
        {% /work %}
        """,
        fixed="""
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Background

        Prose.

        ## Acceptance Criteria

        ## Refs
        {% /work %}
        """,
    ),
    Case(
        "no-milestone",
        """
        {% work id="WORK-001" status="draft" %}
           ^^^^ warning[no-milestone]: WORK-001 has no milestone assigned
        # A
        {% /work %}
        """,
        entity("work", "WORK-001", status="cancelled"),
    ),
    Case(
        "complete-milestone-open-item",
        """
        {% work id="WORK-001" status="draft" milestone="v0" %}
                                                        ^^ warning[complete-milestone-open-item]
        # A
        {% /work %}
        """,
        entity("work", "WORK-001", status="cancelled", milestone="v0"),
    ),
    Case(
        "done-without-resolution",
        """
        {% bug id="BUG-001" status="fixed" %}
           ^^^ info[done-without-resolution]: BUG-001 is fixed but has no Resolution section
        # A

        ## Steps

        ## Expected

        ## Actual
        {% /bug %}
        """,
        entity("bug", "BUG-001", status="wontfix"),
        file=BUG_FILE,
    ),
    Case(
        "resolution-not-done",
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A

        ## Resolution
        ^^^^^^^^^^^^^ warning[resolution-not-done]

        It works.
        {% /work %}
        """,
        entity("work", "WORK-001", RESOLVED, status="cancelled"),
    ),
    Case(
        "multiple-resolutions",
        """
        {% work id="WORK-001" status="cancelled" %}
        # A

        ## Resolution

        It works.
        ## Resolution
        ^^^^^^^^^^^^^ warning[multiple-resolutions]

        Again.
        {% /work %}
        """,
        entity("work", "WORK-001", f"{RESOLVED}\n\n```\n## Resolution\n```", status="cancelled"),
        fixed="""
        {% work id="WORK-001" status="cancelled" %}
        # A

        ## Resolution

        It works.

        ---

        Again.
        {% /work %}
        """,
    ),
    Case(
        "filename-missing-id",
        """
        {% work id="WORK-001" status="draft" milestone="v1" %}
                    ^^^^^^^^ warning[filename-missing-id]
        # A
        {% /work %}
        """,
        entity("milestone", "v2", status="planning"),
        file="work/an-idea.md",
    ),
    Case(
        "filename-id-mismatch",
        """
        {% work id="WORK-12" status="draft" milestone="v1" %}
                    ^^^^^^^ warning[filename-id-mismatch]: work/WORK-0012-a.md is named after WORK-0012
        # A
        {% /work %}
        """,
        entity("work", "WORK-0012", status="draft", milestone="v1"),
        file="work/WORK-0012-a.md",
        fixed="""
        {% work id="WORK-0012" status="draft" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "invalid-id",
        """
        {% work id="work_1" status="draft" milestone="v1" %}
                    ^^^^^^ error[invalid-id]: work/WORK-001-a.md has the id "work_1"; ids of work are WORK- and a number
        # A
        {% /work %}
        """,
        work(),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "type-mismatch",
        """
        {% spec id="WORK-001" status="draft" milestone="v1" %}
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[type-mismatch]: WORK-001 is the id of work
        # A
        {% /spec %}
        """,
        work(),
        fixed="""
        {% work id="WORK-001" status="draft" milestone="v1" %}
        # A
        {% /work %}
        """,
    ),
    Case(
        "malformed-checkbox",
        """
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Acceptance Criteria

        - [] One
        ^^^^^ warning[malformed-checkbox]: `- []` is not read as a checkbox
        - [x] Two
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Acceptance Criteria

        - [ ] One
        - [X] Two
        - [x](https://example.org) a link
        - f(x) is fast

        ```
        -[ ] code
        ```
        {% /work %}
        """,
        fixed="""
        {% work id="WORK-001" status="ready" milestone="v1" %}
        # A

        ## Acceptance Criteria

        - [ ] One
        - [x] Two
        {% /work %}
        """,
    ),
    Case(
        "invalid-date",
        """
        {% decision id="ADR-001" status="proposed" date="31 January 2026" %}
                                                         ^^^^^^^^^^^^^^^ warning[invalid-date]
        # A
        {% /decision %}
        """,
        entity("decision", "ADR-001", status="proposed", date="2026-01-31"),
        file="decisions/ADR-001-a.md",
        fixed="""
        {% decision id="ADR-001" status="proposed" date="2026-01-31" %}
        # A
        {% /decision %}
        """,
    ),
    Case(
        "spec-status-lag",
        """
        {% spec id="SPEC-002" status="accepted" %}
                                      ^^^^^^^^ warning[spec-status-lag]: SPEC-002 is accepted, but all its work is done
        # B
        {% /spec %}
        """,
        entity("spec", "SPEC-002", status="implemented"),
        file=SPEC_FILE,
        among={"work/WORK-002-c.md": entity("work", "WORK-002", status="done", **MADE_FOR_SPEC)},
        lifecycle=True,
    ),
    Case(
        "spec-status-ahead",
        """
        {% spec id="SPEC-002" status="implemented" %}
                                      ^^^^^^^^^^^ warning[spec-status-ahead]: SPEC-002 is implemented, but WORK-002 has not
        # B
        {% /spec %}
        """,
        entity("spec", "SPEC-002", status="accepted"),
        file=SPEC_FILE,
        among={"work/WORK-002-c.md": entity("work", "WORK-002", status="ready", **MADE_FOR_SPEC)},
        lifecycle=True,
    ),
    Case(
        "spec-started-in-draft",
        """
        {% spec id="SPEC-002" status="draft" %}
                                      ^^^^^ info[spec-started-in-draft]: SPEC-002 is draft, but WORK-002 has been started
        # B
        {% /spec %}
        """,
        entity("spec", "SPEC-002", status="review"),
        file=SPEC_FILE,
        among={"work/WORK-002-c.md": entity("work", "WORK-002", status="in-progress", **MADE_FOR_SPEC)},
        lifecycle=True,
    ),
    Case(
        "released-in-without-shipped",
        """
        {% spec id="SPEC-002" status="implemented" released-in="v1.0.0" %}
                                      ^^^^^^^^^^^ warning[released-in-without-shipped]
        # B
        {% /spec %}
        """,
        entity("spec", "SPEC-002", status="deprecated", released_in="v1.0.0"),
        file=SPEC_FILE,
        lifecycle=True,
    ),
    Case(
        "stale-blocked",
        """
        {% work id="WORK-001" status="blocked" milestone="v1" %}
                                      ^^^^^^^ warning[stale-blocked]
        # A

        ## Blocked by

        - {% ref "WORK-002" /%}
        - {% ref "SPEC-003" /%}
        {% /work %}
        """,
        """
        {% work id="WORK-001" status="blocked" milestone="v1" %}
        # A

        ## Blocked by

        - {% ref "WORK-002" /%}
        - {% ref "WORK-007" /%}
        {% /work %}
        """,
        among={
            "work/WORK-002-c.md": entity("work", "WORK-002", status="done", milestone="v1"),
            "specs/SPEC-003-c.md": entity("spec", "SPEC-003", status="accepted"),
        },
        lifecycle=True,
    ),
    Case(
        "milestone-complete-with-open-work",
        """
        {% milestone name="v1" status="complete" %}
                                       ^^^^^^^^ warning[milestone-complete-with-open-work]: v1 is complete, but WORK-007
        # A
        {% /milestone %}
        """,
        entity("milestone", "v1", status="active"),
        file="milestones/v1.md",
        lifecycle=True,
    ),
]
