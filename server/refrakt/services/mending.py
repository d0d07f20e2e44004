"""The text of a file with the fixes of its problems in it.

Fixes are made one by one and know nothing of each other. Those that get in each other's way wait for the next time, and where all
of them together would leave the page worse than it was, only those are applied that do not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from refrakt.markdoc import parse
from refrakt.project.index.checked import CheckedFile
from refrakt.project.index.problem import PageProblem, Replacement
from refrakt.rules.check import check
from refrakt.rules.page import Page

from .context import Context

_LINE_END = re.compile(r"\r\n|\r|\n")
_MOST_TRIED = 40
"""How many fixes are tried one by one where all together do no good."""


class Mended(NamedTuple):
    """A text, and how many problems it has less because their fixes were applied."""

    text: str
    fixed: int


def mended(context: Context, site: str | None, file: CheckedFile) -> Mended:
    """A file with every fix that can be applied now. Hints and notes are proposals, and left to a person."""
    fixable = [each for each in file.problems if each.fix and each.severity in ("error", "warning")]
    if not fixable:
        return Mended(file.text, 0)
    surroundings = context.site(site, context.project.root / file.path)

    def badness(text: str) -> tuple[int, int]:
        page = Page(parse(text, surroundings.options), surroundings.surroundings, file.path)
        found = check(page)
        return sum(each.severity == "error" for each in found), len(found)

    before = badness(file.text)
    together = applied(file.text, fixable)
    if badness(together.text) <= before:
        return together
    kept: list[PageProblem] = []
    for each in fixable[:_MOST_TRIED]:
        outcome = badness(applied(file.text, [*kept, each]).text)
        if outcome <= before:
            kept.append(each)
            before = outcome
    return applied(file.text, kept)


def applied(text: str, problems: Iterable[PageProblem]) -> Mended:
    """The text with every fix that does not get in the way of one before it. What is put in has the file's line ends."""
    ends = Counter(_LINE_END.findall(text))
    line_end = max(ends, key=ends.__getitem__) if ends else "\n"
    taken: list[Replacement] = []
    """In the order of the text; no two of them overlap or begin at one place."""
    known: set[Replacement] = set()
    fixed = 0
    for problem in problems:
        # One edit may mend several problems.
        mine = [each for each in problem.fix if each not in known]
        if all(_free(each, taken) for each in mine):
            for each in mine:
                insort(taken, each)
            known.update(mine)
            fixed += 1
    pieces, end = [], 0
    for each in taken:
        pieces += [text[end : each.start], _LINE_END.sub(lambda _: line_end, each.new)]
        end = each.end
    return Mended("".join([*pieces, text[end:]]), fixed)


def _free(edit: Replacement, taken: list[Replacement]) -> bool:
    """Whether the place of an edit is not taken yet."""
    index = bisect_left(taken, edit.start, key=lambda each: each.start)
    after = taken[index] if index < len(taken) else None
    if after is not None and (after.start == edit.start or after.start < edit.end):
        return False
    return index == 0 or taken[index - 1].end <= edit.start
