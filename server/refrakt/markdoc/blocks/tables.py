"""Pipe tables, with the source offsets of every cell, also with escaped pipes."""

from __future__ import annotations

import re

from refrakt.markdoc.blocks.state import BlockState
from refrakt.markdoc.tag_parser import trim
from refrakt.markdoc.text import WHITESPACE, OffsetMap
from refrakt.markdoc.tokens import SourceMap

_RULE = re.compile(r"[-:|][-:| \t]+\Z")
_COLUMN = re.compile(r":?-+:?\Z")
_MOST_CELLS = 0x10000
"""The maximum number of missing cells that are added to a table: a small text must not become a huge tree."""

Cell = tuple[str, SourceMap, int, int]


def table(state: BlockState, start: int, end: int, silent: bool) -> bool:
    rule = start + 1
    if start + 2 > end or state.sCount[rule] < state.blkIndent or state.is_code_block(rule):
        return False
    src = state.src
    at = state.bMarks[rule] + state.tShift[rule]
    if at >= state.eMarks[rule] or src[at] not in "|-:":
        return False
    aligns = _alignments(src[at : state.eMarks[rule]])
    if aligns is None:
        return False
    begin = state.bMarks[start] + state.tShift[start]
    if "|" not in src[begin : state.eMarks[start]] or state.is_code_block(start):
        return False
    header = split_row(src, begin, state.eMarks[start])
    if not header or len(header) != len(aligns):
        return False
    if silent:
        return True
    outer, state.parentType = state.parentType, "table"
    whole = state.push("table_open", "table", 1)
    whole.map = lines = [start, 0]
    head = state.push("thead_open", "thead", 1)
    head.map = [start, start + 1]
    head.start, head.end = trim(src, begin, state.eMarks[start])
    _row(state, start, "th", header, aligns)
    state.push("thead_close", "thead", -1)
    line = start + 2
    body = None
    missing = 0
    ended_by = state.md.block.ruler.getRules("blockquote")
    while line < end:
        begin = state.bMarks[line] + state.tShift[line]
        if state.sCount[line] < state.blkIndent:
            break
        # Most rows start with a pipe, which starts no other block.
        if src[begin : begin + 1] != "|" and any(ends(state, line, end, True) for ends in ended_by):
            break
        if not src[begin : state.eMarks[line]].strip(WHITESPACE) or state.is_code_block(line):
            break
        cells = split_row(src, begin, state.eMarks[line])
        missing += len(aligns) - len(cells)
        if missing > _MOST_CELLS:
            break
        if body is None:
            body = state.push("tbody_open", "tbody", 1)
            body.map = [line, 0]
            body.start = trim(src, begin, state.eMarks[line])[0]
        _row(state, line, "td", cells, aligns)
        body.end = trim(src, begin, state.eMarks[line])[1]
        line += 1
    if body is not None:
        state.push("tbody_close", "tbody", -1)
        body.map = [start + 2, line]
    state.push("table_close", "table", -1)
    lines[1] = line
    state.parentType = outer
    state.line = line
    return True


def _alignments(line: str) -> list[str] | None:
    """The column alignments of a delimiter row, or None if the line is not one."""
    if not _RULE.match(line) or (line[0] == "-" and line[1] in " \t"):
        return None
    columns = [column.strip(" \t") for column in line.split("|")]
    aligns: list[str] = []
    for index, column in enumerate(columns):
        if not column:
            if 0 < index < len(columns) - 1:
                return None
            continue
        if not _COLUMN.match(column):
            return None
        left, right = column[0] == ":", column[-1] == ":"
        aligns.append("center" if left and right else "right" if right else "left" if left else "")
    return aligns


def _row(state: BlockState, line: int, kind: str, cells: list[Cell], aligns: list[str]) -> None:
    row = state.push("tr_open", "tr", 1)
    row.map = [line, line + 1]
    row.start, row.end = trim(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line])
    for index, align in enumerate(aligns):
        cell = state.push(f"{kind}_open", kind, 1)
        if align:
            cell.attrs = {"style": f"text-align:{align}"}
        inline = state.push("inline", "", 0)
        if index < len(cells):
            inline.content, inline.source_map, cell.start, cell.end = cells[index]
        else:
            inline.source_map = cell.start = cell.end = row.end
        state.push(f"{kind}_close", kind, -1)
    state.push("tr_close", "tr", -1)


def split_row(src: str, begin: int, end: int) -> list[Cell]:
    """The cells of a row: text, source map, start and end."""
    begin, end = trim(src, begin, end)
    cells: list[Cell] = []
    cell_start = begin
    escapes: list[int] = []
    at = src.find("|", begin, end)
    while at >= 0:
        if at > begin and src[at - 1] == "\\":
            escapes.append(at - 1)
        else:
            cells.append(_cell(src, cell_start, at, escapes))
            cell_start = at + 1
            escapes = []
        at = src.find("|", at + 1, end)
    cells.append(_cell(src, cell_start, end, escapes))
    if cells and cells[0][2] == cells[0][3] == begin and src[begin : begin + 1] == "|":
        cells.pop(0)
    if cells and cell_start == end:
        cells.pop()
    return cells


def _cell(src: str, begin: int, end: int, escapes: list[int]) -> Cell:
    start, stop = trim(src, begin, end)
    if not escapes:
        return src[start:stop], start, start, stop
    pairs = [(0, start)]
    parts: list[str] = []
    size = 0
    at = start
    for escape in escapes:
        parts.append(src[at:escape])
        size += escape - at
        at = escape + 1
        pairs.append((size, at))
    parts.append(src[at:stop])
    return "".join(parts), OffsetMap(pairs), start, stop
