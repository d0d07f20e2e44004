"""Places in the text of an entity that issues point at, and what may be written there."""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.plugins import Range, Replacement
from refrakt_plan.entity import Entity, Reference

_BEFORE_NAME = re.compile(r"\{%\s*/?\s*")
LINE_END = re.compile(r"\r\n|\n|\r")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ITEM = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_PLAIN = re.compile(r'[^"\\%{}\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+')


def tag_name(entity: Entity) -> Range:
    """The name in the opening tag: the place of what is missing."""
    found = _BEFORE_NAME.match(entity.source, entity.tag.start)
    start = found.end() if found else entity.tag.start
    return Range(start, start + len(entity.kind.name))


def value_of(entity: Entity, name: str) -> Range:
    """The value of an attribute without its quotes; where there is none to mark, the name of the tag."""
    place = entity.places.get(name)
    inner = _inner(entity.source, place.value) if place else None
    return inner if inner and inner.start < inner.end else tag_name(entity)


def key_of(entity: Entity, name: str) -> Range:
    """The name of an attribute."""
    place = entity.places.get(name)
    return place.key if place else tag_name(entity)


def id_in(entity: Entity, reference: Reference) -> Range:
    """The id in a reference, without its quotes."""
    return _inner(entity.source, reference.value)


class Item(NamedTuple):
    """One of the values of an attribute that has several."""

    text: str
    place: Range
    written: bool
    """Whether exactly this text stands there, and another could."""


def items_of(entity: Entity, name: str) -> list[Item]:
    """The values of an attribute that holds several with commas between them."""
    value = entity.attributes.get(name) or ""
    if not value.strip(", \t"):
        return []
    place = value_of(entity, name)
    found = [Item(each[0], Range(*each.span()), True) for each in _ITEM.finditer(entity.source, *place)]
    if is_quoted(entity, name) and _unescaped(entity.source[place.start : place.end]) == value:
        return [Item(_unescaped(each.text), each.place, "\\" not in each.text) for each in found]
    return [Item(each[0], place, False) for each in _ITEM.finditer(value)]


def is_quoted(entity: Entity, name: str) -> bool:
    """Whether an attribute has a text in quotes."""
    place = entity.places.get(name)
    return place is not None and entity.source.startswith('"', place.value.start)


def with_value(entity: Entity, name: str, new: str) -> tuple[Replacement, ...]:
    """Give an attribute that is there another value; nothing where that could not be written."""
    place = entity.places.get(name)
    if place is None or not is_plain(new):
        return ()
    return (
        Replacement(_inner(entity.source, place.value), new) if is_quoted(entity, name) else _quoted(place.value, new),
    )


def is_plain(text: str) -> bool:
    """Whether a text can stand between quotes as it is."""
    return _PLAIN.fullmatch(text) is not None


def line_at(source: str, start: int) -> Range:
    """From a place to the end of its line."""
    end = LINE_END.search(source, start)
    return Range(start, start + len(source[start : end.start() if end else len(source)].rstrip()))


def line_end(source: str) -> str:
    """How lines of a text end."""
    found = LINE_END.search(source)
    return found[0] if found else "\n"


def position(source: str, offset: int) -> tuple[int, int]:
    """Line and column, counted from 1."""
    line, start = 1, 0
    for end in LINE_END.finditer(source, 0, offset):
        line, start = line + 1, end.end()
    return line, offset - start + 1


def _inner(source: str, value: Range) -> Range:
    quoted = source[value.start : value.start + 1] == '"' and value.end - value.start >= 2
    return Range(value.start + 1, value.end - 1) if quoted else value


def _quoted(place: Range, new: str) -> Replacement:
    return Replacement(place, f'"{new}"')


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)
