"""The tag somebody is typing in, found from the cursor.

A tag that has no end yet is known as far as its line goes. Where a further tag follows, the unfinished one has taken in all
that stands up to the next `%}`; that stretch is read once more, so that a second unfinished tag, or a whole one, is found
there as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from refrakt.markdoc import Document, Options, parse
from refrakt.markdoc.reader import Block
from refrakt.markdoc.tags import read_tag_in
from refrakt.markdoc.tree import TagSyntax
from refrakt.rules.places import line_end, line_start

from .answers import Range


@dataclass(frozen=True, slots=True)
class TypedTag:
    """A tag as typed, in the text of a block; `base` is where that text begins in the page."""

    syntax: TagSyntax
    block: Block
    base: int
    reach: int
    """Where it ends in the block: after its `%}`, else where the cursor or its last word stands."""
    host: TypedTag | None = None
    """The unfinished tag that had taken this one in."""
    stretch: Document | None = None
    """What that one had taken in, read on its own, and"""
    stretch_base: int = 0
    """where it begins in the page."""

    @property
    def place(self) -> Range:
        return Range(self.base + self.syntax.start, self.base + self.reach)

    @property
    def content_end(self) -> int:
        """Where its content ends in the block, before a `%}`."""
        return self.reach - 2 if self.syntax.terminated else self.reach


def tag_around(document: Document, offset: int) -> TypedTag | None:
    """The tag an offset stands in, between its `{%` and `%}` or as far as it has been typed."""
    found = _nearest(document, 0, offset)
    if found is None or _is_in(found, offset):
        return found
    if found.syntax.terminated:
        return None
    at = offset - found.base
    return _continued(found, at) or _taken_in(found, at, document.options)


def tag_before(document: Document, offset: int) -> TypedTag | None:
    """The tag whose `%}` stands right before an offset."""
    found = _nearest(document, 0, offset)
    return found if found is not None and found.syntax.terminated and found.base + found.reach == offset else None


def _nearest(document: Document, base: int, offset: int) -> TypedTag | None:
    """The last tag that begins before an offset in its block. `base` is where the document begins in the page."""
    if not document.blocks:
        return None
    index = document.block_at(offset - base)
    block = document.blocks[index]
    base += document.start_of(index)
    at = offset - base
    tag = max((tag for tag in block.tags if tag.start < at), key=lambda tag: tag.start, default=None)
    if tag is None:
        return None
    if tag.end - tag.start == len("{%}"):
        # An editor that closes brackets by itself makes this of the first two signs of a tag.
        tag = replace(tag, terminated=False)
    # White space at the end of a line is no part of what Markdown reads, but the cursor may well stand behind it.
    trails = not tag.terminated and at > tag.end and not block.text[tag.end : at].strip(" \t")
    return TypedTag(tag, block, base, at if trails else tag.end)


def _is_in(tag: TypedTag, offset: int) -> bool:
    at = offset - tag.base
    return at < tag.reach or (at == tag.reach and not tag.syntax.terminated)


def _continued(tag: TypedTag, at: int) -> TypedTag | None:
    """A tag without end whose attributes go on below it, as the deeper indentation of every line shows."""
    text, syntax = tag.block.text, tag.syntax
    indent = text[line_start(text, syntax.start) : syntax.start]
    lines = text[syntax.end : at].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if indent.strip() or lines[0].strip() or not all(_is_deeper(line, indent) for line in lines[1:]):
        return None
    end = line_end(text, at)
    whole = read_tag_in(text, syntax.start, end)
    whole.end, whole.terminated, whole.block = end, False, tag.block.source
    return TypedTag(whole, tag.block, tag.base, end)


def _is_deeper(line: str, indent: str) -> bool:
    return line.startswith((f"{indent} ", f"{indent}\t")) and "{%" not in line


def _taken_in(host: TypedTag, at: int, options: Options) -> TypedTag | None:
    """A tag within what an unfinished one has taken in."""
    # Behind a second unfinished tag no more than the line of the cursor is left to go by.
    for start in (host.syntax.end, line_start(host.block.text, at)):
        stretch = stretch_after(host, options, start)
        base = host.base + start
        found = _nearest(stretch, base, host.base + at)
        if found is not None and _is_in(found, host.base + at):
            return TypedTag(found.syntax, found.block, found.base, found.reach, host, stretch, base)
        if found is None or found.syntax.terminated:
            return None
    return None


def stretch_after(tag: TypedTag, options: Options, start: int | None = None) -> Document:
    """What stands between an unfinished tag and the next one that is known, read on its own."""
    text = tag.block.text
    begin = tag.syntax.end if start is None else start
    stop = min((each.start for each in tag.block.tags if each.start >= begin), default=len(text))
    return _parsed(text[begin:stop], options)


@lru_cache(maxsize=8)
def _parsed(text: str, options: Options) -> Document:
    return parse(text, options)
