"""A heading that was meant as a known section: misspelt, on another level, in bold, or with the name that other tools use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from refrakt.plugins import Span, TextEdit
from refrakt.plugins.name_suggestion import nearest
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import SECTION_SYNONYMS

_LINE = re.compile(
    r"(?:^|(?<=\r))(?:(?P<level>#{1,6})(?P<gap>[ \t]*)(?P<heading>[^\s#][^\r\n]*)"
    r"|(?P<mark>\*\*|__)(?P<bold>[^*_\r\n]+)(?P=mark):?[ \t]*(?=[\r\n]|\Z))",
    re.MULTILINE,
)
_MOST = 200
"""How many headings are compared."""


class SimilarHeading(NamedTuple):
    """A line that was meant as the heading of a section."""

    span: Span
    edit: TextEdit
    reason: str
    exact: bool


def similar_heading(entity: Entity, section: str) -> SimilarHeading | None:
    """The line that was meant as a missing section."""
    found = list(_lines(entity))[:_MOST]
    names = {_folded(each) for each in (section, *entity.kind.sections.get(section, ()))}
    for each in found:
        if _folded(_text(each)) in names and not _is_read(each):
            return _similar(each, section, _wrong_form(each), exact=True)
    unknown = {_folded(_text(each)): each for each in found if entity.kind.section(_text(each)) is None}
    for name in names:
        if len(name) > 4 and (near := nearest(name, unknown)):
            return _similar(unknown[near[0]], section, f"'{_text(unknown[near[0]])}' is not known", exact=True)
    for synonym in SECTION_SYNONYMS.get(section, ()):
        if _folded(synonym) in unknown:
            heading = unknown[_folded(synonym)]
            return _similar(heading, section, f"'{_text(heading)}' may be meant", exact=False)
    return None


def _lines(entity: Entity) -> Iterator[re.Match[str]]:
    from refrakt_plan.scanner.fast_outline import outline_of

    outline = outline_of(entity.source)
    fences = outline.fences if outline is not None else ()
    for found in _LINE.finditer(entity.source, *entity.content.bounds):
        if not any(each.start <= found.start() < each.end for each in fences):
            yield found


def _text(found: re.Match[str]) -> str:
    return (found["heading"] or found["bold"]).strip(" \t#").rstrip(":").strip("*_ ")


def _is_read(found: re.Match[str]) -> bool:
    """Whether a line is a heading of a section, so that another cause prevents it from being one."""
    return found["level"] == "##" and bool(found["gap"]) and found["heading"].strip(" \t#") == _text(found)


def _wrong_form(found: re.Match[str]) -> str:
    if found["bold"] is not None:
        return "a line in bold is not a heading"
    if not found["gap"]:
        return f"a space is missing after `{found['level']}`"
    if found["level"] != "##":
        return f"its heading is on level {len(found['level'])}, sections are on level 2"
    return f"its heading is '{found['heading']}'"


def _similar(found: re.Match[str], section: str, reason: str, *, exact: bool) -> SimilarHeading:
    span = Span(*found.span())
    return SimilarHeading(span, TextEdit(span, f"## {section}"), reason, exact)


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
