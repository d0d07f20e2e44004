"""What an edit does to the lists a document keeps of its blocks: a stretch is replaced, and what is behind it moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple


class Splice(NamedTuple):
    """Which blocks of a version others have taken the place of: from `first` to before `last`, by so many `new` ones."""

    first: int
    last: int
    new: int

    @property
    def shift(self) -> int:
        """How much higher the indexes of the blocks behind it are now."""
        return self.new - (self.last - self.first)

    def indexes(self, known: Sequence[int], new: Iterable[int]) -> list[int]:
        """Indexes of blocks, in order, with those of the new blocks among them."""
        shift = self.shift
        behind = known[bisect_left(known, self.last) :]
        return [*known[: bisect_left(known, self.first)], *new, *(map(shift.__add__, behind) if shift else behind)]

    def sums(self, known: list[int], sizes: Iterable[int]) -> list[int]:
        """Running sums of the blocks' sizes, with those of the new blocks."""
        middle = list(accumulate(sizes, initial=known[self.first]))
        shift = middle[-1] - known[self.last]
        if shift:
            return [*known[: self.first], *middle, *map(shift.__add__, known[self.last + 1 :])]
        sums = known.copy()
        sums[self.first : self.last + 1] = middle
        return sums
