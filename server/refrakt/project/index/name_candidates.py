"""The names that are compared with a misspelt one.

Comparing every misspelt name with every other name of a large site takes quadratic time. Of many names, only those near it in
alphabetical order are compared, read forwards or backwards: a typing error leaves one end of a name unchanged.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import Levenshtein

from refrakt.rules.name_suggestion import nearest

_MOST = 500
"""Up to so many names are all compared."""
_WINDOW = 100
"""Of more, so many are compared on either side of the name."""


class NameCandidates:
    """Sorted names, for many lookups."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards: list[str] = sorted(each[::-1] for each in self._names) if len(self._names) > _MOST else []

    def nearest(self, name: str) -> list[str]:
        """The similar names, the most similar first."""
        return nearest(name, self._compared(name))

    def _compared(self, name: str) -> Iterable[str]:
        if not self._backwards:
            return self._names
        forwards = _around(self._names, name)
        backwards = (each[::-1] for each in _around(self._backwards, name[::-1]))
        return sorted({*forwards, *backwards})


def _around(names: list[str], name: str) -> list[str]:
    at = bisect_left(names, name)
    return names[max(at - _WINDOW, 0) : at + _WINDOW]


def grouped_by_lower_case(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in names:
        found.setdefault(each.lower(), []).append(each)
    return found


def moved_names(term: str, same: Sequence[str]) -> Sequence[str]:
    """Of the names with the last segment of a term, those to which a page was probably moved.

    Many pages have the same last segment, such as `overview`. If there are several, their folders may differ by one segment.
    """
    if len(same) == 1:
        return same
    folders = term.lower().split("/")
    return [each for each in same if Levenshtein.distance(folders, each.lower().split("/"), score_cutoff=1) <= 1]
