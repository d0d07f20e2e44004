"""Paragraphs, the blocks that interrupt them, and link definitions."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference

from refrakt.markdoc.blocks.html import html_block
from refrakt.markdoc.blocks.leaves import comment, fence, heading, tag, thematic_break
from refrakt.markdoc.blocks.lists import list_block
from refrakt.markdoc.blocks.state import BlockState
from refrakt.markdoc.blocks.tables import table


def paragraph(state: BlockState, start: int, end: int, silent: bool) -> bool:
    end = state.lineMax
    outer, state.parentType = state.parentType, "paragraph"
    line = start + 1
    begins, shifts, ends, counts, src = state.bMarks, state.tShift, state.eMarks, state.sCount, state.src
    while line < end:
        at = begins[line] + shifts[line]
        if at >= ends[line]:
            break
        indent = counts[line]
        if (state.indented or indent - state.blkIndent <= 3) and indent >= 0:
            if src[at] in _INTERRUPTERS and interrupts(state, line, end, at):
                break
            if line + 1 < end and "|" in src[at : ends[line]] and table(state, line, end, True):
                break
        line += 1
    content, source_map = state.extract(start, line, state.blkIndent)
    state.line = line
    state.parentType = outer
    opener = state.push("paragraph_open", "p", 1)
    opener.map = [start, line]
    inline = state.push("inline", "", 0)
    inline.content = content
    inline.map = [start, line]
    inline.source_map = source_map
    state.push("paragraph_close", "p", -1)
    return True


_INTERRUPTERS = frozenset("`~>*-_+0123456789#{<")


def interrupts(state: BlockState, line: int, end: int, at: int) -> bool:
    """Whether the current line interrupts the paragraph before it."""
    char = state.src[at]
    if char in "`~":
        return fence(state, line, end, True)
    if char == ">":
        return True
    if char == "#":
        return heading(state, line, end, True)
    if char == "{":
        return tag(state, line, end, True)
    if char == "<":
        return comment(state, line, end, True) or html_block(state, line, end, True)
    if char in "*-_" and thematic_break(state, line, end, True):
        return True
    return char != "_" and list_block(state, line, end, True)


def definition(state: BlockState, start: int, end: int, silent: bool) -> bool:
    """A link reference definition, `[label]: destination "title"`: it adds a definition and no token."""
    if state.is_code_block(start):
        return False
    found = None
    line = start + 1
    while found is None:
        # Most definitions are one line; more of the paragraph is read only for an incomplete one.
        first, line = line, _definition_lines(state, line, start + 2 * (line - start) + 2)
        text, _ = state.extract(start, line, state.blkIndent)
        found = _read_definition(state.md, text)
        if line == first:
            break
        if found is not None and (found[3] >= line - start or found[4]):
            found = None
    if found is None:
        return False
    label, href, title, lines, _ = found
    if silent:
        return True
    state.env["definitions"].setdefault(label, {"href": href, "title": title})
    state.line = start + lines
    return True


def _definition_lines(state: BlockState, line: int, most: int) -> int:
    """The line after the text that may contain a definition; `most` bounds the search."""
    last = min(state.lineMax, most)
    outer, state.parentType = state.parentType, "reference"
    while line < last and not state.isEmpty(line):
        indent = state.sCount[line]
        if (state.indented or indent - state.blkIndent <= 3) and indent >= 0:
            at = state.bMarks[line] + state.tShift[line]
            char = state.src[at]
            if char not in "{<" and char in _INTERRUPTERS and interrupts(state, line, state.lineMax, at):
                break
            if line + 1 < state.lineMax and table(state, line, state.lineMax, True):
                break
        line += 1
    state.parentType = outer
    return line


def _read_definition(md: MarkdownIt, text: str) -> tuple[str, str, str, int, bool] | None:
    """Label, target, title and number of lines of a definition, and whether more lines may complete a title."""
    size = len(text)
    close = 1
    while close < size and text[close] != "]":
        if text[close] == "[":
            return None
        close += 2 if text[close] == "\\" else 1
    if close >= size or text[close + 1 : close + 2] != ":":
        return None
    at = _skip_space(text, close + 2)
    target = md.helpers.parseLinkDestination(text, at, size)
    if not target.ok:
        return None
    href = md.normalizeLink(target.str)
    if not md.validateLink(href):
        return None
    title, end, is_title_open = "", target.pos, False
    at = _skip_space(text, end)
    if at < size and at != end:
        named = md.helpers.parseLinkTitle(text, at, size)
        if named.ok and (_ends_line(text, named.pos) or not named.str):
            # An empty title followed by text invalidates the definition; any other is then not a title.
            title, end = named.str, named.pos
        is_title_open = not named.ok and text[at] in "\"'("
    if not _ends_line(text, end):
        return None
    label = normalizeReference(text[1:close])
    if not label:
        return None
    return label, href, title, text.count("\n", 0, end) + 1, is_title_open


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n":
        at += 1
    return at


def _ends_line(text: str, at: int) -> bool:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at >= len(text) or text[at] == "\n"
