"""From the text of a file to the entity in it.

A file holds one entity at most: the first tag at the top level that has the name of a type, whatever the file is called and
wherever it lies. Tags and boxes in code blocks are samples and count for nothing.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from refrakt.plugins import Range, Text
from refrakt_plan.entity import Criterion, Entity, Reference, Resolution
from refrakt_plan.reading.outline import Heading, Outline, outline
from refrakt_plan.reading.skim import skim
from refrakt_plan.vocabulary import TYPES, EntityType

_PLAN_TAG = re.compile(r"\{%\s*+(?:/\s*+)?(?:" + "|".join(TYPES) + r")\b")
_BOX = re.compile(r"(?:^|(?<=[\r\n]))[^\S\r\n]*(-[^\S\r\n]+\[([ xX])\][^\S\r\n]+([^\r\n]+))")
_FACT = re.compile(r"^(Completed|Branch|PR):(.*)\n?", re.MULTILINE)
_CODE = re.compile(r"\s*\\?`([^`]*?)\\?`")
"""A value in code marks, also where they were escaped by mistake; a remark may follow."""


def read_entity(file: str, path: Path, text: Text) -> Entity | None:
    """The entity in a text; None where there is none."""
    source = text.text
    # Most files that are no entity say so before they are parsed.
    found = (skim(source) or outline(source)) if _PLAN_TAG.search(source) else None
    if found is None:
        return None
    kind = TYPES[found.type]
    direct = [each for each in found.headings if each.direct and each.level == 2]
    sections = [kind.section(each.text) for each in direct]
    return Entity(
        file,
        path,
        source,
        text.version,
        kind,
        {name: _text(value) for name, value in found.attributes.items()},
        next((each.text for each in found.headings if each.level == 1 and each.text), None),
        tuple(_criteria(source, found)),
        tuple(_references(found, direct, kind)),
        tuple(dict.fromkeys(name for name in sections if name)),
        _resolution(source, found, direct),
        found.tag,
        found.content,
        found.places,
    )


def _references(found: Outline, direct: Sequence[Heading], kind: EntityType) -> Iterator[Reference]:
    starts = [each.start for each in direct]
    for each in found.mentions:
        index = bisect_right(starts, each.place.start) - 1
        section = kind.section(direct[index].text) if index >= 0 else None
        yield Reference(each.id, section, each.place, each.value)


def _criteria(source: str, found: Outline) -> Iterator[Criterion]:
    starts = [each.start for each in found.fences]
    for box in _BOX.finditer(source, *found.content):
        before = bisect_right(starts, box.start(1))
        if not before or found.fences[before - 1].end <= box.start(1):
            yield Criterion(box[3].rstrip(), box[2] != " ", Range(*box.span(2)), Range(*box.span(1)))


def _resolution(source: str, found: Outline, direct: Sequence[Heading]) -> Resolution | None:
    """The first section of this name; others are reported when the plan is validated."""
    for index, heading in enumerate(direct):
        if heading.text == "Resolution":
            end = direct[index + 1].start if index + 1 < len(direct) else found.content.end
            place = Range(heading.start, end)
            _, _, told = source[heading.start : end].replace("\r\n", "\n").replace("\r", "\n").partition("\n")
            facts: dict[str, str] = {}
            for fact in _FACT.finditer(told):
                quoted = _CODE.match(fact[2])
                # What was resolved twice says so twice; the later one counts.
                facts[fact[1]] = quoted[1] if quoted else fact[2].strip()
            body = _FACT.sub("", told).strip()
            return Resolution(place, body, facts.get("Completed"), facts.get("Branch"), facts.get("PR"))
    return None


def _text(value: Any) -> str:
    """An attribute's value as text: numbers as they are written, lists with commas."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ",".join(map(_text, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, default=str)
