"""Pages with their problems written below the lines.

    {% hnit type="note" %}
       ^^^^ error[unknown-rune]: no rune is called 'hnit'; did you mean 'hint'?
    {% /hnit %}

A line of carets is below the span of a problem; the text after its code is the start of the message and may be left out. A page
without such lines has no problems.
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

_EXPECTATION = re.compile(r"^( *)(\^+) (error|warning|info|hint)\[([a-z-]+)\](?:: (.+))?$")


class Expectation(NamedTuple):
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
def site_with_all_runes() -> Site:
    """A site that uses every package."""
    return Site(all_runes())


@cache
def plain() -> Site:
    """A Markdoc project without refrakt."""
    return Site(vocabulary([], refrakt=False))


def page_of(text: str, site: Site | None = None, **more: Any) -> Page:
    site = site or site_with_all_runes()
    options = ParseOptions(fences="escaped") if site.vocabulary.refrakt else ParseOptions()
    return Page(parse(text, options), site, **more)


def check_problems(fixture: str, site: Site | None = None, **more: Any) -> None:
    """Check that a page has exactly the problems in the fixture."""
    text, expectations = _read(fixture)
    page = page_of(text, site, **more)
    found = [_expectation(page, problem) for problem in check(page)]
    for actual, expected in zip(found, expectations, strict=False):
        assert actual[:-1] == expected[:-1]
        assert actual.message.startswith(expected.message)
    assert [actual[:-1] for actual in found] == [actual[:-1] for actual in expectations]


def check_fix(before: str, after: str, site: Site | None = None, **more: Any) -> None:
    """Check the page after all fixes are applied once."""
    page = page_of(dedent(before).lstrip("\n"), site, **more)
    assert fixed_once(page, check(page)) == dedent(after).lstrip("\n")


def codes(text: str, site: Site | None = None, **more: Any) -> list[str]:
    """The codes of the problems of a page."""
    return [problem.code for problem in check(page_of(text, site, **more))]


def fixed_once(page: Page, problems: Iterable[Problem]) -> str:
    """The page with the fixes of these problems."""
    return apply_fixes(page.document.text, [each.in_file(page.document) for each in problems]).text


def fixed(page: Page) -> str:
    """The page with every fix applied, also of hints: never with more errors or more problems than before."""
    problems = check(page)
    best, fewest = page.document.text, problem_count(problems)
    texts = {best}
    first = page, problems
    for _ in range(8):
        text = fixed_once(page, problems)
        if text in texts:
            break
        texts.add(text)
        page = replace(page, document=parse(text, page.document.options))
        problems = check(page)
        if problem_count(problems) < fewest:
            best, fewest = text, problem_count(problems)
    return best if best != first[0].document.text else _one_by_one(*first)


def _one_by_one(page: Page, problems: list[Problem]) -> str:
    """The page after those fixes that help alone, if all together do not."""
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


def _read(fixture: str) -> tuple[str, list[Expectation]]:
    lines: list[str] = []
    expectations: list[Expectation] = []
    for line in dedent(fixture).strip("\n").split("\n"):
        found = _EXPECTATION.match(line)
        if found is None:
            lines.append(line)
        else:
            start, end = found.span(2)
            expectations.append(Expectation(len(lines) - 1, start, end, found[3], found[4], found[5] or ""))
    return "\n".join(lines) + "\n", sorted(expectations)


def _expectation(page: Page, problem: Problem) -> Expectation:
    start, end = page.document.offsets(problem.span)
    line, column = page.document.position(start)
    last, end_column = page.document.position(end)
    assert last == line, f"{problem.code} covers more than a line"
    return Expectation(line, column, end_column, problem.severity, problem.code, problem.message)
