"""HTML blocks, on sites that allow HTML.

As in Astro's integration, the text between the elements of an HTML block is Markdoc of its own: `<td>{% badge /%}</td>` has a
tag in it. Elements become `html` nodes beside that content, so an element that is not closed moves nothing. Code blocks and
Markdoc's tags on their own line end an HTML block, except inside of a tag that opens in it: so they match those outside of HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from refrakt.markdoc.blocks.leaves import fence, tag
from refrakt.markdoc.blocks.state import BlockState
from refrakt.markdoc.inline_parser import html_pattern
from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.text import TagEnds

_MARK = re.compile(r"<|\{%")
_RAW = re.compile(r"<(script|style)[\s>]", re.IGNORECASE)
"""Elements whose content is neither Markdoc nor HTML."""


def html_block(state: BlockState, start: int, end: int, silent: bool) -> bool:
    """Lines of HTML, up to an empty line or the end of the element, with the Markdoc between the elements."""
    if not state.html or state.is_code_block(start):
        return False
    begin = state.bMarks[start] + state.tShift[start]
    first_line = state.src[begin : state.eMarks[start]]
    if not first_line.startswith("<"):
        return False
    sequence = next((each for each in HTML_SEQUENCES if each[0].search(first_line)), None)
    if sequence is None:
        return False
    if silent:
        return sequence[2]
    last = start + 1
    if not sequence[1].search(first_line):
        while last < end and (state.sCount[last] >= state.blkIndent or state.isEmpty(last)):
            line = state.src[state.bMarks[last] + state.tShift[last] : state.eMarks[last]]
            if sequence[1].search(line):
                last += bool(line)
                break
            last += 1
    elements, stop = _HtmlScanner(state, start, last).elements()
    _push(state, start, stop, elements)
    state.line = stop
    return True


class _HtmlScanner:
    """Finds the elements in the lines of an HTML block, and the line before which the block ends."""

    def __init__(self, state: BlockState, start: int, last: int) -> None:
        self.state = state
        self.start = start
        self.last = last
        self.limit = state.eMarks[last - 1]
        self.contiguous = state.is_contiguous(start, last)
        self.depth = 0
        """How many of Markdoc's tags are open that were opened in this block."""

    def elements(self) -> tuple[list[tuple[int, int]], int]:
        state = self.state
        found: list[tuple[int, int]] = []
        line, at = self.start, state.bMarks[self.start] + state.tShift[self.start]
        while line < self.last:
            if at == state.bMarks[line] + state.tShift[line] and self._ends_block(line):
                return found, line
            mark = _MARK.search(state.src, at, state.eMarks[line])
            if mark is None:
                line += 1
                at = state.bMarks[line] + state.tShift[line]
                continue
            at = mark.start()
            if mark[0] == "<":
                end = self._element(at, line)
                if end is not None:
                    found.append((at, end))
            else:
                end = self._tag(at)
                if end is None:
                    found.append((at, self.limit))  # it ends outside of the block
                    return found, self.last
            at = at + 1 if end is None else end
            while line < self.last - 1 and at > state.eMarks[line]:
                line += 1
        return found, self.last

    def _element(self, at: int, line: int) -> int | None:
        """The end of the element at an offset."""
        src = self.state.src
        limit = self.limit if self.contiguous else self.state.eMarks[line]
        if src.startswith("<!--", at) and src.find("-->", at, limit) < 0:
            return limit
        element = html_pattern().match(src, at, limit)
        if element is None:
            # What begins an HTML block is never content, or it would begin a block again.
            return self.state.eMarks[line] if at == self.state.bMarks[line] + self.state.tShift[line] else None
        raw = _RAW.match(src, at)
        if raw is not None and not element[0].endswith("/>"):
            closing = re.compile(rf"</{raw[1]}\s*>", re.IGNORECASE).search(src, element.end(), limit)
            return closing.end() if closing is not None else limit
        return element.end()

    def _ends_block(self, line: int) -> bool:
        """Whether a line begins a code block, or has a tag of its own."""
        if line == self.start or self.depth:
            return False
        return tag(self.state, line, self.last, True) or fence(self.state, line, self.last, True)

    def _tag(self, at: int) -> int | None:
        """The end of the tag at an offset; None if it is outside of the block."""
        state = self.state
        if state.tag_ends is None:
            state.tag_ends = TagEnds(state.src)
        close = state.tag_ends.find(at)
        if close < 0 or close + 2 > self.limit:
            return None
        kind = parse_tag_at(state.src, at, close).kind
        if kind == "open":
            self.depth += 1
        elif kind == "close" and self.depth:
            self.depth -= 1
        return close + 2


def _push(state: BlockState, start: int, stop: int, elements: list[tuple[int, int]]) -> None:
    """Push the tokens of the elements and of the content between them."""
    line, at = start, state.bMarks[start] + state.tShift[start]
    for begin, end in (*elements, (state.eMarks[stop - 1],) * 2):
        if begin > at:
            _content(state, line, _line_of(state, line, begin), at, begin)
        if end > begin:
            first = _line_of(state, line, begin)
            line = _line_of(state, first, end)
            token = state.push("html", "", 0)
            token.start, token.end = begin, end
            token.map = [first, line + 1]
            token.content = state.src[begin:end]
        at = end


def _line_of(state: BlockState, line: int, offset: int) -> int:
    while offset > state.eMarks[line]:
        line += 1
    return line


def _content(state: BlockState, first: int, last: int, start: int, end: int) -> None:
    """Parse the text between two elements, which may begin and end inside of lines."""
    src = state.src
    text_start = start
    while text_start < min(end, state.eMarks[first]) and src[text_start] in " \t":
        text_start += 1
    saved = [*_lines(state, first)], state.eMarks[last], state.lineMax, state.tight, state.parentType
    if start > state.bMarks[first] + state.tShift[first]:
        state.bMarks[first], state.tShift[first] = start, text_start - start
        state.sCount[first] = state.blkIndent
    state.eMarks[last] = end
    state.lineMax = last + 1
    state.parentType = "html"
    state.md.block.tokenize(state, first, last + 1)
    (state.bMarks[first], state.tShift[first], state.sCount[first]), state.eMarks[last] = saved[:2]
    state.lineMax, state.tight, state.parentType = saved[2:]


def _lines(state: BlockState, line: int) -> Iterator[int]:
    yield from (state.bMarks[line], state.tShift[line], state.sCount[line])
