"""Spans in the text of an entity that problems point at, and the edits of their fixes."""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.plugins import Span, TextEdit
from refrakt_plan.entity import Entity, EntityReference

_BEFORE_NAME = re.compile(r"\{%\s*/?\s*")
LINE_END = re.compile(r"\r\n|\n|\r")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ITEM = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_PLAIN = re.compile(r'[^"\\%{}\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+')


def tag_name(entity: Entity) -> Span:
    """The name in the opening tag: the span for missing parts."""
    opening = _BEFORE_NAME.match(entity.source, entity.tag.start)
    start = opening.end() if opening else entity.tag.start
    return Span(start, start + len(entity.kind.name))


def value_of(entity: Entity, name: str) -> Span:
    """The value of an attribute without its quotes; the name of the tag if it has none."""
    ranges = entity.attribute_ranges.get(name)
    inner = _inner(entity.source, ranges.value) if ranges else None
    return inner if inner and inner.start < inner.end else tag_name(entity)


def key_of(entity: Entity, name: str) -> Span:
    """The name of an attribute."""
    ranges = entity.attribute_ranges.get(name)
    return ranges.key if ranges else tag_name(entity)


def id_in(entity: Entity, reference: EntityReference) -> Span:
    """The id in a reference, without its quotes."""
    return _inner(entity.source, reference.value)


class Item(NamedTuple):
    """An item of a list attribute."""

    text: str
    span: Span
    is_literal: bool
    """Whether the source has exactly this text, so that it can be replaced."""


def items_of(entity: Entity, name: str) -> list[Item]:
    """The items of a comma-separated attribute."""
    value = entity.attributes.get(name) or ""
    if not value.strip(", \t"):
        return []
    span = value_of(entity, name)
    if is_quoted(entity, name) and _unescaped(entity.source[span.start : span.end]) == value:
        items = _ITEM.finditer(entity.source, *span.bounds)
        return [Item(_unescaped(each[0]), Span(*each.span()), "\\" not in each[0]) for each in items]
    return [Item(each[0], span, False) for each in _ITEM.finditer(value)]


def is_quoted(entity: Entity, name: str) -> bool:
    """Whether the value of an attribute is in quotes."""
    ranges = entity.attribute_ranges.get(name)
    return ranges is not None and entity.source.startswith('"', ranges.value.start)


def with_value(entity: Entity, name: str, new: str | None) -> tuple[TextEdit, ...]:
    """Replaces the value of an existing attribute; nothing without a new value, or if it would need escapes."""
    ranges = entity.attribute_ranges.get(name)
    if ranges is None or new is None or not is_plain(new):
        return ()
    if is_quoted(entity, name):
        return (TextEdit(_inner(entity.source, ranges.value), new),)
    return (TextEdit(ranges.value, f'"{new}"'),)


def is_plain(text: str) -> bool:
    """Whether a text needs no escapes between quotes."""
    return _PLAIN.fullmatch(text) is not None


def line_at(source: str, start: int) -> Span:
    """From an offset to the end of its line."""
    end = LINE_END.search(source, start)
    return Span(start, start + len(source[start : end.start() if end else len(source)].rstrip()))


def line_end(source: str) -> str:
    """The line ending of a text."""
    first = LINE_END.search(source)
    return first[0] if first else "\n"


def position(source: str, offset: int) -> tuple[int, int]:
    """Line and column, counted from 1."""
    line, start = 1, 0
    for end in LINE_END.finditer(source, 0, offset):
        line, start = line + 1, end.end()
    return line, offset - start + 1


def _inner(source: str, value: Span) -> Span:
    quoted = source[value.start : value.start + 1] == '"' and value.end - value.start >= 2
    return Span(value.start + 1, value.end - 1) if quoted else value


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)
