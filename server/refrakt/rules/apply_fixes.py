"""Applies the fixes of problems to a text.

Fixes are made one by one and do not know of each other. Those that overlap wait for the next round, and where all of them together
would leave the text with more problems than before, only those are applied that do not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.page import Page
from refrakt.rules.page_checker import CheckCache, check
from refrakt.rules.problem import Problem, Severity

_LINE_END = re.compile(r"\r\n|\r|\n")
_MOST_ROUNDS = 8
_MOST_TRIED = 40
"""How many fixes are tried one by one where all together do not help; the others are not offered."""
_MOST_READ = 2_000_000
"""How many characters are checked for that: each try checks the whole page."""
_APPLIED: tuple[Severity, ...] = ("error", "warning")
"""Fixes of other problems are proposals, and left to a person."""

ProblemCount = tuple[int, int]
"""How many errors a text has, and how many problems."""


class FixedText(NamedTuple):
    """A text, and the problems whose fixes were applied to it."""

    text: str
    problems: tuple[Problem, ...] = ()


def is_safe(problem: Problem) -> bool:
    """Whether the fix of a problem may be applied without asking."""
    fix = problem.fix
    return fix is not None and fix.applicability == "safe" and problem.severity in _APPLIED


def problem_count(problems: Iterable[Problem]) -> ProblemCount:
    listed = list(problems)
    return sum(each.severity == "error" for each in listed), len(listed)


def is_safe_or_unsafe(problem: Problem) -> bool:
    """Whether a fix may be applied if the user asked for unsafe fixes as well. Placeholders need a person."""
    return problem.fix is not None and problem.fix.applicability != "placeholder" and problem.severity in _APPLIED


def fix_once(
    text: str,
    problems: Iterable[Problem],
    count: Callable[[str], ProblemCount],
    applies: Callable[[Problem], bool] = is_safe,
) -> FixedText:
    """A text with every fix that can be applied now; `count` counts the problems of another text."""
    fixable = [each for each in problems if applies(each)]
    if not fixable:
        return FixedText(text)
    before = count(text)
    together = apply_fixes(text, fixable)
    if count(together.text) <= before:
        return together
    applied: list[Problem] = []
    for each in fixable[: most_tries(text)]:
        after = count(apply_fixes(text, [*applied, each]).text)
        if after <= before:
            applied.append(each)
            before = after
    return apply_fixes(text, applied)


def fix_repeatedly(
    text: str,
    check: Callable[[str], Sequence[Problem]],
    count: Callable[[str], ProblemCount],
    codes: Iterable[str] = (),
    applies: Callable[[Problem], bool] = is_safe,
) -> tuple[FixedText, Sequence[Problem]]:
    """The text after repeated fixes, until it no longer changes, and its remaining problems.

    A fix may reveal problems that were hidden before, so the text is checked again. It ends when a text repeats.
    """
    selected = frozenset(codes)
    texts = {text}
    fixed: list[Problem] = []
    problems = check(text)
    for _ in range(_MOST_ROUNDS):
        result = fix_once(text, (each for each in problems if not selected or each.code in selected), count, applies)
        if result.text in texts:
            break
        left = check(result.text)
        if _messages(left) == _messages(problems):  # not better than before: it would never end
            break
        texts.add(result.text)
        text, problems = result.text, left
        fixed += result.problems
    return FixedText(text, tuple(fixed)), problems


def _messages(problems: Iterable[Problem]) -> list[tuple[str, str]]:
    return sorted((each.code, each.message) for each in problems)


def with_working_fixes(page: Page, problems: list[Problem], cache: CheckCache | None = None) -> list[Problem]:
    """The problems with only those fixes that can be applied together and leave the page with fewer problems.

    Agents apply all fixes of a list, so they are tried before. A try parses and checks only what the fixes change; `cache` is that
    of the check which found the problems.
    """
    fixable = [each for each in problems if each.fix]
    cache = cache if cache is not None else CheckCache()
    before = problem_count(problems)
    if not fixable or _count_after(page, fixable, cache) < before:
        return problems
    applied: list[Problem] = []
    best = before
    for each in fixable[: most_tries(page.document.text)]:
        after = _count_after(page, [*applied, each], cache)
        if after < best:
            applied.append(each)
            best = after
    working = {id(each) for each in applied}
    return [each if not each.fix or id(each) in working else replace(each, fix=None) for each in problems]


def most_tries(text: str) -> int:
    """How many fixes of a text are tried one by one."""
    return min(_MOST_TRIED, _MOST_READ // (len(text) + 1))


def _count_after(page: Page, problems: list[Problem], cache: CheckCache) -> ProblemCount:
    document = page.document
    edits, _ = _compatible(each.in_file(document) for each in problems)
    line_end = line_end_of(document.text)
    for each in reversed(edits):
        document = document.edit(*each.span.bounds, with_line_ends(each.new, line_end))
    return problem_count(check(replace(page, document=document), cache))


def apply_fixes(text: str, problems: Iterable[Problem]) -> FixedText:
    """The text with every fix that does not overlap one before it. Inserted text gets the file's line ends."""
    line_end = line_end_of(text)
    edits, fixed = _compatible(problems)
    pieces, end = [], 0
    for each in edits:
        pieces += [text[end : each.span.start], with_line_ends(each.new, line_end)]
        end = each.span.end
    return FixedText("".join([*pieces, text[end:]]), tuple(fixed))


def _compatible(problems: Iterable[Problem]) -> tuple[list[TextEdit], list[Problem]]:
    """The edits of all fixes that do not overlap one before them, in the order of the text, and the problems that they fix."""
    taken: list[TextEdit] = []
    """In the order of the text; no two of them overlap or begin at the same offset."""
    applied_edits: set[TextEdit] = set()
    fixed: list[Problem] = []
    for problem in problems:
        # One edit may fix several problems.
        new = [each for each in problem.edits if each not in applied_edits]
        if all(_is_free(each, taken) for each in new):
            for each in new:
                insort(taken, each)
            applied_edits.update(new)
            fixed.append(problem)
    return taken, fixed


def _is_free(edit: TextEdit, taken: list[TextEdit]) -> bool:
    """Whether no edit that is taken already touches the span of another."""
    index = bisect_left(taken, edit.span.start, key=lambda each: each.span.start)
    after = taken[index] if index < len(taken) else None
    if after is not None and (after.span.start == edit.span.start or after.span.start < edit.span.end):
        return False
    return index == 0 or taken[index - 1].span.end <= edit.span.start


def line_end_of(text: str) -> str:
    """The most common line end of a text."""
    if "\r" not in text:
        return "\n"
    ends: Counter[str] = Counter(_LINE_END.findall(text))
    return max(ends, key=ends.__getitem__)


def with_line_ends(text: str, line_end: str) -> str:
    """The text with these line ends."""
    return text if line_end == "\n" and "\r" not in text else _LINE_END.sub(lambda _: line_end, text)
