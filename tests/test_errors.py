"""Hints are written once and spelled for each caller."""

from __future__ import annotations

import pytest

from refrakt.errors import CODES, RefraktError, agent_hint, shell_hint


@pytest.mark.parametrize(
    ("hint", "shell", "agent"),
    [
        ("{command:plan.next_id}", "refrakt plan next-id", "plan.next_id"),
        ("{command:refrakt.validate_content}", "refrakt validate-content", "refrakt.validate_content"),
        ("{option:hasProblems}", "--has-problems", "hasProblems"),
        ("{option:max_warnings}", "--max-warnings", "max_warnings"),
        ("{argument:id}", "ID", "id"),
        (
            'pass `{"a": 1}` or {x} or {option:}',
            'pass `{"a": 1}` or {x} or {option:}',
            'pass `{"a": 1}` or {x} or {option:}',
        ),
    ],
)
def test_placeholders_are_spelled_for_the_caller(hint: str, shell: str, agent: str) -> None:
    assert (shell_hint(hint), agent_hint(hint)) == (shell, agent)


def test_an_error_is_shown_for_a_shell_unless_it_is_for_an_agent() -> None:
    error = RefraktError(
        CODES[0], "no such bed", "see `{command:garden.list}`", data={"beds": 0}, detail="known: north"
    )
    assert str(error) == "no such bed; known: north. See `refrakt garden list`."
    assert error.as_json()["hint"] == "see `refrakt garden list`"
    assert str(error.for_agent()) == "no such bed; known: north. See `garden.list`."
    assert error.for_agent().as_json() == {**error.as_json(), "hint": "see `garden.list`"}
