"""Which problems of a page are reported, how severe they are, and where they are after an edit."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.severity import ShiftedProblem, shifted_problems, with_severities
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.rules.problem import Fix, Problem
from refrakt.runes.vocabulary import vocabulary

TEXT = """---
refrakt:
  rules: {a: info}
---
one
<!-- refrakt-disable-next-line b, c -->
two
three
<!-- refrakt-disable-next-line -->
four
"""


def reported(code: str, at: int) -> list[str]:
    """The severities with which a problem at an offset of the text is reported."""
    facts = facts_of(parse(TEXT), vocabulary([]))
    problem = Problem(Span(at, at + 1), "x", severity="error", code=code)
    return [each.severity for each in with_severities([problem], facts, {"a": "hint", "d": "off"}, {"b": "warning"})]


def test_the_page_counts_more_than_the_editor_and_the_editor_more_than_the_config() -> None:
    at = TEXT.index("one")
    assert [reported(code, at) for code in "abcd"] == [["info"], ["warning"], ["error"], []]


@pytest.mark.parametrize(
    ("word", "codes"), [("one", "ab"), ("two", "a"), ("three", "ab"), ("four", "")], ids=["one", "two", "three", "four"]
)
def test_a_comment_silences_the_next_line(word: str, codes: str) -> None:
    for at in (TEXT.index(f"\n{word}") + 1, TEXT.index(f"\n{word}") + len(word)):
        assert [code for code in "ab" if reported(code, at)] == list(codes)


@pytest.mark.parametrize(
    ("start", "end", "new", "wanted"),
    [
        (0, 2, "", (8, 12)),
        (0, 0, "xyz", (13, 17)),
        (0, 10, "x", (1, 5)),
        (0, 11, "x", None),
        (12, 12, "x", None),
        (14, 14, "x", None),
        (15, 20, "", (10, 14)),
    ],
)
def test_a_problem_moves_with_the_text_around_it(
    start: int, end: int, new: str, wanted: tuple[int, int] | None
) -> None:
    problem = Problem(Span(10, 14), "x", fix=Fix((TextEdit(Span(11, 12), "y"),)))
    moved = shifted_problems((ShiftedProblem(problem),), [(start, end, new)])
    found = [each.now() for each in moved]
    assert [each.span.bounds for each in found] == ([wanted] if wanted else [])
    assert [each.start for each in moved] == ([wanted[0]] if wanted else [])
    assert [each.edits[0].span.start for each in found] == ([wanted[0] + 1] if wanted else [])
