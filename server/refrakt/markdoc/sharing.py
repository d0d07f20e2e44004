"""What two versions of a page have in common.

An edit leaves most blocks and nodes the very objects they were. Whoever keeps something for each of them asks here which are new,
and does not look at the others: two lists are compared at the speed of a copy.
"""

from __future__ import annotations

from collections.abc import Sequence


def alike(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How many items two lists begin with alike, and with how many of the others they end alike."""
    most = min(len(one), len(other))
    begin = _begins_alike(one, other, most)
    return begin, _ends_alike(one, other, most - begin)


def _begins_alike(one: Sequence[object], other: Sequence[object], most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _ends_alike(one: Sequence[object], other: Sequence[object], most: int) -> int:
    low, high = 0, most
    size, other_size = len(one), len(other)
    while low < high:
        middle = (low + high + 1) // 2
        if one[size - middle : size - low] == other[other_size - middle : other_size - low]:
            low = middle
        else:
            high = middle - 1
    return low
