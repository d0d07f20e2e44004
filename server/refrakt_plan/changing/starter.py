"""What a new plan begins with: one example of each thing, and a page that tells people and agents how a plan works.

The examples plan the very thing a reader does next, replacing them. The page of instructions is made from the vocabulary, so it
names no status that does not exist.
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
    """A first file of a plan."""

    id: str
    file: str
    text: str


def examples(today: str) -> Iterator[Example]:
    """The first files, with this date on the decision."""
    yield _example(
        "SPEC-001",
        "specs/SPEC-001-a-plan-beside-the-code.md",
        """
        {% spec id="SPEC-001" status="draft" tags="plan" %}

        # A plan beside the code

        What this project is to become is written down where everybody works on it, and changes with it.

        ## What a reader finds

        - Why something is built, in a spec like this one
        - What is to be done, in pieces small enough to finish
        - What was decided, and what was given up for it

        {% /spec %}
        """,
    )
    yield _example(
        "WORK-001",
        "work/WORK-001-plan-the-first-release.md",
        """
        {% work id="WORK-001" status="ready" priority="medium" complexity="simple" source="SPEC-001" milestone="v0.1.0" %}

        # Plan the first release

        These files are examples. Put in their place what this project really wants next.

        ## Acceptance Criteria

        - [ ] The milestone says what the first release is for
        - [ ] Every goal of it has a piece of work

        ## References

        - {% ref "SPEC-001" /%} says what a plan is for

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

        A plan that lives elsewhere is out of date by the time somebody reads it.

        ## Options Considered

        - A tracker of its own
        - Files next to the code

        ## Decision

        Files next to the code.

        ## Rationale

        A change and the reason for it are reviewed together.

        ## Consequences

        The plan has a history, and merge conflicts.

        {{% /decision %}}
        """,
    )
    yield _example(
        "v0.1.0",
        "milestones/v0.1.0.md",
        """
        {% milestone name="v0.1.0" status="active" %}

        # The first release

        Something that one person outside the project can use.

        - Somebody has used it

        {% /milestone %}
        """,
    )


def _example(id: str, file: str, text: str) -> Example:
    return Example(id, file, dedent(text).lstrip("\n"))


def instructions() -> str:
    """How a plan works, in one page."""
    rows = "\n".join(
        f"| `{kind.name}` | `{kind.folder}/` | {f'`{kind.prefix}001`' if kind.prefix else 'a name'} | "
        f"{', '.join(kind.statuses)} |"
        for kind in TYPES.values()
    )
    scales = "\n".join(
        f"- `{name}` ({where}): {', '.join(scale.values)}; without it, {scale.default}"
        for name, where, scale in (
            ("priority", "work", PRIORITY),
            ("complexity", "work", COMPLEXITY),
            ("severity", "bugs", SEVERITY),
        )
    )
    return f"""# How this plan works

Every file below this folder holds one entity: the first tag in it says what it is. The first-level heading inside the tag is its
title; the rest is Markdoc.

| type | folder | id | statuses |
| --- | --- | --- | --- |
{rows}

{scales}

## Finding something to do

- `refrakt plan next` tells what can be started now, `refrakt plan context WORK-001` all it takes to start on it, and
  `refrakt plan status` where the project stands. Agents have the same as tools: `plan.next`, `plan.context`, `plan.status`.
- Something is ready when its status says so and everything under its heading `Blocked by` is achieved. `Blocks` says the
  same from the other side.
- Entities are named with `ref` tags. A name in running text is a name and no more.

## Working on it

1. Before you begin: `refrakt plan update WORK-001 --status in-progress`.
2. Tick a box under `Acceptance Criteria` when it is true, not before: `--check "words of its line"`.
3. At the end: `--status done` (a bug: `fixed`) with `--resolve "…"`, which says what was done and what the next person should know.
4. `refrakt plan validate` tells whether the plan is sound.

Agents: `plan.update`, `plan.validate`. By hand it is the same: values in the opening tag, boxes, and a section `Resolution` with
a line `Completed:` and the date.

`refrakt plan create work --title "What it is"` makes a new piece of work with the next id, in a file that is called after it, like
`WORK-002-what-it-is.md`. For agents: `plan.create`.
"""


def paragraph(folder: str) -> str:
    """What an agent is told about the plan, in the file it reads first."""
    return (
        f"## Plan\n\nWhat is to be done in this project stands in {_code(f'{folder}/')}. "
        f"Read {_code(f'{folder}/{INSTRUCTIONS}')} before you change anything there. "
        "`refrakt plan next`, or the tool `plan.next`, tells what to start on.\n"
    )


def _code(text: str) -> str:
    """A text as a code span: nothing in it is Markdown."""
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (max(map(len, re.findall("`+", text))) + 1)
    return f"{fence} {text} {fence}"
