"""Addresses and paths below a folder: all of them where they are few, else one step at a time.

Nobody reads a list of ten thousand pages. The names are in order, so those below a folder stand together and a folder is
passed over in one leap, however much is in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

MOST = 200
"""So many things of a site are offered at most; typing on brings the others."""
_LAST = "\U0010ffff"


class Step(NamedTuple):
    """A name, or the folder in which several begin, which ends with a slash."""

    name: str
    is_folder: bool = False


class Steps(NamedTuple):
    """What may follow."""

    found: list[Step]
    complete: bool = True


def steps(names: Sequence[str], typed: str) -> Steps:
    """What begins like this, of names in order. What is typed counts up to its last slash, unless that leaves too many."""
    folder = typed[: typed.rfind("/") + 1]
    for beginning in dict.fromkeys((folder, typed)):
        low, high = bisect_left(names, beginning), bisect_left(names, beginning + _LAST)
        if high - low <= MOST:
            return Steps([Step(each) for each in names[low:high]])
    found: list[Step] = []
    at = low
    while at < high and len(found) < MOST:
        name = names[at]
        slash = name.find("/", len(folder))
        if slash < 0:
            found.append(Step(name))
            at += 1
        else:
            found.append(Step(name[: slash + 1], is_folder=True))
            at = bisect_left(names, name[: slash + 1] + _LAST, at, high)
    return Steps(found, complete=False)
