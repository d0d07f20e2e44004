"""The fast validation never accepts what the JSON Schema library rejects."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from refrakt.hosts.mcp.output_validation import _certainly_valid, schema_violation

NAMES = ("a", "b", "c")
TYPES = ("object", "array", "string", "boolean", "integer", "number", "null")
values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from([0.5, 1.0]) | st.sampled_from(["", "a", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=6,
)


def described(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True),
            "properties": st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
            "required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
            "items": inner,
            "enum": st.lists(values, min_size=1, max_size=3),
            "additionalProperties": inner | st.booleans(),
            "minimum": st.integers(-1, 2),
            "maxLength": st.integers(0, 1),
            "description": st.just("words"),
        },
    )


schemas = st.recursive(described(st.just({})), described, max_leaves=5)


@given(values, schemas)
@example(True, {"enum": [1]})
@example([False], {"enum": [[0]]})
@settings(max_examples=400, deadline=None)
def test_certainly_valid_results_are_valid(value: Any, schema: dict[str, Any]) -> None:
    right = Draft202012Validator(schema).is_valid(value)
    assert right or not _certainly_valid(value, schema)
    assert (schema_violation(value, schema) is None) == right


def test_ordinary_answers_need_no_library() -> None:
    item = {"type": "object", "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}, "required": ["id"]}
    schema = {"type": "object", "properties": {"items": {"type": "array", "items": item}}, "required": ["items"]}
    assert _certainly_valid({"items": [{"id": "a", "n": 1}, {"id": "b", "more": [None]}], "besides": 1}, schema)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"items": [{"id": "a"}, {"n": 1}]}, "at $.items.1: required"),
        ({"items": [{"id": 1}]}, "at $.items.0.id: type"),
        ({}, "at $: required"),
    ],
)
def test_a_violation_is_reported_with_its_path(answer: Any, expected: str) -> None:
    item = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    schema = {"type": "object", "properties": {"items": {"type": "array", "items": item}}, "required": ["items"]}
    assert schema_violation(answer, schema) == expected
