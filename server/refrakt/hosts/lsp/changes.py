"""What an editor says has changed in a text, as edits of the document.

A change that was misunderstood would spoil every later one, so this is read with care: either all of a message is understood, or
none of it. Few changes are made one by one, each in the text that the one before has left, and cost what a keystroke
costs. Many at once, as of a word that is replaced everywhere, are made in the plain text first, and the document is edited once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.markdoc import Document

from .positions import Codec

_MANY = 8
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")

Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Change:
    """A text for a part of a file, by lines and columns from its start to its end, or for all of it."""

    text: str
    place: tuple[int, int, int, int] | None = None


def changes_in(params: Any) -> list[Change] | None:
    """The changes of a notification; None if not all of them can be understood."""
    match params:
        case {"contentChanges": list(said)}:
            found = [each for each in map(_change, said) if each is not None]
            return found if len(found) == len(said) else None
    return None


def _change(said: Any) -> Change | None:
    match said:
        case {
            "text": str(text),
            "range": {
                "start": {"line": int(line), "character": int(column)},
                "end": {"line": int(end_line), "character": int(end_column)},
            },
        }:
            return Change(text, (line, column, end_line, end_column))
        # Some clients write down that there is no range.
        case {"text": str(text), "range": None}:
            return Change(text)
        case {"text": str(text)} if "range" not in said:
            return Change(text)
    return None


def edits(codec: Codec, document: Document, changes: Sequence[Change]) -> Iterator[Edit]:
    """Changes as edits by offset. Each counts in the text that the one before has left."""
    if len(changes) > _MANY:
        yield _at_once(codec, document.text, changes)
        return
    for number, change in enumerate(changes, 1):
        if change.place is None:
            edit = 0, sum(len(block.text) for block in document.blocks), change.text
        else:
            line, column, end_line, end_column = change.place
            start, end = codec.offset(document, line, column), codec.offset(document, end_line, end_column)
            edit = min(start, end), max(start, end), change.text
        yield edit
        if number < len(changes):
            document = document.edit(*edit)


def _at_once(codec: Codec, text: str, changes: Sequence[Change]) -> Edit:
    """One edit that does what all the changes do."""
    return difference(text, text_after(codec, text, changes))


def text_after(codec: Codec, text: str, changes: Sequence[Change]) -> str:
    """The text once the changes are made."""
    lines = _lines(text)
    for change in changes:
        if change.place is None:
            lines = _lines(change.text)
        else:
            _replace(codec, lines, change.place, change.text)
    return "".join(lines)


def difference(text: str, new: str) -> Edit:
    """One edit that makes a text another."""
    start = _alike(text, new)
    end = _alike(text[start:][::-1], new[start:][::-1])
    return start, len(text) - end, new[start : len(new) - end]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _lines(text: str) -> list[str]:
    """The lines with their ends; the last one has none, and may be empty."""
    found = _LINE.findall(text)
    # Behind a last line without end the pattern finds the end of the text once more.
    return found[:-1] if len(found) > 1 and not found[-1] and not found[-2].endswith(("\r", "\n")) else found


def _replace(codec: Codec, lines: list[str], place: tuple[int, int, int, int], new: str) -> None:
    first, second = sorted((_spot(codec, lines, *place[:2]), _spot(codec, lines, *place[2:])))
    # A line more on either side: a \r and a \n that meet are one end.
    begin, stop = max(first[0] - 1, 0), second[0] + 2
    before = "".join(lines[begin : first[0]]) + lines[first[0]][: first[1]]
    behind = lines[second[0]][second[1] :] + "".join(lines[second[0] + 1 : stop])
    pieces = _lines(before + new + behind)
    if stop < len(lines) and not pieces[-1]:
        # What follows is a line of its own.
        pieces.pop()
    lines[begin:stop] = pieces


def _spot(codec: Codec, lines: list[str], line: int, column: int) -> tuple[int, int]:
    """A line and how many of its characters stand before a position."""
    if line < 0:
        return 0, 0
    if line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    return line, codec.characters(lines[line].rstrip("\r\n"), column)
