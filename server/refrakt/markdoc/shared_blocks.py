"""The blocks or nodes that two versions of a page share.

An edit keeps most blocks and nodes as the same objects. A cache with an entry per block finds the new ones here, by comparing
slices of the two lists at the speed of a copy.
"""

from __future__ import annotations

from collections.abc import Sequence


def common_prefix_and_suffix(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """The lengths of the common prefix and of the common suffix of the rest."""
    most = min(len(one), len(other))
    begin = _common_prefix(one, other, most)
    return begin, _common_suffix(one, other, most - begin)


def _common_prefix(one: Sequence[object], other: Sequence[object], most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_suffix(one: Sequence[object], other: Sequence[object], most: int) -> int:
    low, high = 0, most
    size, other_size = len(one), len(other)
    while low < high:
        middle = (low + high + 1) // 2
        if one[size - middle : size - low] == other[other_size - middle : other_size - low]:
            low = middle
        else:
            high = middle - 1
    return low
