"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from refrakt.untrusted import one_line

_LONGEST = 80
"""How many characters of a name are shown."""


def nearest(unknown: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The most similar names, the best first. Names that are only a little similar are left out."""
    close = process.extract(
        unknown, list(names), scorer=DamerauLevenshtein.normalized_similarity, limit=most, score_cutoff=0.6
    )
    if not close:
        close = process.extract(unknown, list(names), scorer=JaroWinkler.similarity, limit=1, score_cutoff=0.88)
    return [name for name, _, _ in close]


def did_you_mean(names: list[str]) -> str:
    """The end of a message: `; did you mean 'hint'?`, or nothing."""
    return f"; did you mean {' or '.join(repr(one_line(name, _LONGEST)) for name in names[:2])}?" if names else ""
