"""Applying fixes.

Fixes are made one by one and know nothing of each other. So they are applied together where they do not overlap, the page is
checked again, and what has come to light is mended in turn. If that made things worse somewhere, it is not done.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import replace

from refrakt.markdoc import Document, parse

from .check import check
from .finding import Finding
from .page import Page

_MOST_ROUNDS = 8
_MOST_TRIED = 40
"""How many fixes are tried one by one where all together do no good; the rest is not offered."""
_MOST_READ = 2_000_000
"""How many characters are read for that: each try checks the whole page, and a large one is tried less often."""


def applied_once(document: Document, findings: Iterable[Finding]) -> str:
    """The text with every fix that does not get in the way of one before it."""
    edits: list[tuple[int, int, str]] = []
    """In the order of the text; no two of them overlap or begin at one place."""
    for finding in findings:
        mine = [(*document.offsets(edit.span), edit.new) for edit in finding.fix]
        if all(_free(each, edits) for each in mine):
            for each in mine:
                insort(edits, each)
    pieces = []
    end = 0
    for start, stop, new in edits:
        pieces += [document.text[end:start], new]
        end = max(stop, end)
    return "".join([*pieces, document.text[end:]])


def _free(edit: tuple[int, int, str], taken: list[tuple[int, int, str]]) -> bool:
    """Whether the place of an edit is not taken yet."""
    start, stop, _ = edit
    index = bisect_left(taken, (start, 0, ""))
    before = taken[index - 1] if index else (0, 0, "")
    after = taken[index] if index < len(taken) else (stop + 1, stop + 1, "")
    return before[1] <= start < after[0] and stop <= after[0]


def mended(page: Page, findings: Iterable[Finding] | None = None) -> str:
    """The page's text with all that can be mended mended: never with more errors or more problems than before."""
    found = list(check(page)) if findings is None else list(findings)
    best, fewest = page.document.text, _badness(found)
    seen = {best}
    first = page, found
    for _ in range(_MOST_ROUNDS):
        text = applied_once(page.document, found)
        if text in seen:
            break
        seen.add(text)
        page = replace(page, document=parse(text, page.document.options))
        found = check(page)
        if _badness(found) < fewest:
            best, fewest = text, _badness(found)
    return best if best != first[0].document.text else _one_by_one(*first)


def trusted(page: Page, findings: list[Finding]) -> list[Finding]:
    """The findings with only those fixes that can all be applied and leave the page better than it was.

    Whoever gets a list of fixes applies them all, so they are tried before they are handed out.
    """
    mendable = [finding for finding in findings if finding.fix]
    before = _badness(findings)
    if not mendable or _after(page, mendable) < before:
        return findings
    kept: list[Finding] = []
    best = before
    for finding in mendable[: tries(page.document.text)]:
        outcome = _after(page, [*kept, finding])
        if outcome < best:
            kept.append(finding)
            best = outcome
    good = {id(finding) for finding in kept}
    return [each if not each.fix or id(each) in good else replace(each, fix=()) for each in findings]


def tries(text: str) -> int:
    """How many fixes of a text are tried one by one."""
    return min(_MOST_TRIED, _MOST_READ // (len(text) + 1))


def _after(page: Page, fixes: list[Finding]) -> tuple[int, int]:
    text = applied_once(page.document, fixes)
    return _badness(check(replace(page, document=parse(text, page.document.options))))


def _one_by_one(page: Page, found: list[Finding]) -> str:
    """What is left where all fixes together make nothing better: those that do by themselves."""
    for _ in range(_MOST_ROUNDS):
        for finding in found:
            if not finding.fix:
                continue
            text = applied_once(page.document, [finding])
            after = replace(page, document=parse(text, page.document.options))
            remaining = check(after)
            if _badness(remaining) < _badness(found):
                page, found = after, remaining
                break
        else:
            break
    return page.document.text


def _badness(findings: list[Finding]) -> tuple[int, int]:
    return sum(each.severity == "error" for each in findings), len(findings)
