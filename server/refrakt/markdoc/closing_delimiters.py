"""Finds the delimiter that closes an open tag, comment or frontmatter anywhere in a document.

While a user types `{% hint title="` this runs on every keystroke and may have to scan the rest of the page. So every block
caches the result of a scan that enters it outside or inside a string, and a page is scanned block by block.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc.text import WHITESPACE

if TYPE_CHECKING:
    from refrakt.markdoc.block_reader import Block

_BLANK = WHITESPACE.replace("\n", "").replace("\r", "")
_RULE_LINE = re.compile(rf"(?:^|[\r\n])[{_BLANK}]*---[{_BLANK}]*(?=[\r\n]|\Z)")
_COMMENT_END = re.compile("-->")
_STRING = r'[^"\\]*+(?:\\.[^"\\]*+)*+(?:(")|\\?\Z)'
_REST_OF_STRING = re.compile(_STRING, re.DOTALL)
_TAG_PART = re.compile(rf'%\}}|"{_STRING}', re.DOTALL)


class DelimiterScan(NamedTuple):
    """The result of scanning a text: the offset at which a tag ends, or -1, and whether the text ends inside a string."""

    end: int
    in_string: bool


def scan_delimiters(text: str, at: int, in_string: bool) -> DelimiterScan:
    """Scan from `at` on, outside or inside a string."""
    if in_string:
        rest = _REST_OF_STRING.match(text, at)
        if rest is None or rest.group(1) is None:
            return DelimiterScan(-1, True)
        at = rest.end()
    for part in _TAG_PART.finditer(text, at):
        if part.group() == "%}":
            return DelimiterScan(part.start(), False)
        if part.group(1) is None:
            return DelimiterScan(-1, True)
    return DelimiterScan(-1, False)


class ClosingDelimiters:
    """The closing delimiters of a document whose middle blocks are replaced by `middle`."""

    __slots__ = ("_after", "_before", "_cache", "_middle", "_starts")

    def __init__(self, before: Sequence[Block], starts: Sequence[int], middle: str, after: Sequence[Block]) -> None:
        self._before = before
        self._starts = starts
        self._middle = middle
        self._after = after
        self._cache: dict[int, int] = {}

    def find(self, opener: str, at: int) -> int:
        """The offset of the delimiter that closes the `opener` at `at`, or -1."""
        cached = self._cache.get(at)
        if cached is None:
            cached = self._cache[at] = self._find(opener, at)
        return cached

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
        end, in_string = scan_delimiters(text, at + 1, False)
        scanned = [text]
        for each in following:
            if end >= 0:
                break
            if isinstance(each, str):
                scanned.append(each)
                end, in_string = scan_delimiters(each, 0, in_string)
            else:
                scanned.append(each.text)
                end, in_string = each.delimiter_scans.get(in_string) or each.delimiter_scan(in_string)
        return start + sum(map(len, scanned[:-1])) + end if end >= 0 else -1

    def _from(self, at: int) -> tuple[str, int, Iterable[Block | str]]:
        """The text that contains an offset, its start, and the texts after it."""
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
