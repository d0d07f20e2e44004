"""Formatting as edits of the changed lines, so that cursors, folds and bookmarks in all other lines are preserved.

The correspondence of chunks is known, so lines are compared only within a chunk, in time linear in the size of the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from refrakt.markdoc.text import line_starts
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span

_LINE_END = re.compile(r"\r\n|\n|\r")
_MOST_COMPARED = 10_000
"""Maximum number of line pairs. In a larger chunk everything from its first to its last change is replaced."""


class EditableLines:
    """The lines of a text without line ends. The last line may be empty."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = line_starts(text)
        self.lines = _LINE_END.split(text) if "\r" in text else text.split("\n")

    def end(self, line: int) -> int:
        """The offset of the end of a line, before its line end."""
        return self.starts[line] + len(self.lines[line])

    def replaced(self, first: int, last: int, new: Sequence[str], line_end: str) -> TextEdit:
        """The edit that replaces lines `first` to before `last`."""
        if first < last and new:
            return TextEdit(Span(self.starts[first], self.end(last - 1)), line_end.join(new))
        if last < len(self.lines):
            return TextEdit(Span(self.starts[first], self.starts[last]), "".join(f"{line}{line_end}" for line in new))
        if first:
            # The last line has no line end, so the one before it is added or removed.
            return TextEdit(Span(self.end(first - 1), len(self.text)), "".join(f"{line_end}{line}" for line in new))
        return TextEdit(Span(0, len(self.text)), line_end.join(new))


def line_edits(text: str, new: str, anchors: Sequence[tuple[int, int]]) -> list[TextEdit]:
    """The edits from a text to `new`. The line ends of the text are kept; `new` has `\\n` only.

    `anchors` are pairs of corresponding line starts in both texts, ascending.
    """
    ends = Counter(_LINE_END.findall(text))
    line_end = max(ends, key=ends.__getitem__) if ends else "\n"
    if "\r" in ends and len(ends) > 1:
        # A kept \r followed by the \n of an added line would be one line end. Such a file gets uniform line ends.
        whole = new.replace("\n", line_end)
        return [TextEdit(Span(0, len(text)), whole)] if whole != text else []
    old, after = EditableLines(text), EditableLines(new)
    rows = {start: row for row, start in enumerate(old.starts)}
    rows_after = {start: row for row, start in enumerate(after.starts)}
    bounds = [(0, 0), *((rows[start], rows_after[new_start]) for start, new_start in anchors)]
    bounds.append((len(old.lines), len(after.lines)))
    return [
        old.replaced(first, last, after.lines[begin:stop], line_end)
        for (a, b), (c, d) in pairwise(bounds)
        for first, last, begin, stop in _differences(old.lines, a, c, after.lines, b, d)
    ]


def _differences(
    old: Sequence[str], first: int, last: int, new: Sequence[str], begin: int, stop: int
) -> Iterator[tuple[int, int, int, int]]:
    """The differing ranges of lines in `old[first:last]` and `new[begin:stop]`."""
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
        # In most cases the number of lines is unchanged.
        same = [old[first + each] == new[begin + each] for each in range(last - first)]
        yield from ((first + a, first + b, begin + a, begin + b) for a, b in _runs(same))
        return
    matcher = SequenceMatcher(None, old[first:last], new[begin:stop], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield first + a, first + b, begin + c, begin + d


def _runs(same: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The runs of false values."""
    start = None
    for index, each in enumerate([*same, True]):
        if not each and start is None:
            start = index
        elif each and start is not None:
            yield start, index
            start = None
