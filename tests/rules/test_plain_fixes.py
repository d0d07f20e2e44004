"""Fixes on plain sites: nothing is renamed, moved or removed by itself, and nothing at all while the schema is open."""

from __future__ import annotations

import pytest

from refrakt.rules.apply_fixes import is_safe
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem
from refrakt.rules.registry import page_rules
from refrakt.runes.rune import Package, Rune
from refrakt.runes.vocabulary import vocabulary

from .checking import all_runes, page_of
from .rule_examples import rule_examples

ON_PLAIN_SITES = [code for code, rule in page_rules().items() if rule.fixable and rule.sites == "all"]


def page(code: str, *, is_open: bool) -> Page:
    example, _ = rule_examples(page_rules()[code])
    runes = Package("custom", "custom", runes=all_runes().runes)
    unknown = ["a schema that cannot be read"] if is_open else []
    site = Site(
        vocabulary([runes], refrakt=False, unknown=unknown),
        partials=("header.md",),
        variables={"page": {"title": None}},
    )
    return page_of(example, site)


@pytest.mark.parametrize("code", ON_PLAIN_SITES)
def test_an_open_schema_has_no_fix_that_changes_more_than_the_spelling_of_a_value(code: str) -> None:
    checked = page(code, is_open=True)
    for problem in check(checked):
        if page_rules()[problem.code].fixes_spelling:
            assert same_but_for_quotes(checked, problem)
        else:
            assert problem.fix is None


@pytest.mark.parametrize("code", ON_PLAIN_SITES)
def test_a_closed_schema_has_no_safe_fix_that_changes_more(code: str) -> None:
    found = check(page(code, is_open=False))
    assert all(page_rules()[each.code].fixes_spelling for each in found if is_safe(each))


@pytest.mark.parametrize(("unknown", "applicability"), [((), "unsafe"), (("a schema that cannot be read",), None)])
def test_an_empty_tag_is_not_removed_by_itself(unknown: tuple[str, ...], applicability: str | None) -> None:
    [found] = check(page_of("Oak\n\n{% %}\n", Site(vocabulary([], refrakt=False, unknown=unknown))))
    assert found.code == "syntax-error"
    assert (found.fix.applicability if found.fix is not None else None) == applicability


def test_most_of_these_examples_are_problems_of_plain_sites() -> None:
    found = {each.code for code in ON_PLAIN_SITES for each in check(page(code, is_open=False))}
    assert len(found.intersection(ON_PLAIN_SITES)) >= len(ON_PLAIN_SITES) - 3


def same_but_for_quotes(page: Page, problem: Problem) -> bool:
    text = page.document.text
    edits = problem.in_file(page.document).edits
    return all(plain(text[each.span.start : each.span.end]) == plain(each.new) for each in edits)


def plain(text: str) -> str:
    return "".join(text.replace("\t", " ").split()).translate(str.maketrans("", "", "\"'\\"))


def test_the_content_of_a_self_closing_tag_is_rendered_by_markdoc() -> None:
    dot = Rune("dot", "A dot.", content=None, self_closing=True)
    site = Site(vocabulary([Package("custom", "custom", runes={"dot": dot})], refrakt=False))
    (problem,) = check(page_of("{% dot %}\nx\n{% /dot %}\n", site))
    assert (problem.code, problem.severity, problem.fix) == ("needless-content", "warning", None)
    assert problem.message == "`dot` is declared as self-closing, but has content"
    assert check(page_of("{% dot /%}\n\n{% dot %}{% /dot %}\n", site)) == []
