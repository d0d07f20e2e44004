"""The tag at the cursor, also while it is incomplete.

A tag without an end extends to the end of its line. Where another tag follows, the parser extends the unfinished one to the
next `%}`; that fragment is parsed again, so that tags in it are found as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.tree import Span, TagSyntax
from refrakt.rules.problem_spans import line_end, line_start


@dataclass(frozen=True, slots=True)
class TagAtCursor:
    """A tag in the text of a block; `base` is the offset of that text in the page."""

    syntax: TagSyntax
    block: Block
    base: int
    reach: int
    """Its end in the block: after its `%}`, else at the cursor or after its last name."""
    outer: TagAtCursor | None = None
    """The unfinished tag that contains this one."""
    fragment: Document | None = None
    """The content of the unfinished tag, parsed separately."""
    fragment_base: int = 0
    """The offset of the fragment in the page."""

    @property
    def span(self) -> Span:
        return Span(self.base + self.syntax.start, self.base + self.reach)

    @property
    def content_end(self) -> int:
        """The end of its content in the block, before a `%}`."""
        return self.reach - 2 if self.syntax.terminated else self.reach


def tag_at(document: Document, offset: int) -> TagAtCursor | None:
    """The tag that contains an offset, between its `{%` and `%}` or as far as it is typed."""
    found = _nearest(document, 0, offset)
    if found is None or _contains(found, offset):
        return found
    if found.syntax.terminated:
        return None
    at = offset - found.base
    return _continued(found, at) or _nested_tag(found, at, document.options)


def tag_before(document: Document, offset: int) -> TagAtCursor | None:
    """The tag whose `%}` ends at an offset."""
    found = _nearest(document, 0, offset)
    return found if found is not None and found.syntax.terminated and found.base + found.reach == offset else None


def _nearest(document: Document, base: int, offset: int) -> TagAtCursor | None:
    """The last tag of the block that begins before an offset. `base` is the offset of the document in the page."""
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
        # Editors that close brackets make `{%}` of the first two characters of a tag.
        tag = replace(tag, terminated=False)
    # Trailing whitespace is not parsed, but the cursor may be after it.
    trails = not tag.terminated and at > tag.end and not block.text[tag.end : at].strip(" \t")
    return TagAtCursor(tag, block, base, at if trails else tag.end)


def _contains(tag: TagAtCursor, offset: int) -> bool:
    at = offset - tag.base
    return at < tag.reach or (at == tag.reach and not tag.syntax.terminated)


def _continued(tag: TagAtCursor, at: int) -> TagAtCursor | None:
    """An unfinished tag whose attributes continue on more deeply indented lines."""
    text, syntax = tag.block.text, tag.syntax
    indent = text[line_start(text, syntax.start) : syntax.start]
    lines = text[syntax.end : at].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if indent.strip() or lines[0].strip() or not all(_is_deeper(line, indent) for line in lines[1:]):
        return None
    end = line_end(text, at)
    whole = parse_tag_at(text, syntax.start, end)
    whole.end, whole.terminated, whole.block = end, False, tag.block.source
    return TagAtCursor(whole, tag.block, tag.base, end)


def _is_deeper(line: str, indent: str) -> bool:
    return line.startswith((f"{indent} ", f"{indent}\t")) and "{%" not in line


def _nested_tag(outer: TagAtCursor, at: int, options: ParseOptions) -> TagAtCursor | None:
    """A tag within the content of an unfinished one."""
    # After a second unfinished tag, only the line of the cursor is reliable.
    for start in (outer.syntax.end, line_start(outer.block.text, at)):
        fragment = fragment_after(outer, options, start)
        base = outer.base + start
        found = _nearest(fragment, base, outer.base + at)
        if found is not None and _contains(found, outer.base + at):
            return TagAtCursor(found.syntax, found.block, found.base, found.reach, outer, fragment, base)
        if found is None or found.syntax.terminated:
            return None
    return None


def fragment_after(tag: TagAtCursor, options: ParseOptions, start: int | None = None) -> Document:
    """The text between an unfinished tag and the next parsed one, parsed separately."""
    text = tag.block.text
    begin = tag.syntax.end if start is None else start
    stop = min((each.start for each in tag.block.tags if each.start >= begin), default=len(text))
    return _parsed(text[begin:stop], options)


@lru_cache(maxsize=8)
def _parsed(text: str, options: ParseOptions) -> Document:
    return parse(text, options)
