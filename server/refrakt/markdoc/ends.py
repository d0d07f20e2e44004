"""Whether a tag, comment or frontmatter that is open is closed anywhere further on in a document.

While somebody types `{% hint title="` this is asked on every keystroke, and the honest answer may need the rest of the page.
So every block remembers what it does to a reader that comes upon it outside or inside a string; a page is then crossed in
steps of a block.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from .text import WHITE

if TYPE_CHECKING:
    from .reader import Block

_BLANK = WHITE.replace("\n", "").replace("\r", "")
_RULE_LINE = re.compile(rf"(?:^|[\r\n])[{_BLANK}]*---[{_BLANK}]*(?=[\r\n]|\Z)")
_COMMENT_END = re.compile("-->")
_STRING = r'[^"\\]*+(?:\\.[^"\\]*+)*+(?:(")|\\?\Z)'
_REST_OF_STRING = re.compile(_STRING, re.DOTALL)
_TAG_PART = re.compile(rf'%\}}|"{_STRING}', re.DOTALL)


class Crossing(NamedTuple):
    """What comes of reading a text on: where a tag ends in it, or -1, and whether the text's end is inside a string."""

    end: int
    inside: bool


def cross(text: str, at: int, inside: bool) -> Crossing:
    """Read on from `at`, outside or inside a string."""
    if inside:
        rest = _REST_OF_STRING.match(text, at)
        if rest is None or rest.group(1) is None:
            return Crossing(-1, True)
        at = rest.end()
    for part in _TAG_PART.finditer(text, at):
        if part.group() == "%}":
            return Crossing(part.start(), False)
        if part.group(1) is None:
            return Crossing(-1, True)
    return Crossing(-1, False)


class Ends:
    """Answers for a document of which the blocks in the middle are replaced by `middle`."""

    __slots__ = ("_after", "_before", "_known", "_middle", "_starts")

    def __init__(self, before: Sequence[Block], starts: Sequence[int], middle: str, after: Sequence[Block]) -> None:
        self._before = before
        self._starts = starts
        self._middle = middle
        self._after = after
        self._known: dict[int, int] = {}

    def find(self, opener: str, at: int) -> int:
        """Where what opens at the offset `at` is closed, or -1."""
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = self._find(opener, at)
        return known

    def _find(self, opener: str, at: int) -> int:
        text, start, following = self._from(at)
        at -= start
        if opener != "{%":
            closing = _COMMENT_END if opener == "<!--" else _RULE_LINE
            found = closing.search(text, at + 3)
            for each in following:
                if found is not None:
                    break
                start += len(text)
                text = each if isinstance(each, str) else each.text
                found = closing.search(text)
            return start + found.start() if found is not None else -1
        end, inside = cross(text, at + 1, False)
        passed = [text]
        for each in following:
            if end >= 0:
                break
            if isinstance(each, str):
                passed.append(each)
                end, inside = cross(each, 0, inside)
            else:
                passed.append(each.text)
                end, inside = each.crossings.get(inside) or each.crossing(inside)
        return start + sum(map(len, passed[:-1])) + end if end >= 0 else -1

    def _from(self, at: int) -> tuple[str, int, Iterable[Block | str]]:
        """The piece an offset falls into, where it begins, and the pieces after it."""
        before, after = self._before, self._after
        start = self._starts[len(before)]
        if at < start:
            index = bisect_right(self._starts, at) - 1
            return before[index].text, self._starts[index], chain(before[index + 1 :], (self._middle,), after)
        if at < start + len(self._middle):
            return self._middle, start, after
        start += len(self._middle)
        for index, block in enumerate(after):
            if at < start + len(block.text):
                return block.text, start, after[index + 1 :]
            start += len(block.text)
        return "", at, ()
