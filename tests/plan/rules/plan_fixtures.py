"""Entity fixtures with expected problems.

    {% work id="WORK-001" status="dnoe" milestone="v1" %}
                                  ^^^^ error[invalid-status]: WORK-001 has status "dnoe"

A line of carets marks the text above it and names the expected problem; the text after the type is the beginning of the
message and optional. An entity without such lines must have no problems. It is part of a small plan.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from plan.plans import entity
from refrakt.plugins import FileEdit, Problem, Text
from refrakt_plan.entity import Entity
from refrakt_plan.rules import entity_problems
from refrakt_plan.rules.problem_spans import position
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.plan_scanner import Plan

FILE = "work/WORK-001-a.md"
AROUND: Mapping[str, str] = {
    "milestones/v1.md": entity("milestone", "v1", status="active"),
    "milestones/v0.md": entity("milestone", "v0", status="complete"),
    "specs/SPEC-001-a.md": entity("spec", "SPEC-001", status="draft"),
    "work/WORK-007-b.md": entity("work", "WORK-007", status="draft", milestone="v1"),
}
_MARK = re.compile(r"^( *)(\^+) (error|warning|info)\[([a-z-]+)\](?:: (.+))?$")


class Mark(NamedTuple):
    line: int
    start: int
    end: int
    severity: str
    type: str
    message: str


def plan_with(text: str, file: str = FILE, among: Mapping[str, str] | None = None) -> tuple[Plan, Entity]:
    """A plan with one entity among others."""
    texts = {**AROUND, **(among or {}), file: text}
    found = {name: read_entity(name, Path("/plan") / name, Text(texts[name])) for name in sorted(texts)}
    mine = found[file]
    assert mine is not None
    return Plan(Path("/plan"), tuple(each for each in found.values() if each is not None)), mine


def problems_in(
    text: str, file: str = FILE, among: Mapping[str, str] | None = None, lifecycle: bool = False
) -> list[Problem]:
    plan, mine = plan_with(text, file, among)
    return entity_problems(plan, mine, lifecycle)


def check_problems(
    fixture: str, file: str = FILE, among: Mapping[str, str] | None = None, lifecycle: bool = False
) -> list[Problem]:
    """Check that the problems of the entity are exactly the expected ones."""
    text, marks = read_fixture(fixture)
    found = problems_in(text, file, among, lifecycle)
    ours = sorted(_mark(text, each) for each in found)
    assert [each[:-1] for each in ours] == [each[:-1] for each in marks]
    for mark, wanted in zip(ours, marks, strict=True):
        assert mark.message.startswith(wanted.message), mark.message
    return found


def read_fixture(fixture: str) -> tuple[str, list[Mark]]:
    """The text of a fixture, and its marks."""
    lines: list[str] = []
    marks: list[Mark] = []
    for line in dedent(fixture).strip("\n").split("\n"):
        found = _MARK.match(line)
        if found is None:
            lines.append(line)
        else:
            marks.append(Mark(len(lines), found.start(2) + 1, found.end(2) + 1, found[3], found[4], found[5] or ""))
    return "\n".join(lines) + "\n", sorted(marks)


def fixed_text(text: str, problem: Problem) -> str:
    """A text after the fix of its problem."""
    assert problem.fix
    return FileEdit("", text, problem.edits).changed


def _mark(text: str, problem: Problem) -> Mark:
    line, start = position(text, problem.span.start)
    last, end = position(text, problem.span.end)
    assert last == line, f"{problem.code} marks more than a line"
    return Mark(line, start, end, problem.severity, problem.code, problem.message)
