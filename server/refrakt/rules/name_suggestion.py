"""Suggestions for misspelt names.

A suggestion that is only a little similar misleads: it names another thing, and a reader looks for what the two have in common. So
a name is suggested only if it is a typing error away, as compilers do it, or if one of the two has a word more than the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import starmap

from rapidfuzz.distance import DamerauLevenshtein

from refrakt.untrusted import one_line

_LONGEST = 80
"""How many characters of a name are shown."""
_EDITS_PER_LETTER = 3
"""A name may have one typing error for so many characters."""
_MOST_EDITS = 3
"""However long a name is."""
_SHORTEST_ABBREVIATION = 4
_WORD = re.compile(r"[^\W_]+")


def nearest(unknown: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The names that may be meant, the most similar first; none if no name is a typing error away.

    Names in the same folder, separated by slashes, are compared without it.
    """
    candidates = list(dict.fromkeys(names))
    segments, last = _last_segments(unknown, candidates), unknown.rpartition("/")[2].lower()
    found = sorted((edits, name) for name, text in segments if (edits := _edits(last, text)) is not None)
    if found:
        least = found[0][0]
        return [name for edits, name in found if edits <= least + 1][:most]
    near = [name for name, text in segments if _is_longer_by_words(last, text)]
    if not near:
        near = [name for name, text in segments if _is_abbreviation(last, text)]
    # Several names that contain the same words are different things.
    return near if len(near) == 1 else []


def is_typing_error(unknown: str, name: str) -> bool:
    """Whether a name is the other with a typing error, and not only one that begins or ends with it."""
    return _edits(unknown.lower(), name.lower()) is not None


def _last_segments(unknown: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """The names in the folder of the unknown one, each with what is to be compared."""
    folder = unknown.rpartition("/")[0].lower()
    parted = ((name, name.lower().rpartition("/")) for name in names)
    return [(name, last) for name, (above, _, last) in parted if above == folder]


def _edits(unknown: str, name: str) -> int | None:
    """How many typing errors two names are apart; None if too many, or if a whole word differs."""
    most = min(max(len(unknown), len(name)) // _EDITS_PER_LETTER, _MOST_EDITS)
    distance = DamerauLevenshtein.distance(unknown, name, score_cutoff=most)
    if distance > most:
        return None
    return distance if all(starmap(_is_same_word, _paired_words(unknown, name))) else None


def _paired_words(unknown: str, name: str) -> list[tuple[str, str]]:
    """The words of two names with equally many; none for single words, whose distance is known already."""
    words, others = _WORD.findall(unknown), _WORD.findall(name)
    return list(zip(words, others, strict=True)) if len(words) == len(others) > 1 else []


def _is_same_word(word: str, other: str) -> bool:
    """Whether one word may be the other with typing errors, or one number the other with more zeros."""
    if word.isdecimal() and other.isdecimal() and int(word) == int(other):
        return True
    most = max(len(word), len(other)) // _EDITS_PER_LETTER or (1 if any(map(str.isdecimal, word + other)) else 0)
    return DamerauLevenshtein.distance(word, other) <= most


def _is_longer_by_words(unknown: str, name: str) -> bool:
    """Whether one name is the other with more words before or after it, and most letters are in both."""
    short, long = sorted((_WORD.findall(unknown), _WORD.findall(name)), key=len)
    common = len("".join(short))
    if not short or common * 3 < len("".join(long)) * 2 or len(short) == len(long):
        return False
    return long[: len(short)] == short or long[-len(short) :] == short


def _is_abbreviation(unknown: str, name: str) -> bool:
    """Whether a name begins with the unknown one, and is a single word: `warn` for `warning`."""
    return len(unknown) >= _SHORTEST_ABBREVIATION and name.startswith(unknown) and name.isalpha()


def did_you_mean(names: list[str]) -> str:
    """The end of a message: `; did you mean 'hint'?`, or nothing."""
    return f"; did you mean {' or '.join(repr(one_line(name, _LONGEST)) for name in names[:2])}?" if names else ""
