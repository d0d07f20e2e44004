"""JSON with spans: the same data as the standard library reads, the span of every value, and no crash on any text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.project.json_tree import JsonNode, read_json

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 2, "\t"]), st.booleans())
def test_it_reads_what_the_standard_library_writes(value: Any, indent: int | str | None, ascii_only: bool) -> None:
    root, problems = read_json(json.dumps(value, indent=indent, ensure_ascii=ascii_only))
    assert problems == []
    assert root is not None
    assert root.data() == value


@given(VALUES, st.integers(0, 200), st.integers(0, 3), st.text("{}[]\",:'/*ab1-e.\\u \n\x01", max_size=3))
def test_it_refuses_what_the_standard_library_refuses(value: Any, at: int, removed: int, new: str) -> None:
    whole = json.dumps(value)
    text = whole[:at] + new + whole[at + removed :]
    _, problems = read_json(text)
    assert any(problem.severity == "error" for problem in problems) != _is_json(text)
    assert all(0 <= problem.span.start <= problem.span.end <= len(text) for problem in problems)


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_constant=_refuse)
    except ValueError:
        return False
    return True


def _refuse(name: str) -> None:
    raise ValueError(name)


def test_every_value_and_key_has_its_span() -> None:
    text = '{ "a": [1, {"b": "x\\n"}],\n  "c": null }'
    root, _ = read_json(text)
    assert root is not None

    def pieces(node: JsonNode) -> list[str]:
        inside = [each for pair in node.members for each in pair] + node.items
        return [text[node.start : node.end], *(piece for each in inside for piece in pieces(each))]

    assert pieces(root) == [text, '"a"', '[1, {"b": "x\\n"}]', "1", '{"b": "x\\n"}', '"b"', '"x\\n"', '"c"', "null"]


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ('{"a": 1,}', ",", "one too many"),
        ('{"a": 1 "b": 2}', '"', "comma"),
        ("{'a': 1}", "'", "double quotes"),
        ("{a: 1}", "a", "double quotes"),
        ('{"a" 1}', "1", "colon"),
        ('{"a": yes}', "yes", "value"),
        ('{"a": 1} // done', "//", "comments"),
        ('{"a": "b\n}', '"b', "not closed"),
        ('{"a": "b', '"b', "never closed"),
        ('{"a": "\\x"}', "\\x", "backslash"),
        ('{"a": "\t"}', "\t", "character"),
        ('{"a": 1', "", "ends too early"),
        ("", "", "ends too early"),
        ('{"a": 1}}', "}", "something follows"),
        ("[" * 200, "[", "deeper"),
        ("1" * 5000, "1" * 5000, "too long"),
    ],
)
def test_an_error_has_its_span_and_message(text: str, marked: str, expected: str) -> None:
    _, (problem,) = read_json(text)
    assert (text[slice(*problem.span.bounds)], expected in problem.message) == (marked, True), problem


def test_values_before_an_error_are_kept_and_duplicate_keys_reported() -> None:
    root, problems = read_json('{"a": {"b": 1}, "a": 2, "c": [3, oops')
    assert root is not None
    assert root.data() == {"a": 2, "c": [3]}
    assert [problem.severity == "error" for problem in problems] == [False, True]


def test_a_large_file_takes_no_long_time() -> None:
    text = json.dumps({f"key-{number}": ["x" * 50] for number in range(20_000)})
    root, problems = read_json(text)
    assert root is not None
    assert (len(root.members), problems) == (20_000, [])
