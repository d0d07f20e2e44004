"""Headings that say which way a dependency goes: `Blocked by` in the place of `Dependencies`.

Both mean the same. But under the older heading some have written what the other way round waits for them: such lines are told,
and left to a person, because only a person knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.plugins import Changes, CommandContext, Range, RefraktError, Replacement
from refrakt_plan.changing.editing import edited, refused
from refrakt_plan.entity import Entity
from refrakt_plan.migrations.steps import Migration, Step, Trouble
from refrakt_plan.reading.outline import Heading, outline
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.reading.skim import skim
from refrakt_plan.vocabulary import DEPRECATED, REVERSED

_LINE_END = re.compile(r"\r\n|\n|\r")


def dependencies(plan: Plan, context: CommandContext) -> Migration:
    counts = dict.fromkeys(("otherTypes", "alreadyCorrect"), 0)
    steps: list[Step] = []
    troubles: list[Trouble] = []
    flagged: list[Mapping[str, Any]] = []
    for entity in plan.entities:
        try:
            headings = list(_deprecated(entity))
            if not headings:
                counts["alreadyCorrect" if entity.kind.is_task else "otherTypes"] += 1
                continue
            edit = edited(entity, [replacement for _, replacement in headings], context.cwd)
        except RefraktError as trouble:
            troubles.append(Trouble(entity.file, trouble.message))
            continue
        for section, _ in headings:
            flagged += _reversed(entity, section)
        (section, (place, new)), *_ = headings
        told = {
            "id": entity.id,
            "file": entity.file,
            "line": _line(entity, section.start),
            "from": entity.source[place.start : place.end],
            "to": new,
        }
        steps.append(Step(entity.file, told, Changes(edits=(edit,))))
    return Migration(steps, counts, troubles, {"flagged": flagged})


def _deprecated(entity: Entity) -> Iterator[tuple[Range, Replacement]]:
    """The sections with such a heading, each with the words to be put in its place."""
    source = entity.source
    if not entity.kind.sections or not any(name in source.lower() for name in DEPRECATED):
        return
    found = skim(source) or outline(source)
    assert found is not None
    direct = [each for each in found.headings if each.direct and each.level == 2]
    ends = [*(each.start for each in direct[1:]), found.content.end]
    for heading, end in zip(direct, ends, strict=False):
        new = DEPRECATED.get(heading.text.lower())
        if new is not None and entity.kind.section(heading.text) == new:
            yield Range(heading.start, end), Replacement(_words(source, heading), new)


def _words(source: str, heading: Heading) -> Range:
    line_end = _LINE_END.search(source, heading.start)
    at = source.find(heading.text, heading.start, line_end.start() if line_end else len(source))
    if at < 0:
        raise refused(f'the heading "{heading.text}" is written in several pieces', "Write it as plain words.")
    return Range(at, at + len(heading.text))


def _reversed(entity: Entity, section: Range) -> Iterator[Mapping[str, Any]]:
    lines = _LINE_END.split(entity.source[section.start : section.end])
    first = _line(entity, section.start)
    for number, line in enumerate(lines[1:], start=first + 1):
        if REVERSED.search(line):
            yield {"id": entity.id, "file": entity.file, "line": number, "text": line.strip()}


def _line(entity: Entity, at: int) -> int:
    return len(_LINE_END.findall(entity.source, 0, at)) + 1
