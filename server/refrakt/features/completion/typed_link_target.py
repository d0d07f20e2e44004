"""The link target, or the label, that is being typed.

Half a link is not a link: `[setup](/do` is plain text in the tree. So the text of the paragraph, heading or cell is scanned as
Markdown would read the complete link. Code and tags are skipped as the tree has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, unquote

from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination

from refrakt.features.cursor_context import CursorContext
from refrakt.features.enclosing_tags import nodes_around
from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span
from refrakt.project.pages.reference_attributes import LinkKind
from refrakt.rules.problem_spans import line_end, line_start

_UNSAFE = re.compile(r"""[\s<>()"'\\%#?{}]""")
_UNSAFE_IN_BRACKETS = re.compile(r"""[\r\n<>\\%#?{}]""")
_UNSAFE_IN_QUOTES = re.compile(r"""[\s"\\%#?]""")
"""Characters that would end a target or have a meaning in it."""


@dataclass(frozen=True, slots=True)
class TypedTarget:
    """A link target, as far as it is typed."""

    kind: LinkKind
    span: Span
    """All of it, on both sides of the cursor."""
    text: str
    offset: int
    unsafe: re.Pattern[str] = _UNSAFE
    open_quote: str = ""
    """The missing quote before it."""
    close_quote: str = ""
    """The missing quote after it."""

    @property
    def typed(self) -> str:
        """The unescaped text before the cursor."""
        return unquote(self.text[: self.offset - self.span.start])

    def escape(self, part: str) -> str:
        """A part of a URL as it is written here."""
        return self.unsafe.sub(lambda each: quote(each[0], safe=""), part)


def target_in_value(cursor: CursorContext, kind: LinkKind) -> TypedTarget | None:
    """The target in the value of an attribute."""
    if not cursor.quote:
        return (
            TypedTarget(kind, cursor.span, "", cursor.span.start, _UNSAFE_IN_QUOTES, '"', '"')
            if not cursor.text
            else None
        )
    if cursor.quote != '"':
        return None  # Markdoc has no other quotes
    close = "" if cursor.closed else cursor.quote
    return TypedTarget(kind, cursor.span, cursor.text, cursor.offset, _UNSAFE_IN_QUOTES, close_quote=close)


def target_in_markdown(document: Document, offset: int) -> TypedTarget | None:
    """The target in running text or in a link reference definition."""
    found = _inline_context(document, offset)
    if found is None:
        return None
    reader, inline, block = found
    begin = reader.after_label(inline, block.definitions)
    if begin is not None:
        return reader.destination("link", begin)
    return reader.in_text(inline) if inline is not None else None


def label_at(document: Document, offset: int) -> Span | None:
    """The label in `[text][label]` at an offset, also without its closing bracket."""
    found = _inline_context(document, offset)
    return found.reader.label(found.inline) if found is not None and found.inline is not None else None


class _InlineContext(NamedTuple):
    reader: _LinkReader
    inline: Node | None
    block: Block


def _inline_context(document: Document, offset: int) -> _InlineContext | None:
    """The text around an offset, and a reader for it."""
    if not document.blocks:
        return None
    nodes = nodes_around(document, offset)
    if any(node.type in ("fence", "code", "comment") for node in nodes):
        return None
    inline = next((node for node in reversed(nodes) if node.type == "inline"), None)
    index = document.block_at(offset)
    block = document.blocks[index]
    if inline is not None and inline.block is not block.source:
        return None
    base = document.start_of(index)
    return _InlineContext(_LinkReader(block, offset - base, base), inline, block)


class _LinkReader:
    """Reads the text of a block up to the cursor."""

    def __init__(self, block: Block, at: int, base: int) -> None:
        self.block = block
        self.text = block.text
        self.at = at
        self.base = base

    def in_text(self, inline: Node) -> TypedTarget | None:
        text = self.text
        for opened, closed in self.brackets(inline):
            if text.startswith("(", closed + 1) and closed + 1 < self.at:
                is_image = opened > 0 and text[opened - 1] == "!"
                found = self.destination("image" if is_image else "link", closed + 2)
                if found is not None:
                    return found
        return None

    def label(self, inline: Node) -> Span | None:
        """The label after the brackets before the cursor."""
        text, at = self.text, self.at
        begin = text.rfind("[", inline.start, at) + 1
        if (
            not begin
            or {*"]\r\n"} & {*text[begin:at]}
            or all(closed != begin - 2 for _, closed in self.brackets(inline))
        ):
            return None
        end = next((n for n in range(at, line_end(text, at)) if text[n] in "[]"), at)
        return Span(self.base + begin, self.base + (end if text.startswith("]", end) else at))

    def brackets(self, inline: Node) -> Iterator[tuple[int, int]]:
        """The pairs of square brackets before the cursor, ordered by their ends."""
        text = self.text
        opaque = sorted(_opaque_spans(self.block, inline))
        brackets: list[int] = []
        at = inline.start
        while at < self.at:
            while opaque and opaque[0][0] < at:
                opaque.pop(0)
            if opaque and opaque[0][0] == at:
                at = opaque.pop(0)[1]
                continue
            char = text[at]
            if char == "\\":
                at += 1
            elif char == "[":
                brackets.append(at)
            elif char == "]" and brackets:
                yield brackets.pop(), at
            at += 1

    def destination(self, kind: LinkKind, begin: int) -> TypedTarget | None:
        """The target that begins here, if it contains the cursor."""
        text = self.text
        while begin < self.at and text[begin] in " \t\r\n":
            begin += 1
        stop = line_end(text, begin)
        if text.startswith("<", begin) and begin < self.at:
            end = next((n for n in range(begin + 1, stop) if text[n] in "<>"), stop)
            found = Span(begin + 1, end)
            unsafe = _UNSAFE_IN_BRACKETS
        else:
            read = parseLinkDestination(text, begin, stop)
            # Markdown does not read a target with an unclosed bracket; it ends with its word anyway.
            end = read.pos if read.ok else next((n for n in range(begin, stop) if text[n] in " \t)"), stop)
            found = Span(begin, end)
            unsafe = _UNSAFE
        if not found.start <= self.at <= found.end:
            return None
        span = Span(self.base + found.start, self.base + found.end)
        return TypedTarget(kind, span, text[found.start : found.end], self.base + self.at, unsafe)

    def after_label(self, inline: Node | None, definitions: dict[str, object]) -> int | None:
        """The start of the target in `[label]: target`, if the cursor is after the colon."""
        text = self.text
        start = line_start(text, self.at)
        while start < self.at and text[start] in " \t>":
            start += 1
        if not text.startswith("[", start):
            return None
        close = start + 1
        while close < self.at and text[close] != "]":
            close += 2 if text[close] == "\\" else 1
        if not text.startswith("]:", close) or close + 2 > self.at:
            return None
        label = normalizeReference(text[start + 1 : close])
        begins = label in definitions if inline is None else inline.start == start
        return close + 2 if begins or not text[close + 2 : self.at].strip() else None


def _opaque_spans(block: Block, inline: Node) -> Iterator[tuple[int, int]]:
    """Code and tags, whose characters are not link syntax."""
    codes = (node for node in inline.walk() if node.type == "code" and node.block is block.source)
    yield from ((node.start, node.end) for node in codes)
    yield from ((tag.start, tag.end) for tag in block.tags if tag.start >= inline.start)
