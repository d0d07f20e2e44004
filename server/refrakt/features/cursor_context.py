"""What the cursor is in: the name of a tag, an attribute, a value, plain text.

It is derived from the tree and from the tags as typed, never from a text search, so a `%}` in a string, a tag of several lines or
one in a table cell is what Markdoc makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.tag_at_cursor import TagAtCursor, tag_at
from refrakt.features.tag_prefix import TagPrefix, read_prefix
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span
from refrakt.markdoc.value_parser import IDENTIFIER

CursorKind = Literal["name", "closing", "attribute", "value", "variable", "nothing", "text", "code", "frontmatter"]

_AFTER_STRING = " \t\r\n/%,)]}"
"""What may follow the end of a string. Before anything else, the quote opens the next string."""


@dataclass(frozen=True, slots=True)
class CursorContext:
    """The syntactic context of the cursor. `span` is what is being typed, on both sides of the cursor."""

    kind: CursorKind
    span: Span
    offset: int
    tag: TagAtCursor | None = None
    prefix: TagPrefix | None = None
    text: str = ""
    """The text of `span`."""
    closed: bool = False
    """Of a string: whether its closing quote is there."""

    @property
    def name(self) -> str:
        """The name of the tag, as far as it is typed."""
        return self.tag.syntax.name if self.tag is not None else ""

    @property
    def attribute(self) -> str | None:
        """The attribute whose value this is."""
        return self.prefix.attribute if self.prefix is not None else None

    @property
    def quote(self) -> str:
        """The quote that opens the string the cursor is in."""
        return self.prefix.quote if self.prefix is not None else ""

    @property
    def previous_char(self) -> str:
        """The character before the span."""
        start = self.span.start - self.tag.base if self.tag is not None else 0
        return self.tag.block.text[start - 1 : start] if self.tag is not None else ""

    @property
    def next_char(self) -> str:
        """The character after the span; empty at the end of a line."""
        end = self.span.end - self.tag.base if self.tag is not None else 0
        return self.tag.block.text[end : end + 1].strip("\r\n") if self.tag is not None else ""


def cursor_context_at(document: Document, offset: int) -> CursorContext:
    """The context of an offset in a page."""
    tag = tag_at(document, offset)
    if tag is None:
        return CursorContext(_kind_outside_tags(document, offset), Span(offset, offset), offset)
    at = offset - tag.base
    content = tag.syntax.start + 2
    if not content <= at <= tag.content_end:
        return CursorContext("nothing", Span(offset, offset), offset, tag)
    text = tag.block.text
    prefix = read_prefix(text, content, at)
    end, closed = _string_end(text, at, prefix.quote) if prefix.quote else (_token_end(text, at, tag, prefix), False)
    if prefix.kind == "nothing" or (not prefix.quote and _is_followed_by_text(text, end, tag, prefix)):
        return CursorContext("nothing", Span(offset, offset), offset, tag)
    span = Span(tag.base + prefix.start, tag.base + end)
    return CursorContext(prefix.kind, span, offset, tag, prefix, text[prefix.start : end], closed)


def _kind_outside_tags(document: Document, offset: int) -> CursorKind:
    frontmatter = document.frontmatter
    if frontmatter is not None:
        start, end = document.offsets(frontmatter.span)
        if start <= offset <= end:
            return "frontmatter"
    around = nodes_around(document, offset)
    return "code" if any(node.type in ("fence", "code") for node in around) else "text"


def _is_followed_by_text(text: str, end: int, tag: TagAtCursor, prefix: TagPrefix) -> bool:
    """Whether the text after a token makes it part of something else."""
    after = text[end : tag.content_end]
    if prefix.kind == "value" and prefix.brackets and after[:1] == "=":
        # the name of a function argument
        return True
    if prefix.start < end:
        return False
    if prefix.kind == "name":
        return tag.syntax.terminated and after.strip() not in ("", "/")
    if prefix.kind != "value":
        return False
    if prefix.brackets:
        return after.lstrip()[:1] not in ("", ",", ")", "]", "}")
    return after[:1] not in ("", " ", "\t", "\n", "\r", "/")


def _string_end(text: str, at: int, quote: str) -> tuple[int, bool]:
    """The end of the string at the cursor, and whether a quote closes it; if not, the end of its last name."""
    close = text.find(quote, at)
    while close > 0 and text[close - 1] == "\\":
        close = text.find(quote, close + 1)
    if close >= 0 and text[close + 1 : close + 2] in _AFTER_STRING and _is_in_line(text[at:close]):
        return close, True
    name = IDENTIFIER.match(text, at)
    return name.end() if name is not None else at, False


def _is_in_line(text: str) -> bool:
    return not any(end in text for end in ("\n", "\r", "%}"))


def _token_end(text: str, at: int, tag: TagAtCursor, prefix: TagPrefix) -> int:
    """The end of the token that the cursor is in or before."""
    if prefix.kind == "attribute" and prefix.start == at:
        # Nothing is typed yet; the following text is another attribute.
        return at
    if prefix.kind == "value":
        written = next((each for each in tag.syntax.attributes if each.value[0] == prefix.start), None)
        is_number = written is not None and isinstance(written.annotation.value, int | float)
        if written is not None and (prefix.start == at or is_number) and _is_in_line(text[at : written.value[1]]):
            return max(at, written.value[1])
    name = IDENTIFIER.match(text, at, tag.content_end)
    return name.end() if name is not None else at
