"""The files of a new plan: one example of each type, and instructions for people and agents.

The examples describe the reader's next step, which is to replace them. The instructions are generated from the vocabulary, so they
list exactly the existing statuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent

from refrakt_plan.vocabulary import COMPLEXITY, PRIORITY, SEVERITY, TYPES

INSTRUCTIONS = "INSTRUCTIONS.md"


@dataclass(frozen=True, slots=True)
class Example:
    """A file of a new plan."""

    id: str
    file: str
    text: str


def examples(today: str) -> Iterator[Example]:
    """The example files; `today` is the date of the decision."""
    yield _example(
        "SPEC-001",
        "specs/SPEC-001-a-plan-beside-the-code.md",
        """
        {% spec id="SPEC-001" status="draft" tags="plan" %}

        # A plan beside the code

        The goals of this project are written down next to the code and change with it.

        ## Contents

        - Specs like this one describe what is built, and why
        - Work items are small enough to finish
        - Decisions record the options and the reasons

        {% /spec %}
        """,
    )
    yield _example(
        "WORK-001",
        "work/WORK-001-plan-the-first-release.md",
        """
        {% work id="WORK-001" status="ready" priority="medium" complexity="simple" source="SPEC-001" milestone="v0.1.0" %}

        # Plan the first release

        These files are examples. Replace them with what this project needs next.

        ## Acceptance Criteria

        - [ ] The milestone states the purpose of the first release
        - [ ] Every goal of the milestone has a work item

        ## References

        - {% ref "SPEC-001" /%} explains the purpose of a plan

        {% /work %}
        """,
    )
    yield _example(
        "ADR-001",
        "decisions/ADR-001-keep-the-plan-in-the-repository.md",
        f"""
        {{% decision id="ADR-001" status="accepted" date="{today}" source="SPEC-001" %}}

        # Keep the plan in the repository

        ## Context

        A plan that is kept elsewhere is soon out of date.

        ## Options Considered

        - A separate issue tracker
        - Files next to the code

        ## Decision

        Files next to the code.

        ## Rationale

        A change and its reason are reviewed together.

        ## Consequences

        The plan has a history, and can have merge conflicts.

        {{% /decision %}}
        """,
    )
    yield _example(
        "v0.1.0",
        "milestones/v0.1.0.md",
        """
        {% milestone name="v0.1.0" status="active" %}

        # The first release

        Something that a person outside the project can use.

        - A person outside the project has used it

        {% /milestone %}
        """,
    )


def _example(id: str, file: str, text: str) -> Example:
    return Example(id, file, dedent(text).lstrip("\n"))


def instructions() -> str:
    """How a plan works, on one page."""
    rows = "\n".join(
        f"| `{kind.name}` | `{kind.folder}/` | {f'`{kind.prefix}001`' if kind.prefix else 'a name'} | "
        f"{', '.join(kind.statuses)} |"
        for kind in TYPES.values()
    )
    scales = "\n".join(
        f"- `{name}` ({where}): {', '.join(scale.values)}; default: {scale.default}"
        for name, where, scale in (
            ("priority", "work", PRIORITY),
            ("complexity", "work", COMPLEXITY),
            ("severity", "bugs", SEVERITY),
        )
    )
    return f"""# How this plan works

Every file in this folder holds one entity: the first tag in it determines its type. The first-level heading inside the tag is the
title; the rest is Markdoc.

| type | folder | id | statuses |
| --- | --- | --- | --- |
{rows}

{scales}

## Find something to do

- `refrakt plan next` shows what can be started now, `refrakt plan context WORK-001` everything needed to start, and
  `refrakt plan status` the state of the project. Agents have the same as tools: `plan.next`, `plan.context`, `plan.status`.
- An item is ready if its status is actionable and everything under its heading `Blocked by` is achieved. `Blocks` declares the
  same relation from the other side.
- Refer to entities with `ref` tags. An id in plain text is not a reference.

## Work on it

1. Before you start: `refrakt plan update WORK-001 --status in-progress`.
2. Check a box under `Acceptance Criteria` as soon as it is true, not before: `--check "words of its line"`.
3. At the end: `--status done` (for a bug: `fixed`) with `--resolve "…"`, which describes what was done and what to know later.
4. `refrakt plan validate` reports problems of the plan.

Agents: `plan.update`, `plan.validate`. Editing by hand is equivalent: values in the opening tag, boxes, and a section `Resolution`
with a line `Completed:` and the date.

`refrakt plan create work --title "What it is"` creates a work item with the next id, in a file named after it, like
`WORK-002-what-it-is.md`. For agents: `plan.create`.
"""


def paragraph(folder: str) -> str:
    """The paragraph about the plan in an agent's instruction file."""
    return (
        f"## Plan\n\nThe plan of this project is in {_code(f'{folder}/')}. "
        f"Read {_code(f'{folder}/{INSTRUCTIONS}')} before you change anything there. "
        "`refrakt plan next`, or the tool `plan.next`, shows what to start with.\n"
    )


def _code(text: str) -> str:
    """A text as a code span."""
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (max(map(len, re.findall("`+", text))) + 1)
    return f"{fence} {text} {fence}"
