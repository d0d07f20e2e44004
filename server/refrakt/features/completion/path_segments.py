"""URLs and paths below a prefix: all of them if they are few, else one segment at a time.

The names are sorted, so a folder is skipped with one binary search, independent of its size.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

MAX_ITEMS = 200
"""How many items of a site a list has at most; further typing brings the others."""
_LAST = "\U0010ffff"


class PathSegment(NamedTuple):
    """A name, or a folder of several names, which ends with a slash."""

    name: str
    is_folder: bool = False


class PathSegments(NamedTuple):
    """The possible continuations."""

    segments: list[PathSegment]
    complete: bool = True


def path_segments(names: Sequence[str], typed: str) -> PathSegments:
    """The sorted names that start with the typed text. It counts up to its last slash, unless that leaves too many."""
    folder = typed[: typed.rfind("/") + 1]
    for beginning in dict.fromkeys((folder, typed)):
        low, high = bisect_left(names, beginning), bisect_left(names, beginning + _LAST)
        if high - low <= MAX_ITEMS:
            return PathSegments([PathSegment(each) for each in names[low:high]])
    found: list[PathSegment] = []
    at = low
    while at < high and len(found) < MAX_ITEMS:
        name = names[at]
        slash = name.find("/", len(folder))
        if slash < 0:
            found.append(PathSegment(name))
            at += 1
        else:
            found.append(PathSegment(name[: slash + 1], is_folder=True))
            at = bisect_left(names, name[: slash + 1] + _LAST, at, high)
    return PathSegments(found, complete=False)
