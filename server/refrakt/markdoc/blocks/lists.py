"""Lists.

The library's rule has moved on from the reference's in what indentation may mean, and has no indentation mode.
"""

from __future__ import annotations

from markdown_it.rules_block.list import markTightParagraphs, skipBulletListMarker, skipOrderedListMarker

from .leaves import fence, thematic_break
from .state import BlockState


def list_block(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    counts = state.sCount
    if (
        not state.indented
        and state.listIndent >= 0
        and counts[start] - state.listIndent >= 4
        and counts[start] < state.blkIndent
    ):
        return False
    src, begins, shifts = state.src, state.bMarks, state.tShift
    in_paragraph = silent and state.parentType == "paragraph" and counts[start] >= state.blkIndent
    at = begins[start] + shifts[start]
    after = skipOrderedListMarker(state, start)
    ordered = after >= 0
    value = int(src[at : after - 1]) if ordered else 1
    if ordered:
        if in_paragraph and value != 1:
            return False
    else:
        after = skipBulletListMarker(state, start)
        if after < 0:
            return False
    if in_paragraph and state.skipSpaces(after) >= state.eMarks[start]:
        return False
    if silent:
        return True
    marker = src[after - 1]
    index = len(state.tokens)
    kind, element = ("ordered_list", "ol") if ordered else ("bullet_list", "ul")
    opener = state.push(f"{kind}_open", element, 1)
    if value != 1:
        opener.attrs = {"start": value}
    opener.map = lines = [start, 0]
    opener.markup = marker
    outer, state.parentType = state.parentType, "list"
    tight = True
    ended_empty = False
    line = start
    while line < end:
        tight, ended_empty = _item(state, line, end, after, marker, tight, ended_empty)
        line = state.line
        if line >= end or counts[line] < state.blkIndent or state.is_code_block(line):
            break
        if _ends_list(state, line, end):
            break
        after = skipOrderedListMarker(state, line) if ordered else skipBulletListMarker(state, line)
        if after < 0 or src[after - 1] != marker:
            break
    state.push(f"{kind}_close", element, -1).markup = marker
    lines[1] = line
    state.line = line
    state.parentType = outer
    if tight:
        markTightParagraphs(state, index)
    return True


def _item(
    state: BlockState, line: int, end: int, after: int, marker: str, tight: bool, ended_empty: bool
) -> tuple[bool, bool]:
    """One list item; returns whether the list is still tight and whether this item ended in a blank line."""
    src, stop = state.src, state.eMarks[line]
    begin = state.bMarks[line] + state.tShift[line]
    initial = column = state.sCount[line] + after - begin
    at = after
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
        # Nothing on this line and nothing on the next: the item is empty.
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
