"""Pages with what is wrong written under it.

    {% hnit type="note" %}
       ^^^^ error[unknown-rune]: no rune is called 'hnit'; did you mean 'hint'?
    {% /hnit %}

A line of carets marks the text above it and names what is found there; what follows the code is the beginning of the message
and may be left out. A page without such lines has nothing wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from textwrap import dedent
from typing import Any, NamedTuple

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.rules.apply_fixes import apply_fixes, problem_count
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.vocabulary import Vocabulary, vocabulary

_MARK = re.compile(r"^( *)(\^+) (error|warning|info|hint)\[([a-z-]+)\](?:: (.+))?$")


class Mark(NamedTuple):
    line: int
    start: int
    end: int
    severity: str
    code: str
    message: str


@cache
def all_runes() -> Vocabulary:
    return vocabulary([*(bundled(short) for short in BUNDLED), collect("refrakt_plan.runes")])


@cache
def everything() -> Site:
    """A site that uses every package."""
    return Site(all_runes())


@cache
def plain() -> Site:
    """A Markdoc project that is no refrakt site."""
    return Site(vocabulary([], refrakt=False))


def page_of(text: str, site: Site | None = None, **more: Any) -> Page:
    site = site or everything()
    options = ParseOptions(fences="escaped") if site.vocabulary.refrakt else ParseOptions()
    return Page(parse(text, options), site, **more)


def check_problems(fixture: str, site: Site | None = None, **more: Any) -> None:
    """What is found on the page is exactly what is written under its lines."""
    text, marks = _read(fixture)
    page = page_of(text, site, **more)
    found = [_mark(page, finding) for finding in check(page)]
    for mark, wanted in zip(found, marks, strict=False):
        assert mark[:-1] == wanted[:-1]
        assert mark.message.startswith(wanted.message)
    assert [mark[:-1] for mark in found] == [mark[:-1] for mark in marks]


def check_fix(before: str, after: str, site: Site | None = None, **more: Any) -> None:
    """The fixes of a page, applied once, make it another."""
    page = page_of(dedent(before).lstrip("\n"), site, **more)
    assert fixed_once(page, check(page)) == dedent(after).lstrip("\n")


def codes(text: str, site: Site | None = None, **more: Any) -> list[str]:
    """The codes of what is found on a page."""
    return [finding.code for finding in check(page_of(text, site, **more))]


def all_mended(text: str, site: Site | None = None) -> str:
    return fixed(page_of(text, site))


def fixed_once(page: Page, problems: Iterable[Problem]) -> str:
    """The page with the fixes of these problems."""
    return apply_fixes(page.document.text, [each.in_file(page.document) for each in problems]).text


def fixed(page: Page) -> str:
    """The page with every fix applied, also of hints: never with more errors or more problems than before."""
    problems = check(page)
    best, fewest = page.document.text, problem_count(problems)
    seen = {best}
    first = page, problems
    for _ in range(8):
        text = fixed_once(page, problems)
        if text in seen:
            break
        seen.add(text)
        page = replace(page, document=parse(text, page.document.options))
        problems = check(page)
        if problem_count(problems) < fewest:
            best, fewest = text, problem_count(problems)
    return best if best != first[0].document.text else _one_by_one(*first)


def _one_by_one(page: Page, problems: list[Problem]) -> str:
    """What is left where all fixes together do not help: those that do alone."""
    for _ in range(8):
        for each in problems:
            if each.fix is None:
                continue
            after = replace(page, document=parse(fixed_once(page, [each]), page.document.options))
            remaining = check(after)
            if problem_count(remaining) < problem_count(problems):
                page, problems = after, remaining
                break
        else:
            break
    return page.document.text


def _read(fixture: str) -> tuple[str, list[Mark]]:
    lines: list[str] = []
    marks: list[Mark] = []
    for line in dedent(fixture).strip("\n").split("\n"):
        found = _MARK.match(line)
        if found is None:
            lines.append(line)
        else:
            start, end = found.span(2)
            marks.append(Mark(len(lines) - 1, start, end, found[3], found[4], found[5] or ""))
    return "\n".join(lines) + "\n", sorted(marks)


def _mark(page: Page, finding: Problem) -> Mark:
    start, end = page.document.offsets(finding.span)
    line, column = page.document.position(start)
    last, end_column = page.document.position(end)
    assert last == line, f"{finding.code} marks more than a line"
    return Mark(line, column, end_column, finding.severity, finding.code, finding.message)
