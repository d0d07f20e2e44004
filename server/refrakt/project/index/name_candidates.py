"""The names that are compared with a misspelt one.

Comparing every misspelt word with every name of a large site takes quadratic time. Of many names, only those near the word in
alphabetical order are compared, read forwards or backwards: a typing error leaves one end of a word unchanged.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from refrakt.rules.name_suggestion import nearest

_MOST = 500
"""Up to so many names are all compared."""
_WINDOW = 100
"""Of more, so many are compared on either side of the word."""


class NameCandidates:
    """Sorted names, for many lookups."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards: list[str] = sorted(each[::-1] for each in self._names) if len(self._names) > _MOST else []

    def nearest(self, word: str) -> list[str]:
        """The similar names, the most similar first."""
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


def grouped_by_lower_case(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in names:
        found.setdefault(each.lower(), []).append(each)
    return found
