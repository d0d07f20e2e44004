"""A new layout as edits of the lines that change, so that cursors, folds and marks in all the others stay where they are.

Which piece of a page became which is known, so lines are compared only within a piece: the time this takes grows with the page
and no faster.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from ..text import line_starts

_LINE_END = re.compile(r"\r\n|\n|\r")
_MOST_COMPARED = 10_000
"""Pairs of lines. Where there are more in one piece, what lies between its first and its last change is replaced as a whole."""


class Edit(NamedTuple):
    """Replace `text[start:end]` of the whole file by `new`."""

    start: int
    end: int
    new: str


class Lines:
    """The lines of a text, without their ends. Behind the last line end is one more, which may be empty."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = line_starts(text)
        self.lines = _LINE_END.split(text) if "\r" in text else text.split("\n")

    def end(self, line: int) -> int:
        """Where a line ends, before its line end."""
        return self.starts[line] + len(self.lines[line])

    def replaced(self, first: int, last: int, new: Sequence[str], line_end: str) -> Edit:
        """The edit that puts other lines in the place of lines `first` up to `last`."""
        if first < last and new:
            return Edit(self.starts[first], self.end(last - 1), line_end.join(new))
        if last < len(self.lines):
            return Edit(self.starts[first], self.starts[last], "".join(f"{line}{line_end}" for line in new))
        if first:
            # There is no line end behind the last line, so the one before it comes or goes.
            return Edit(self.end(first - 1), len(self.text), "".join(f"{line_end}{line}" for line in new))
        return Edit(0, len(self.text), line_end.join(new))


def line_edits(text: str, new: str, places: Sequence[tuple[int, int]]) -> list[Edit]:
    """The edits that make `new` of a text. Its lines end as they did; `new` has `\\n` only.

    `places` are beginnings of lines in both texts, ascending, from which on the two are to be compared anew.
    """
    ends = Counter(_LINE_END.findall(text))
    line_end = max(ends, key=ends.__getitem__) if ends else "\n"
    if "\r" in ends and len(ends) > 1:
        # A \r that is kept and the \n of a line that is added would be one line end. Such a file gets one kind of them.
        whole = new.replace("\n", line_end)
        return [Edit(0, len(text), whole)] if whole != text else []
    old, after = Lines(text), Lines(new)
    rows = {start: row for row, start in enumerate(old.starts)}
    rows_after = {start: row for row, start in enumerate(after.starts)}
    anchors = [(0, 0), *((rows[here], rows_after[there]) for here, there in places)]
    anchors.append((len(old.lines), len(after.lines)))
    return [
        old.replaced(first, last, after.lines[begin:stop], line_end)
        for (a, b), (c, d) in pairwise(anchors)
        for first, last, begin, stop in _differences(old.lines, a, c, after.lines, b, d)
    ]


def _differences(
    old: Sequence[str], first: int, last: int, new: Sequence[str], begin: int, stop: int
) -> Iterator[tuple[int, int, int, int]]:
    """Lines of `old` from `first` up to `last`, and those of `new` that take their place."""
    while first < last and begin < stop and old[first] == new[begin]:
        first, begin = first + 1, begin + 1
    while first < last and begin < stop and old[last - 1] == new[stop - 1]:
        last, stop = last - 1, stop - 1
    if first == last and begin == stop:
        return
    if (last - first) * (stop - begin) > _MOST_COMPARED and last - first != stop - begin:
        yield first, last, begin, stop
        return
    if last - first == stop - begin:
        # Most often lines keep their number and only look different.
        same = [old[first + each] == new[begin + each] for each in range(last - first)]
        yield from ((first + a, first + b, begin + a, begin + b) for a, b in _runs(same))
        return
    matcher = SequenceMatcher(None, old[first:last], new[begin:stop], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield first + a, first + b, begin + c, begin + d


def _runs(same: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The stretches of what is not the same."""
    start = None
    for index, each in enumerate([*same, True]):
        if not each and start is None:
            start = index
        elif each and start is not None:
            yield start, index
            start = None
