"""Lists.

The library's rule differs from the reference's in its handling of indentation, and has no indentation mode.
"""

from __future__ import annotations

from markdown_it.rules_block.list import markTightParagraphs, skipBulletListMarker, skipOrderedListMarker

from refrakt.markdoc.blocks.leaves import fence, thematic_break
from refrakt.markdoc.blocks.state import BlockState


def list_block(state: BlockState, start: int, end: int, silent: bool) -> bool:
    marker_end, ordered = _list_marker(state, start, silent)
    if marker_end < 0:
        return False
    if silent:
        return True
    src, counts = state.src, state.sCount
    marker = src[marker_end - 1]
    index = len(state.tokens)
    kind, element = ("ordered_list", "ol") if ordered else ("bullet_list", "ul")
    opener = state.push(f"{kind}_open", element, 1)
    number = int(src[state.bMarks[start] + state.tShift[start] : marker_end - 1]) if ordered else 1
    if number != 1:
        opener.attrs = {"start": number}
    opener.map = lines = [start, 0]
    opener.markup = marker
    outer, state.parentType = state.parentType, "list"
    tight = True
    ended_empty = False
    line = start
    while line < end:
        tight, ended_empty = _item(state, line, end, marker_end, marker, tight, ended_empty)
        line = state.line
        if line >= end or counts[line] < state.blkIndent or state.is_code_block(line):
            break
        if _ends_list(state, line, end):
            break
        marker_end = skipOrderedListMarker(state, line) if ordered else skipBulletListMarker(state, line)
        if marker_end < 0 or src[marker_end - 1] != marker:
            break
    state.push(f"{kind}_close", element, -1).markup = marker
    lines[1] = line
    state.line = line
    state.parentType = outer
    if tight:
        markTightParagraphs(state, index)
    return True


def _list_marker(state: BlockState, line: int, silent: bool) -> tuple[int, bool]:
    """The end of the marker of a list that starts on a line, or -1, and whether the list is ordered."""
    if state.is_code_block(line):
        return -1, False
    indent = state.sCount[line]
    if not state.indented and state.listIndent >= 0 and indent - state.listIndent >= 4 and indent < state.blkIndent:
        return -1, False
    marker_end = skipOrderedListMarker(state, line)
    ordered = marker_end >= 0
    if not ordered:
        marker_end = skipBulletListMarker(state, line)
    if marker_end >= 0 and silent and state.parentType == "paragraph" and indent >= state.blkIndent:
        # Only a list that is not empty and starts with 1 interrupts a paragraph.
        if ordered and int(state.src[state.bMarks[line] + state.tShift[line] : marker_end - 1]) != 1:
            return -1, False
        if state.skipSpaces(marker_end) >= state.eMarks[line]:
            return -1, False
    return marker_end, ordered


def _item(
    state: BlockState, line: int, end: int, marker_end: int, marker: str, tight: bool, ended_empty: bool
) -> tuple[bool, bool]:
    """Parse one item; returns whether the list is still tight and whether the item ended in a blank line."""
    src, stop = state.src, state.eMarks[line]
    begin = state.bMarks[line] + state.tShift[line]
    initial = column = state.sCount[line] + marker_end - begin
    at = marker_end
    while at < stop and src[at] in " \t":
        column += 4 - (column + state.bsCount[line]) % 4 if src[at] == "\t" else 1
        at += 1
    inside = 1 if at >= stop else column - initial
    if inside > 4 and not state.indented:
        inside = 1
    token = state.push("list_item_open", "li", 1)
    token.markup = marker
    token.map = lines = [line, 0]
    token.start = begin
    old = state.tight, state.tShift[line], state.sCount[line], state.listIndent
    state.listIndent = state.blkIndent
    state.blkIndent = initial + inside
    state.tight = True
    state.tShift[line] = at - state.bMarks[line]
    state.sCount[line] = column
    if at >= stop and state.isEmpty(line + 1):
        # This line has no text and the next one is blank: the item is empty.
        state.line = min(state.line + 2, end)
    else:
        state.md.block.tokenize(state, line, end)
    if not state.tight or ended_empty:
        tight = False
    ended_empty = state.line - line > 1 and state.isEmpty(state.line - 1)
    state.blkIndent = state.listIndent
    state.tight, state.tShift[line], state.sCount[line], state.listIndent = old
    state.push("list_item_close", "li", -1).markup = marker
    lines[1] = state.line
    token.end = state.last_text_end(line, state.line)
    return tight, ended_empty


def _ends_list(state: BlockState, line: int, end: int) -> bool:
    at = state.bMarks[line] + state.tShift[line]
    char = state.src[at : at + 1]
    if char in ("`", "~"):
        return fence(state, line, end, True)
    if char == ">":
        return not state.is_code_block(line)
    return char in ("*", "-", "_") and thematic_break(state, line, end, True)
