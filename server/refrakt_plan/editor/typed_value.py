"""Finds the attribute value at the cursor, which need not be closed or quoted yet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from refrakt.plugins import Span
from refrakt.plugins.markdoc import Document

_OPENING = re.compile(r"\{%\s*([A-Za-z0-9_-]+)(?=[\s\"])")
_TOKEN = re.compile(
    r"""
    (?P<white>\s+)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<begun>"(?:[^"\\]|\\.)*$)
  | (?P<name>[A-Za-z0-9_-]+)=
  | (?P<word>[^\s"=\[\],]+)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REST = re.compile(r"[\w.#/-]*")
_STRING_END = re.compile(r"(?:[^\"\\\r\n%]|\\.|%(?!\}))*\"(?=[\s/%,\])}]|$)")
"""The rest of a string with its closing quote. A quote that is followed by a word opens the next string."""


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A value that contains the cursor."""

    tag: str
    attribute: str
    """`primary` for the unnamed value."""
    range: Span
    """The value on both sides of the cursor, without quotes."""
    text: str
    """The text of the range."""
    offset: int
    quoted: bool
    closed: bool
    """Whether it has a closing quote."""

    @property
    def item_range(self) -> Span:
        """The item of a comma-separated value that contains the cursor."""
        at = self.offset - self.range.start
        begin = self.text.rfind(",", 0, at) + 1
        end = self.text.find(",", at)
        piece = self.text[begin : end if end >= 0 else len(self.text)]
        start = self.range.start + min(begin + len(piece) - len(piece.lstrip()), at)
        return Span(start, max(self.range.start + begin + len(piece.rstrip()), self.offset))

    @property
    def other_items(self) -> list[str]:
        start, end = (each - self.range.start for each in self.item_range.bounds)
        return [each.strip() for each in f"{self.text[:start]},{self.text[end:]}".split(",") if each.strip()]


def is_in_tag(document: Document, offset: int) -> bool:
    """Whether an offset is in a tag, or after white space at the end of an unterminated one."""
    if document.tag_at(offset) is not None:
        return True
    before = document.text[:offset].rstrip(" \t")
    tag = document.tag_at(len(before)) if len(before) < offset else None
    return tag is not None and not tag.terminated


def typed_value_at(document: Document, offset: int) -> TypedValue | None:
    """The value at an offset, if any."""
    if not is_in_tag(document, offset):
        return None
    text = document.text
    # An unterminated tag extends over what follows: the last opening is the one at the cursor.
    opening = _OPENING.match(text, text.rfind("{%", 0, offset))
    if opening is None or opening.end() >= offset:
        return None
    start_of_value = _value_start(text, opening.end(), offset)
    if start_of_value is None:
        return None
    attribute, start, quoted = start_of_value
    rest_of_string = _STRING_END.match(text, offset) if quoted else None
    rest = _REST.match(text, offset)
    assert rest is not None, "the pattern matches the empty string"
    end = rest_of_string.end() - 1 if rest_of_string else rest.end()
    closed = rest_of_string is not None
    return TypedValue(opening[1], attribute or "primary", Span(start, end), text[start:end], offset, quoted, closed)


def _value_start(text: str, begin: int, offset: int) -> tuple[str, int, bool] | None:
    """Attribute, start and quotation of the value at an offset, from the tokens of its tag before the offset."""
    attribute, start, quoted, attributes, in_value = "", -1, False, 0, False
    for token in _TOKEN.finditer(text, begin, offset):
        kind, in_value = token.lastgroup, False
        if kind == "white":
            attribute = ""
        elif kind == "name":
            attribute, attributes, in_value, start = token["name"], attributes + 1, True, token.end()
        elif kind == "begun":
            in_value, quoted, start = True, True, token.start() + 1
        elif kind == "word":
            in_value, start = bool(attribute) or not attributes, token.start()
            attributes += not attribute
        else:
            attributes += kind == "string" and not attribute
    if not attributes and not in_value:
        return attribute, offset, quoted
    return (attribute, start, quoted) if in_value else None
