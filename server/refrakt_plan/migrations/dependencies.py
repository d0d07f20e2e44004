"""Renames the heading `Dependencies` to `Blocked by`, which shows the direction.

Both mean the same, but some authors listed blocked entities under the older heading. Such lines are reported for review, because
only a person knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.plugins import CommandContext, RefraktError, Span, TextEdit, WorkspaceEdit
from refrakt_plan.editing.entity_edits import entity_file_edit, validation_error
from refrakt_plan.entity import Entity
from refrakt_plan.migrations.migration import Migration, MigrationFailure, MigrationStep
from refrakt_plan.scanner.fast_outline import outline_of
from refrakt_plan.scanner.outline import OutlineHeading
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import DEPRECATED_HEADINGS, REVERSE_DEPENDENCY

_LINE_END = re.compile(r"\r\n|\n|\r")


def dependencies(plan: Plan, context: CommandContext) -> Migration:
    counts = dict.fromkeys(("otherTypes", "alreadyCorrect"), 0)
    steps: list[MigrationStep] = []
    failures: list[MigrationFailure] = []
    flagged: list[Mapping[str, Any]] = []
    for entity in plan.entities:
        try:
            headings = list(_deprecated(entity))
            if not headings:
                counts["alreadyCorrect" if entity.kind.is_task else "otherTypes"] += 1
                continue
            edit = entity_file_edit(entity, [replacement for _, replacement in headings], context.cwd)
        except RefraktError as error:
            failures.append(MigrationFailure(entity.file, error.message))
            continue
        for section, _ in headings:
            flagged += _reversed(entity, section)
        (section, (span, new)), *_ = headings
        report = {
            "id": entity.id,
            "file": entity.file,
            "line": _line(entity, section.start),
            "from": entity.source[span.start : span.end],
            "to": new,
        }
        steps.append(MigrationStep(entity.file, report, WorkspaceEdit(edits=(edit,))))
    return Migration(steps, counts, failures, {"flagged": flagged})


def _deprecated(entity: Entity) -> Iterator[tuple[Span, TextEdit]]:
    """The sections with a deprecated heading, each with the replacement of its text."""
    source = entity.source
    if not entity.kind.sections or not any(name in source.lower() for name in DEPRECATED_HEADINGS):
        return
    found = outline_of(source)
    assert found is not None
    headings = found.section_headings
    ends = [*(each.start for each in headings[1:]), found.content.end]
    for heading, end in zip(headings, ends, strict=False):
        new = DEPRECATED_HEADINGS.get(heading.text.lower())
        if new is not None and entity.kind.section(heading.text) == new:
            yield Span(heading.start, end), TextEdit(_text_range(source, heading), new)


def _text_range(source: str, heading: OutlineHeading) -> Span:
    line_end = _LINE_END.search(source, heading.start)
    at = source.find(heading.text, heading.start, line_end.start() if line_end else len(source))
    if at < 0:
        raise validation_error(f'the heading "{heading.text}" contains markup', "Write it as plain text.")
    return Span(at, at + len(heading.text))


def _reversed(entity: Entity, section: Span) -> Iterator[Mapping[str, Any]]:
    lines = _LINE_END.split(entity.source[section.start : section.end])
    first = _line(entity, section.start)
    for number, line in enumerate(lines[1:], start=first + 1):
        if REVERSE_DEPENDENCY.search(line):
            yield {"id": entity.id, "file": entity.file, "line": number, "text": line.strip()}


def _line(entity: Entity, at: int) -> int:
    return len(_LINE_END.findall(entity.source, 0, at)) + 1
