"""Suppressed problems are not reported, and all others are."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Span
from refrakt.rules.disable_comments import suppressed_lines
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import Severities, apply_severities


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_line_is_suppressed_with_any_line_end(line_end: str) -> None:
    text = line_end.join(
        ["# T", "", "words", "<!-- refrakt-disable-next-line -->", "{% hnit /%}", "", "{% hnit /%}", ""]
    )
    document = parse(text)
    assert suppressed_lines(document) == {4: frozenset()}


def test_a_problem_is_silenced_by_the_line_it_begins_on() -> None:
    document = parse("one\ntwo\nthree\n")
    problem = Problem(Span(5, 9), "x", severity="error", code="a")

    def is_reported(line: int, *codes: str) -> bool:
        return bool(apply_severities([problem], Severities(silenced={line: frozenset(codes)}), document))

    assert [line for line in range(3) if not is_reported(line)] == [1]
    assert not is_reported(1, "a", "b")
    assert is_reported(1, "b")
