"""The value that somebody is typing in a tag, which need not be closed or even quoted yet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from refrakt.plugins import Range
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
_BEHIND = re.compile(r"(?:[^\"\\\r\n%]|\\.|%(?!\}))*\"(?=[\s/%,\])}]|$)")
"""What is left of a string and its closing quote. A quote that a word follows opens the next string."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A value with the cursor in it."""

    tag: str
    attribute: str
    """`primary` for the value without a name."""
    word: Range
    """What has been typed of it and what of it stands behind the cursor; without quotes."""
    text: str
    """The same as text."""
    offset: int
    quoted: bool
    closed: bool
    """Whether the closing quote is there."""

    @property
    def item(self) -> Range:
        """The one the cursor is in, of several with commas between them."""
        at = self.offset - self.word.start
        begin = self.text.rfind(",", 0, at) + 1
        end = self.text.find(",", at)
        piece = self.text[begin : end if end >= 0 else len(self.text)]
        start = self.word.start + min(begin + len(piece) - len(piece.lstrip()), at)
        return Range(start, max(self.word.start + begin + len(piece.rstrip()), self.offset))

    @property
    def others(self) -> list[str]:
        """The other items."""
        start, end = (each - self.word.start for each in self.item)
        return [each.strip() for each in f"{self.text[:start]},{self.text[end:]}".split(",") if each.strip()]


def in_tag(document: Document, offset: int) -> bool:
    """Whether a place is in a tag, or behind white space at the end of one that has no end yet."""
    if document.tag_at(offset) is not None:
        return True
    before = document.text[:offset].rstrip(" \t")
    tag = document.tag_at(len(before)) if len(before) < offset else None
    return tag is not None and not tag.terminated


def typed_at(document: Document, offset: int) -> Typed | None:
    """The value that an offset is in; None where there is none."""
    if not in_tag(document, offset):
        return None
    text = document.text
    # An unfinished tag has taken in what follows it: the last beginning is the one that somebody types in.
    opening = _OPENING.match(text, text.rfind("{%", 0, offset))
    if opening is None or opening.end() >= offset:
        return None
    attribute, start, quoted, given = "", -1, False, 0
    begun = False
    for token in _TOKEN.finditer(text, opening.end(), offset):
        what, begun = token.lastgroup, False
        if what == "white":
            attribute = ""
        elif what == "name":
            attribute, given, begun, start = token["name"], given + 1, True, token.end()
        elif what == "begun":
            begun, quoted, start = True, True, token.start() + 1
        elif what == "word":
            begun, start = bool(attribute) or not given, token.start()
            given += not attribute
        else:
            given += what == "string" and not attribute
    if not given and not begun:
        start, begun = offset, True
    if not begun:
        return None
    behind = _BEHIND.match(text, offset) if quoted else None
    rest = _REST.match(text, offset)
    assert rest is not None, "nothing fits, too"
    end = behind.end() - 1 if behind else rest.end()
    return Typed(
        opening[1], attribute or "primary", Range(start, end), text[start:end], offset, quoted, behind is not None
    )
