"""The target of a link that is being typed, or the label that stands for one.

Half a link is no link: `[setup](/do` is plain text to the tree. So the text of the paragraph, heading or cell around the cursor is
gone through as Markdown would read it once its brackets are there. Code and tags in it are passed over as the tree has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, unquote

from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination

from refrakt.markdoc import Document, Node
from refrakt.markdoc.reader import Block
from refrakt.project.pages.references import LinkKind
from refrakt.rules.places import line_end, line_start

from ..answers import Range
from ..around import nodes_around
from ..place import Place

_PLAIN = re.compile(r"""[\s<>()"'\\%#?{}]""")
_IN_BRACKETS = re.compile(r"""[\r\n<>\\%#?{}]""")
_IN_QUOTES = re.compile(r"""[\s"\\%#?]""")
"""What would end a target, or mean something else in it."""


@dataclass(frozen=True, slots=True)
class TypedTarget:
    """A target, as far as it has been typed."""

    kind: LinkKind
    place: Range
    """All of it, also what stands behind the cursor."""
    text: str
    offset: int
    unsafe: re.Pattern[str] = _PLAIN
    lead: str = ""
    """What is missing in front of it, and"""
    close: str = ""
    """behind it."""

    @property
    def typed(self) -> str:
        """What stands before the cursor, with nothing escaped."""
        return unquote(self.text[: self.offset - self.place.start])

    def written(self, part: str) -> str:
        """A piece of an address as it is written here."""
        return self.unsafe.sub(lambda each: quote(each[0], safe=""), part)


def in_value(place: Place, kind: LinkKind) -> TypedTarget | None:
    """The target that is the value of an attribute."""
    if not place.quote:
        return TypedTarget(kind, place.word, "", place.word.start, _IN_QUOTES, '"', '"') if not place.text else None
    if place.quote != '"':
        return None  # Markdoc knows no other quotes
    close = "" if place.closed else place.quote
    return TypedTarget(kind, place.word, place.text, place.offset, _IN_QUOTES, close=close)


def in_markdown(document: Document, offset: int) -> TypedTarget | None:
    """The target in running text or in a definition of a label."""
    found = _text_around(document, offset)
    if found is None:
        return None
    reader, inline, block = found
    begin = reader.after_label(inline, block.definitions)
    if begin is not None:
        return reader.destination("link", begin)
    return reader.in_text(inline) if inline is not None else None


def label_at(document: Document, offset: int) -> Range | None:
    """The label in `[text][label]` that an offset is in, also where its closing bracket is missing."""
    found = _text_around(document, offset)
    return found.reader.label(found.inline) if found is not None and found.inline is not None else None


class _Around(NamedTuple):
    reader: _Reader
    inline: Node | None
    block: Block


def _text_around(document: Document, offset: int) -> _Around | None:
    """The text that an offset is in, with the one who reads it."""
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
    return _Around(_Reader(block, offset - base, base), inline, block)


class _Reader:
    """Reads the text of a block as far as the cursor."""

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

    def label(self, inline: Node) -> Range | None:
        """The label that follows the brackets before the cursor."""
        text, at = self.text, self.at
        begin = text.rfind("[", inline.start, at) + 1
        if (
            not begin
            or {*"]\r\n"} & {*text[begin:at]}
            or all(closed != begin - 2 for _, closed in self.brackets(inline))
        ):
            return None
        end = next((n for n in range(at, line_end(text, at)) if text[n] in "[]"), at)
        return Range(self.base + begin, self.base + (end if text.startswith("]", end) else at))

    def brackets(self, inline: Node) -> Iterator[tuple[int, int]]:
        """The pairs of square brackets before the cursor, in the order of their ends."""
        text = self.text
        opaque = sorted(_opaque(self.block, inline))
        brackets: list[int] = []
        at = inline.start
        while at < self.at:
            while opaque and opaque[0][0] < at:
                opaque.pop(0)
            if opaque and opaque[0][0] == at:
                at = opaque.pop(0)[1]
                continue
            sign = text[at]
            if sign == "\\":
                at += 1
            elif sign == "[":
                brackets.append(at)
            elif sign == "]" and brackets:
                yield brackets.pop(), at
            at += 1

    def destination(self, kind: LinkKind, begin: int) -> TypedTarget | None:
        """The target that begins here, if the cursor is in it."""
        text = self.text
        while begin < self.at and text[begin] in " \t\r\n":
            begin += 1
        stop = line_end(text, begin)
        if text.startswith("<", begin) and begin < self.at:
            end = next((n for n in range(begin + 1, stop) if text[n] in "<>"), stop)
            found = Range(begin + 1, end)
            unsafe = _IN_BRACKETS
        else:
            read = parseLinkDestination(text, begin, stop)
            # Brackets that are not closed yet keep Markdown from reading it; it ends with its word all the same.
            end = read.pos if read.ok else next((n for n in range(begin, stop) if text[n] in " \t)"), stop)
            found = Range(begin, end)
            unsafe = _PLAIN
        if not found.start <= self.at <= found.end:
            return None
        place = Range(self.base + found.start, self.base + found.end)
        return TypedTarget(kind, place, text[found.start : found.end], self.base + self.at, unsafe)

    def after_label(self, inline: Node | None, definitions: dict[str, object]) -> int | None:
        """Where the target begins in `[label]: target`, if the cursor is behind the colon."""
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


def _opaque(block: Block, inline: Node) -> Iterator[tuple[int, int]]:
    """Stretches whose signs mean nothing to links: code, and tags."""
    codes = (node for node in inline.walk() if node.type == "code" and node.block is block.source)
    yield from ((node.start, node.end) for node in codes)
    yield from ((tag.start, tag.end) for tag in block.tags if tag.start >= inline.start)
