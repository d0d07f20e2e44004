"""The line differences of two texts, with line numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

Status = Literal["equal", "add", "remove"]

_LARGEST_TABLE = 4_000_000
"""How many pairs of lines are compared; beyond it the differing parts are shown as removed and added as a whole."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    status: Status
    text: str
    before: int | None
    """The number of the line in the first text."""
    after: int | None


def line_diff(before: str, after: str) -> list[DiffLine]:
    """The lines of both texts; those of the longest common subsequence are shown once. Removed lines precede added ones."""
    left, right = before.split("\n"), after.split("\n")
    lines: list[DiffLine] = []
    old = new = 0
    for status, text in _statuses(left, right):
        old += status != "add"
        new += status != "remove"
        lines.append(DiffLine(status, text, old if status != "add" else None, new if status != "remove" else None))
    return lines


def _statuses(left: Sequence[str], right: Sequence[str]) -> list[tuple[Status, str]]:
    if len(left) * len(right) > _LARGEST_TABLE:
        return _statuses_of_large(left, right)
    lengths = _common_lengths(left, right)
    found: list[tuple[Status, str]] = []
    i, j = len(left), len(right)
    while i or j:
        if i and j and left[i - 1] == right[j - 1]:
            i, j = i - 1, j - 1
            found.append(("equal", left[i]))
        elif j and (not i or lengths[i][j - 1] >= lengths[i - 1][j]):
            j -= 1
            found.append(("add", right[j]))
        else:
            i -= 1
            found.append(("remove", left[i]))
    return found[::-1]


def _common_lengths(left: Sequence[str], right: Sequence[str]) -> list[list[int]]:
    """The length of the longest common subsequence of the first i and the first j lines."""
    rows = [[0] * (len(right) + 1)]
    for line in left:
        above, row = rows[-1], [0]
        for j, other in enumerate(right):
            row.append(above[j] + 1 if line == other else max(above[j + 1], row[j]))
        rows.append(row)
    return rows


def _statuses_of_large(left: Sequence[str], right: Sequence[str]) -> list[tuple[Status, str]]:
    """Only equal lines at both ends are recognized."""
    shorter = min(len(left), len(right))
    start = next((at for at in range(shorter) if left[at] != right[at]), shorter)
    rest = shorter - start
    end = next((at for at in range(rest) if left[-1 - at] != right[-1 - at]), rest)
    found: list[tuple[Status, str]] = [("equal", line) for line in left[:start]]
    found += [("remove", line) for line in left[start : len(left) - end]]
    found += [("add", line) for line in right[start : len(right) - end]]
    return found + [("equal", line) for line in left[len(left) - end :]]


def side_by_side(lines: Sequence[DiffLine]) -> list[tuple[DiffLine | None, DiffLine | None]]:
    """Pairs of lines; removed lines are next to the added lines that follow them."""
    pairs: list[tuple[DiffLine | None, DiffLine | None]] = []
    removed: list[DiffLine] = []
    added: list[DiffLine] = []
    for line in lines:
        if (added and line.status != "add") or (removed and line.status == "equal"):
            pairs += zip_longest(removed, added)
            removed, added = [], []
        if line.status == "equal":
            pairs.append((line, line))
        else:
            (removed if line.status == "remove" else added).append(line)
    return [*pairs, *zip_longest(removed, added)]
