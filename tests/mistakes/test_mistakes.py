"""The totals of `make mistakes` on the example pages, and what holds for the safe fixes of every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from mistakes.kind import CORRECT, KINDS, load_kinds
from mistakes.pages import Pages, example_pages
from mistakes.score import Score, Scorer, Seeded, seeded
from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Node
from refrakt.project.index.hypothetical import hypothetical_problems
from refrakt.rules.apply_fixes import fix_repeatedly, is_safe, problem_count
from refrakt.rules.problem import Problem

load_kinds()
_WORD = re.compile(r"\w{3,}")


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    with example_pages() as found:
        yield found


@pytest.fixture(scope="module")
def scores(pages: Pages) -> list[Score]:
    """One mistake of each kind."""
    scorer = Scorer(pages)
    return [scorer.score(each) for each in seeded(pages, KINDS, 1)]


def share(scores: list[Score], name: str) -> float:
    return 100 * sum(bool(getattr(each, name)) for each in scores) / len(scores)


def test_there_are_many_kinds() -> None:
    assert len(KINDS) >= 150
    assert len(CORRECT) >= 100


def test_totals(scores: list[Score]) -> None:
    assert share(scores, "detected") >= 96.5
    assert share(scores, "explained") >= 93.5
    assert share(scores, "fixed") >= 84
    assert share(scores, "harmful") <= 0.5


def test_a_mistake_is_one_problem(scores: list[Score]) -> None:
    assert sum(len(each.problems) for each in scores) / len(scores) <= 1.1


def test_correct_variants_are_not_reported(pages: Pages) -> None:
    scorer = Scorer(pages)
    variants = list(seeded(pages, CORRECT, 2))
    assert len(variants) >= 150
    assert [f"{each.kind}: {problems}" for each in variants if (problems := scorer.score(each).problems)] == []


# The safe fixes of a page ---------------------------------------------------------------------------------------------


def problems_of(each: Seeded, text: str, *, backwards: bool = False) -> list[Problem]:
    page = each.page
    found = hypothetical_problems(parse(text, page.site.options), page.site, page.path, {})
    return found[::-1] if backwards else found


def fixed(each: Seeded, text: str, *, backwards: bool = False) -> str:
    """The text after all safe fixes."""
    result, _ = fix_repeatedly(
        text,
        lambda changed: problems_of(each, changed, backwards=backwards),
        lambda changed: problem_count(problems_of(each, changed)),
    )
    return result.text


@pytest.fixture(scope="module")
def fixable(pages: Pages) -> list[tuple[Seeded, str]]:
    """Pages with safe fixes, and what these make of them."""
    listed = [each for each in seeded(pages, KINDS, 1) if any(map(is_safe, problems_of(each, each.text)))]
    return [(each, fixed(each, each.text)) for each in listed]


def test_fixes_add_no_problem(fixable: list[tuple[Seeded, str]]) -> None:
    for each, text in fixable:
        before, after = (problem_count(problems_of(each, one)) for one in (each.text, text))
        assert after <= before, each.kind


def test_fixes_are_idempotent(fixable: list[tuple[Seeded, str]]) -> None:
    assert [each.kind for each, text in fixable if fixed(each, text) != text] == []


def test_the_order_of_fixes_does_not_matter(fixable: list[tuple[Seeded, str]]) -> None:
    assert [each.kind for each, text in fixable if fixed(each, each.text, backwards=True) != text] == []


def test_fixes_lose_no_word(fixable: list[tuple[Seeded, str]]) -> None:
    """Every word of the page as it was, except those of the mistake itself, is in the fixed page."""
    lost = {}
    for each, text in fixable:
        mistake = each.mistake
        touched = Counter(_WORD.findall(each.page.text[mistake.start : mistake.end]))
        words = text_words(each.page.document.tree) - touched
        missing = words - Counter(_WORD.findall(text))
        if missing:
            lost[each.kind] = list(missing)
    assert lost == {}


def text_words(tree: Node) -> Counter[str]:
    texts = (each.attributes.get("content") for each in tree.walk() if each.type in ("text", "code"))
    return Counter(word for text in texts if isinstance(text, str) for word in _WORD.findall(text))
