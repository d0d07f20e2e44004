"""Entities with what is wrong written under it.

    {% work id="WORK-001" status="dnoe" milestone="v1" %}
                                  ^^^^ error[invalid-status]: WORK-001 has status "dnoe"

A line of carets marks the text above it and names the issue that is found there; what follows the type is the beginning of the
message and may be left out. An entity without such lines has nothing wrong with it. It stands in a small plan with others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from plan.plans import entity
from refrakt.plugins import FileEdit, Text
from refrakt_plan.checks import Issue, issues_of
from refrakt_plan.checks.places import position
from refrakt_plan.entity import Entity
from refrakt_plan.reading.page import read_entity
from refrakt_plan.reading.scanner import Plan

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


def issues_in(
    text: str, file: str = FILE, among: Mapping[str, str] | None = None, lifecycle: bool = False
) -> list[Issue]:
    plan, mine = plan_with(text, file, among)
    return issues_of(plan, mine, lifecycle)


def check_issues(
    fixture: str, file: str = FILE, among: Mapping[str, str] | None = None, lifecycle: bool = False
) -> list[Issue]:
    """What is found in the entity is exactly what is written under its lines."""
    text, marks = read_fixture(fixture)
    found = issues_in(text, file, among, lifecycle)
    ours = sorted(map(_mark, found))
    assert [each[:-1] for each in ours] == [each[:-1] for each in marks]
    for mark, wanted in zip(ours, marks, strict=True):
        assert mark.message.startswith(wanted.message), mark.message
    return found


def read_fixture(fixture: str) -> tuple[str, list[Mark]]:
    """The text of a fixture, and what is marked in it."""
    lines: list[str] = []
    marks: list[Mark] = []
    for line in dedent(fixture).strip("\n").split("\n"):
        found = _MARK.match(line)
        if found is None:
            lines.append(line)
        else:
            marks.append(Mark(len(lines), found.start(2) + 1, found.end(2) + 1, found[3], found[4], found[5] or ""))
    return "\n".join(lines) + "\n", sorted(marks)


def mended(issue: Issue) -> str:
    """The text of the file after the fix of an issue."""
    assert issue.fix
    return FileEdit(issue.entity.file, issue.entity.source, issue.fix).changed


def _mark(issue: Issue) -> Mark:
    line, start = position(issue.entity.source, issue.place.start)
    last, end = position(issue.entity.source, issue.place.end)
    assert last == line, f"{issue.type} marks more than a line"
    return Mark(line, start, end, issue.severity, issue.type, issue.message)
