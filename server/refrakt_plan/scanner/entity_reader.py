"""Reads the entity of a file from its text.

A file holds at most one entity: the first top-level tag with the name of an entity type, whatever the file's name and folder.
Tags and checkboxes in code blocks do not count.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from refrakt.plugins import Span, Text
from refrakt_plan.entity import Criterion, Entity, EntityReference, EntityResolution
from refrakt_plan.scanner.fast_outline import outline_of
from refrakt_plan.scanner.outline import Outline, OutlineHeading
from refrakt_plan.vocabulary import TYPES, EntityType

_PLAN_TAG = re.compile(r"\{%\s*+(?:/\s*+)?(?:" + "|".join(TYPES) + r")\b")
_CHECKBOX = re.compile(r"(?:^|(?<=[\r\n]))[^\S\r\n]*(-[^\S\r\n]+\[([ xX])\][^\S\r\n]+([^\r\n]+))")
_RESOLUTION_FIELD = re.compile(r"^(Completed|Branch|PR):(.*)\n?", re.MULTILINE)
_CODE = re.compile(r"\s*\\?`([^`]*?)\\?`")
"""A value in a code span, also one whose backticks were escaped by mistake; a comment may follow."""


def read_entity(file: str, path: Path, text: Text) -> Entity | None:
    """The entity in a text; None if it has none."""
    source = text.text
    # Most files without an entity are recognised without parsing.
    found = outline_of(source) if _PLAN_TAG.search(source) else None
    if found is None:
        return None
    kind = TYPES[found.type]
    headings = found.section_headings
    sections = [kind.section(each.text) for each in headings]
    return Entity(
        file,
        path,
        source,
        text.version,
        kind,
        {name: _text(value) for name, value in found.attributes.items()},
        next((each.text for each in found.headings if each.level == 1 and each.text), None),
        tuple(_criteria(source, found)),
        tuple(_references(found, headings, kind)),
        tuple(dict.fromkeys(name for name in sections if name)),
        _resolution(source, found, headings),
        found.tag,
        found.content,
        found.attribute_ranges,
    )


def _references(found: Outline, headings: Sequence[OutlineHeading], kind: EntityType) -> Iterator[EntityReference]:
    starts = [each.start for each in headings]
    for each in found.references:
        index = bisect_right(starts, each.range.start) - 1
        section = kind.section(headings[index].text) if index >= 0 else None
        yield EntityReference(each.id, each.range, each.value, section)


def _criteria(source: str, found: Outline) -> Iterator[Criterion]:
    starts = [each.start for each in found.fences]
    for box in _CHECKBOX.finditer(source, *found.content.bounds):
        before = bisect_right(starts, box.start(1))
        if not before or found.fences[before - 1].end <= box.start(1):
            yield Criterion(box[3].rstrip(), box[2] != " ", Span(*box.span(2)), Span(*box.span(1)))


def _resolution(source: str, found: Outline, headings: Sequence[OutlineHeading]) -> EntityResolution | None:
    """The first `Resolution` section; a check reports further ones."""
    for index, heading in enumerate(headings):
        if heading.text == "Resolution":
            end = headings[index + 1].start if index + 1 < len(headings) else found.content.end
            _, _, text = source[heading.start : end].replace("\r\n", "\n").replace("\r", "\n").partition("\n")
            fields: dict[str, str] = {}
            for field in _RESOLUTION_FIELD.finditer(text):
                code = _CODE.match(field[2])
                # An entity that was resolved twice has each field twice; the later one counts.
                fields[field[1]] = code[1] if code else field[2].strip()
            body = _RESOLUTION_FIELD.sub("", text).strip()
            section = Span(heading.start, end)
            return EntityResolution(section, body, fields.get("Completed"), fields.get("Branch"), fields.get("PR"))
    return None


def _text(value: Any) -> str:
    """An attribute's value as text: a number as written, a list with commas."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ",".join(map(_text, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, default=str)
