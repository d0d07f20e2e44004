"""The text of a page with the fixes of its problems in it.

Fixes are made one by one and know nothing of each other. Those that get in each other's way wait for the next time, and where all
of them together would leave the page worse than it was, only those are applied that do not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from refrakt.rules.finding import Severity
from refrakt.rules.mend import tries

from .index.problem import PageProblem, Replacement

_LINE_END = re.compile(r"\r\n|\r|\n")
_MOST_ROUNDS = 8
_SAFE: tuple[Severity, ...] = ("error", "warning")
"""Hints and notes are proposals, and left to a person."""

Badness = tuple[int, int]
"""How many errors a page has, and how many problems."""


class Mended(NamedTuple):
    """A text, and the problems it has no longer because their fixes were applied."""

    text: str
    problems: tuple[PageProblem, ...] = ()


def is_safe(problem: PageProblem) -> bool:
    """Whether the fix of a problem may be applied without asking."""
    return bool(problem.fix) and problem.severity in _SAFE


def badness(problems: Iterable[PageProblem]) -> Badness:
    listed = list(problems)
    return sum(each.severity == "error" for each in listed), len(listed)


def mended(text: str, problems: Iterable[PageProblem], judge: Callable[[str], Badness]) -> Mended:
    """A text with every safe fix that can be applied now; `judge` says how bad another text would be."""
    fixable = [each for each in problems if is_safe(each)]
    if not fixable:
        return Mended(text)
    before = judge(text)
    together = applied(text, fixable)
    if judge(together.text) <= before:
        return together
    kept: list[PageProblem] = []
    for each in fixable[: tries(text)]:
        outcome = judge(applied(text, [*kept, each]).text)
        if outcome <= before:
            kept.append(each)
            before = outcome
    return applied(text, kept)


def mended_wholly(
    text: str,
    look: Callable[[str], Sequence[PageProblem]],
    judge: Callable[[str], Badness],
    codes: Iterable[str] = (),
) -> tuple[Mended, Sequence[PageProblem]]:
    """A text mended until nothing changes any more, and what is still wrong with it; `look` tells the problems of a text.

    Mending may bring to light what could not be seen before, so it is done again. Of a text that was there already nothing new
    would come.
    """
    wanted = frozenset(codes)
    seen = {text}
    fixed: list[PageProblem] = []
    problems = look(text)
    for _ in range(_MOST_ROUNDS):
        result = mended(text, (each for each in problems if not wanted or each.code in wanted), judge)
        if result.text in seen:
            break
        left = look(result.text)
        if _told(left) == _told(problems):  # no better than before, and it would go on like that
            break
        seen.add(result.text)
        text, problems = result.text, left
        fixed += result.problems
    return Mended(text, tuple(fixed)), problems


def _told(problems: Iterable[PageProblem]) -> list[tuple[str, str]]:
    return sorted((each.code, each.message) for each in problems)


def applied(text: str, problems: Iterable[PageProblem]) -> Mended:
    """The text with every fix that does not get in the way of one before it. What is put in has the file's line ends."""
    line_end = line_end_of(text)
    taken: list[Replacement] = []
    """In the order of the text; no two of them overlap or begin at one place."""
    known: set[Replacement] = set()
    fixed: list[PageProblem] = []
    for problem in problems:
        # One edit may mend several problems.
        mine = [each for each in problem.fix if each not in known]
        if all(_free(each, taken) for each in mine):
            for each in mine:
                insort(taken, each)
            known.update(mine)
            fixed.append(problem)
    pieces, end = [], 0
    for each in taken:
        pieces += [text[end : each.start], with_line_ends(each.new, line_end)]
        end = each.end
    return Mended("".join([*pieces, text[end:]]), tuple(fixed))


def line_end_of(text: str) -> str:
    """How most of the lines of a text end."""
    if "\r" not in text:
        return "\n"
    ends: Counter[str] = Counter(_LINE_END.findall(text))
    return max(ends, key=ends.__getitem__)


def with_line_ends(text: str, line_end: str) -> str:
    """A text whose lines end so."""
    return text if line_end == "\n" and "\r" not in text else _LINE_END.sub(lambda _: line_end, text)


def _free(edit: Replacement, taken: list[Replacement]) -> bool:
    """Whether the place of an edit is not taken yet."""
    index = bisect_left(taken, edit.start, key=lambda each: each.start)
    after = taken[index] if index < len(taken) else None
    if after is not None and (after.start == edit.start or after.start < edit.end):
        return False
    return index == 0 or taken[index - 1].end <= edit.start
