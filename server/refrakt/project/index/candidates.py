"""The names among which the one is looked for that a misspelt word was meant for.

Comparing a word with every name of a large site, for every misspelt word, would take quadratic time. Of many names only those are
compared that stand near the word in alphabetical order, read forwards or backwards: a typing error leaves one end of a word alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from refrakt.rules.words import nearest

_MOST = 500
"""Up to so many names are all compared."""
_WINDOW = 100
"""Of more, so many are compared on either side of the word."""


class Candidates:
    """Names in order, to be asked many times."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards: list[str] = sorted(each[::-1] for each in self._names) if len(self._names) > _MOST else []

    def nearest(self, word: str) -> list[str]:
        """The names that may have been meant, the likeliest first."""
        return nearest(word, self._compared(word))

    def _compared(self, word: str) -> Iterable[str]:
        if not self._backwards:
            return self._names
        forwards = _around(self._names, word)
        backwards = (each[::-1] for each in _around(self._backwards, word[::-1]))
        return sorted({*forwards, *backwards})


def _around(names: list[str], word: str) -> list[str]:
    at = bisect_left(names, word)
    return names[max(at - _WINDOW, 0) : at + _WINDOW]
