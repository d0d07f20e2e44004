"""What the cursor is in: the name of a tag, an attribute, a value, plain text.

Everything is read off the tree and the tags as typed; nothing is looked for in the page as such. So a `%}` in a string, a tag
of several lines or one in a table cell is what Markdoc takes it for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.markdoc import Document
from refrakt.markdoc.literals import IDENTIFIER

from .answers import Range
from .around import nodes_around
from .cursor import Cursor, read_to
from .typed import TypedTag, tag_around

PlaceKind = Literal["name", "closing", "attribute", "value", "variable", "nothing", "text", "code", "frontmatter"]

_BEHIND_STRING = " \t\r\n/%,)]}"
"""What may follow the end of a string. Anything else shows that the quote opens the next one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the cursor is. `word` is the stretch that is being typed, also what of it stands behind the cursor."""

    kind: PlaceKind
    word: Range
    offset: int
    tag: TypedTag | None = None
    cursor: Cursor | None = None
    text: str = ""
    """The word itself."""
    closed: bool = False
    """Of a string, whether its closing quote is there."""

    @property
    def name(self) -> str:
        """The name of the tag, as far as it has been typed."""
        return self.tag.syntax.name if self.tag is not None else ""

    @property
    def attribute(self) -> str | None:
        """The attribute whose value this is."""
        return self.cursor.attribute if self.cursor is not None else None

    @property
    def quote(self) -> str:
        """The quote that opens the string this is in."""
        return self.cursor.quote if self.cursor is not None else ""

    @property
    def before(self) -> str:
        """The character in front of the word."""
        start = self.word.start - self.tag.base if self.tag is not None else 0
        return self.tag.block.text[start - 1 : start] if self.tag is not None else ""

    @property
    def behind(self) -> str:
        """The character behind the word; nothing at the end of a line."""
        end = self.word.end - self.tag.base if self.tag is not None else 0
        return self.tag.block.text[end : end + 1].strip("\r\n") if self.tag is not None else ""


def place_at(document: Document, offset: int) -> Place:
    """What stands at an offset of a page."""
    tag = tag_around(document, offset)
    if tag is None:
        return Place(_outside(document, offset), Range(offset, offset), offset)
    at = offset - tag.base
    content = tag.syntax.start + 2
    if not content <= at <= tag.content_end:
        return Place("nothing", Range(offset, offset), offset, tag)
    text = tag.block.text
    cursor = read_to(text, content, at)
    end, closed = _string_end(text, at, cursor.quote) if cursor.quote else (_word_end(text, at, tag, cursor), False)
    if cursor.kind == "nothing" or (not cursor.quote and _is_taken(text, end, tag, cursor)):
        return Place("nothing", Range(offset, offset), offset, tag)
    word = Range(tag.base + cursor.start, tag.base + end)
    return Place(cursor.kind, word, offset, tag, cursor, text[cursor.start : end], closed)


def _outside(document: Document, offset: int) -> PlaceKind:
    frontmatter = document.frontmatter
    if frontmatter is not None:
        start, end = document.offsets(frontmatter.span)
        if start <= offset <= end:
            return "frontmatter"
    around = nodes_around(document, offset)
    return "code" if any(node.type in ("fence", "code") for node in around) else "text"


def _is_taken(text: str, end: int, tag: TypedTag, cursor: Cursor) -> bool:
    """Whether what stands behind a word leaves no room for it to be one."""
    behind = text[end : tag.content_end]
    if cursor.kind == "value" and cursor.within and behind[:1] == "=":
        # The name of a parameter.
        return True
    if cursor.start < end:
        return False
    if cursor.kind == "name":
        return tag.syntax.terminated and behind.strip() not in ("", "/")
    if cursor.kind != "value":
        return False
    if cursor.within:
        return behind.lstrip()[:1] not in ("", ",", ")", "]", "}")
    return behind[:1] not in ("", " ", "\t", "\n", "\r", "/")


def _string_end(text: str, at: int, quote: str) -> tuple[int, bool]:
    """Where the string ends that the cursor is in, and whether a quote closes it; if not, where its word does."""
    close = text.find(quote, at)
    while close > 0 and text[close - 1] == "\\":
        close = text.find(quote, close + 1)
    if close >= 0 and text[close + 1 : close + 2] in _BEHIND_STRING and _is_in_line(text[at:close]):
        return close, True
    word = IDENTIFIER.match(text, at)
    return word.end() if word is not None else at, False


def _is_in_line(text: str) -> bool:
    return not any(sign in text for sign in ("\n", "\r", "%}"))


def _word_end(text: str, at: int, tag: TypedTag, cursor: Cursor) -> int:
    """Where the word ends that the cursor is in or in front of."""
    if cursor.kind == "attribute" and cursor.start == at:
        # Nothing is typed yet, and what follows is an attribute of its own.
        return at
    if cursor.kind == "value":
        given = next((each for each in tag.syntax.attributes if each.value[0] == cursor.start), None)
        is_number = given is not None and isinstance(given.annotation.value, int | float)
        if given is not None and (cursor.start == at or is_number) and _is_in_line(text[at : given.value[1]]):
            return max(at, given.value[1])
    word = IDENTIFIER.match(text, at, tag.content_end)
    return word.end() if word is not None else at
