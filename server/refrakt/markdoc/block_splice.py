"""Updates of a document's per-block lists after an edit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple


class Splice(NamedTuple):
    """Blocks `first` to before `last` are replaced by `new` blocks."""

    first: int
    last: int
    new: int

    @property
    def shift(self) -> int:
        """The change of the indexes of all later blocks."""
        return self.new - (self.last - self.first)

    def indexes(self, previous: list[int], new: Iterable[int]) -> list[int]:
        """Ascending block indexes, updated with those of the new blocks. An unchanged list may be returned as it is."""
        here = list(new)
        if not previous:
            return here
        shift = self.shift
        first, last = bisect_left(previous, self.first), bisect_left(previous, self.last)
        if not shift and here == previous[first:last]:
            return previous
        behind = previous[last:]
        return [*previous[:first], *here, *(map(shift.__add__, behind) if shift else behind)]

    def sums(self, previous: list[int], sizes: Iterable[int]) -> list[int]:
        """Running sums of block sizes, updated with the sizes of the new blocks."""
        middle = list(accumulate(sizes, initial=previous[self.first]))
        shift = middle[-1] - previous[self.last]
        if shift:
            return [*previous[: self.first], *middle, *map(shift.__add__, previous[self.last + 1 :])]
        sums = previous.copy()
        sums[self.first : self.last + 1] = middle
        return sums
