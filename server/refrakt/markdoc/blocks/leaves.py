"""Leaf blocks: headings, fences, tags, comments and frontmatter."""

from __future__ import annotations

import re

from refrakt.markdoc.blocks.state import BlockState
from refrakt.markdoc.tag_parser import mark_unterminated, parse_tag_at, trim
from refrakt.markdoc.text import WHITESPACE, OffsetMap, TagEnds, utf16_length
from refrakt.markdoc.tokens import push_tag

_BREAKS = {marker: re.compile(rf"(?:\{marker}[ \t]*+){{3,}}+") for marker in "*-_"}


def thematic_break(state: BlockState, start: int, end: int, silent: bool) -> bool:
    """A line of three or more equal markers. (The library's rule scans it in Python, once per nesting level.)"""
    if state.is_code_block(start):
        return False
    begin = state.bMarks[start] + state.tShift[start]
    markers = _BREAKS.get(state.src[begin : begin + 1])
    if markers is None or markers.fullmatch(state.src, begin, state.eMarks[start]) is None:
        return False
    if not silent:
        state.line = start + 1
        state.push("hr", "hr", 0).map = [start, start + 1]
    return True


def heading(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    stop = state.eMarks[start]
    at = begin
    while at < stop and src[at] == "#":
        at += 1
    level = at - begin
    if not 1 <= level <= 6 or (at < stop and src[at] not in " \t"):
        return False
    if silent:
        return True
    while stop > at and src[stop - 1] in " \t":
        stop -= 1
    tail = stop
    while tail > at and src[tail - 1] == "#":
        tail -= 1
    if tail > at and src[tail - 1] in " \t":
        stop = tail
    state.line = start + 1
    token = state.push("heading_open", f"h{level}", 1)
    token.markup = "#" * level
    token.map = [start, start + 1]
    inline = state.push("inline", "", 0)
    inner = trim(src, at, stop)
    inline.content = src[slice(*inner)]
    inline.source_map = inner[0]
    inline.map = [start, start + 1]
    state.push("heading_close", f"h{level}", -1)
    return True


def fence(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    stop = state.eMarks[start]
    marker = src[begin : begin + 1]
    at = begin
    while at < stop and src[at] == marker:
        at += 1
    length = at - begin
    if length < 3 or marker not in "`~":
        return False
    info = src[at:stop]
    if marker == "`" and "`" in info:
        return False
    if silent:
        return True
    line = start
    closed = False
    while True:
        line += 1
        if line >= end:
            break
        here = state.bMarks[line] + state.tShift[line]
        stop = state.eMarks[line]
        if here < stop and state.sCount[line] < state.blkIndent:
            break
        if src[here : here + 1] != marker or state.is_code_block(line):
            continue
        tail = here
        while tail < len(src) and src[tail] == marker:
            tail += 1
        if tail - here < length:
            continue
        while tail < len(src) and src[tail] in " \t":
            tail += 1
        if tail < stop:
            continue
        closed = True
        break
    indent = state.sCount[start]
    parts: list[str] = []
    pairs: list[tuple[int, int]] = []
    size = 0
    for inner in range(start + 1, line):
        first, virtual = state.after_indent(inner, indent)
        part = src[first : state.eMarks[inner] + 1]
        pairs.append((size + virtual, first))
        parts.append(" " * virtual + part)
        size += virtual + len(part)
    if parts and not closed and state.eMarks[line - 1] < len(src) and src[state.eMarks[line - 1]] != "\n":
        parts[-1] = parts[-1][:-1]  # it ends inside of a line, before an HTML element
    state.line = line + closed
    token = state.push("fence", "code", 0)
    token.info = info
    token.content = "".join(parts)
    token.markup = src[begin : begin + length]
    token.map = [start, state.line]
    token.source_map = OffsetMap(pairs) if pairs else state.eMarks[start]
    token.meta = at
    token.end = state.eMarks[min(state.line, state.lineMax) - 1]
    return True


def tag(state: BlockState, start: int, end: int, silent: bool) -> bool:
    """A tag on its own line, or one that starts a line and spans several."""
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    if not src.startswith("{%", begin):
        return False
    close = state.find_end("{%", begin)
    if close < 0:
        return False
    stop = state.eMarks[start]
    while src[stop - 1] in WHITESPACE:
        stop -= 1
    rest = src[close + 2 : stop]
    if rest and (not state.leading_space or utf16_length(rest) > state.leading_space):
        return False
    lines = src.count("\n", begin, close + 2) + 1
    last = min(start + lines, len(state.bMarks) - 1)
    whole = state.is_contiguous(start, last)
    # In a quote, a tag over several lines is parsed without the quote markers.
    text, segments = (src, None) if whole else _raw_lines(state, start, last)
    opener = begin if whole else text.find("{%")
    inner_end = close if whole else max(TagEnds(text).find(0), opener + 2)
    if text[opener + 2 : inner_end].lstrip(WHITESPACE).startswith("$"):
        return False
    if silent:
        return True
    syntax = parse_tag_at(text, opener, inner_end)
    if syntax.kind == "broken":
        mark_unterminated(syntax, text)
    if segments is not None:
        syntax.remap(segments, segments.end)
        if syntax.terminated:
            syntax.end = close + 2
    token = push_tag(state, syntax)
    token.map = [start, start + lines]
    token.start = begin
    token.end = close + 2
    token.content = _text_after(state, close + 2) if lines > 1 or rest else ""
    state.line += lines
    return True


def _text_after(state: BlockState, at: int) -> str:
    """The rest of the line after the end of a tag, which Markdoc drops."""
    line_end = state.src.find("\n", at)
    return state.src[at : line_end if line_end >= 0 else len(state.src)]


def _raw_lines(state: BlockState, begin: int, end: int) -> tuple[str, OffsetMap]:
    """Whole lines without the quote markers before them, and their source offsets."""
    parts: list[str] = []
    pairs: list[tuple[int, int]] = []
    size = 0
    for line in range(begin, end):
        first = state.bMarks[line]
        part = state.src[first : state.eMarks[line]]
        pairs.append((size, first))
        parts.append(part)
        size += len(part) + 1
    return "\n".join(parts), OffsetMap(pairs)


def comment(state: BlockState, start: int, end: int, silent: bool) -> bool:
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    if not state.md.options["comments"] or not src.startswith("<!--", begin):
        return False
    close = state.find_end("<!--", begin)
    if close < 0:
        return False
    if silent:
        return True
    inner = trim(src, begin + 4, max(close, begin + 4))
    lines = src.count("\n", begin + 4, close) + 1
    token = state.push("comment", "", 0)
    token.content = src[slice(*inner)]
    token.map = [start, start + lines]
    token.start = begin
    token.end = close + 3
    state.line += lines
    return True


def frontmatter(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if start != 0 or not state.at_document_start or not _is_dashes(state, 0):
        return False
    close = next((line for line in range(1, end) if _is_dashes(state, line)), 0)
    if not close:
        state.delimiter_searches.append(("---", 0, -1))
        return False
    token = state.push("frontmatter", "", 0)
    inner = trim(state.src, state.eMarks[0], state.bMarks[close])
    token.content = state.src[slice(*inner)]
    token.map = [0, close]
    token.source_map = inner[0]
    token.hidden = True
    state.line = close + 1
    return True


def _is_dashes(state: BlockState, line: int) -> bool:
    return state.src[state.bMarks[line] : state.eMarks[line]].strip(WHITESPACE) == "---"
