"""Turns `contentChanges` into edits by offset.

A misread change would corrupt every later one, so a notification is read completely or rejected. A few changes are applied one by
one and cost as much as a keystroke. Many changes, as in replace-all, are applied to the plain text first and become one edit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.markdoc.document import Document

_MERGE_ABOVE = 8
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")

OffsetEdit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class ContentChange:
    """New text for a range (start line and column, end line and column) or for the whole document."""

    text: str
    range: tuple[int, int, int, int] | None = None


def read_content_changes(params: Any) -> list[ContentChange] | None:
    """The changes of a notification; None if any is malformed."""
    match params:
        case {"contentChanges": list(data)}:
            changes = [each for each in map(_read_change, data) if each is not None]
            return changes if len(changes) == len(data) else None
    return None


def _read_change(data: Any) -> ContentChange | None:
    match data:
        case {
            "text": str(text),
            "range": {
                "start": {"line": int(line), "character": int(column)},
                "end": {"line": int(end_line), "character": int(end_column)},
            },
        }:
            return ContentChange(text, (line, column, end_line, end_column))
        # Some clients send a null range.
        case {"text": str(text), "range": None}:
            return ContentChange(text)
        case {"text": str(text)} if "range" not in data:
            return ContentChange(text)
    return None


def offset_edits(
    positions: PositionEncoder, document: Document, changes: Sequence[ContentChange]
) -> Iterator[OffsetEdit]:
    """Changes as edits by offset, each relative to the text after the one before."""
    if len(changes) > _MERGE_ABOVE:
        yield minimal_edit(document.text, apply_changes(positions, document.text, changes))
        return
    for number, change in enumerate(changes, 1):
        if change.range is None:
            edit = 0, sum(len(block.text) for block in document.blocks), change.text
        else:
            line, column, end_line, end_column = change.range
            start, end = positions.offset(document, line, column), positions.offset(document, end_line, end_column)
            edit = min(start, end), max(start, end), change.text
        yield edit
        if number < len(changes):
            document = document.edit(*edit)


def apply_changes(positions: PositionEncoder, text: str, changes: Sequence[ContentChange]) -> str:
    """The text after the changes."""
    lines = _split_lines(text)
    for change in changes:
        if change.range is None:
            lines = _split_lines(change.text)
        else:
            _replace_range(positions, lines, change.range, change.text)
    return "".join(lines)


def minimal_edit(text: str, new: str) -> OffsetEdit:
    """The smallest single edit from one text to the other."""
    start = _common_prefix(text, new)
    end = _common_prefix(text[start:][::-1], new[start:][::-1])
    return start, len(text) - end, new[start : len(new) - end]


def _common_prefix(one: str, other: str) -> int:
    """The length of the common prefix, by binary search."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _split_lines(text: str) -> list[str]:
    """The lines with their line ends; the last one has none and may be empty."""
    lines = _LINE.findall(text)
    # After a last line without a line end the pattern matches once more, at the end of the text.
    return lines[:-1] if len(lines) > 1 and not lines[-1] and not lines[-2].endswith(("\r", "\n")) else lines


def _replace_range(positions: PositionEncoder, lines: list[str], range: tuple[int, int, int, int], new: str) -> None:
    first, second = sorted((_locate(positions, lines, *range[:2]), _locate(positions, lines, *range[2:])))
    # Include a line on either side: a `\r` followed by a `\n` is one line end.
    start, end = max(first[0] - 1, 0), second[0] + 2
    before = "".join(lines[start : first[0]]) + lines[first[0]][: first[1]]
    behind = lines[second[0]][second[1] :] + "".join(lines[second[0] + 1 : end])
    pieces = _split_lines(before + new + behind)
    if end < len(lines) and not pieces[-1]:
        # The next line follows unchanged.
        pieces.pop()
    lines[start:end] = pieces


def _locate(positions: PositionEncoder, lines: list[str], line: int, column: int) -> tuple[int, int]:
    """The line and the number of its characters before a position."""
    if line < 0:
        return 0, 0
    if line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    return line, positions.characters_before(lines[line].rstrip("\r\n"), column)
