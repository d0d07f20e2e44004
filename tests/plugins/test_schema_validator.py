"""Validation against schemas of plugins takes linear time, and otherwise finds what the library finds."""

from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from refrakt.plugins.schema_validator import schema_validator

SLOW = "^(a+)+$"
TEXT = "a" * 60 + "b"


@pytest.mark.parametrize(
    ("schema", "value", "valid"),
    [
        ({"pattern": SLOW}, TEXT, False),
        ({"pattern": SLOW}, "a" * 60, True),
        ({"patternProperties": {SLOW: {"type": "integer"}}}, {TEXT: "x"}, True),
        ({"patternProperties": {SLOW: False}, "additionalProperties": False}, {TEXT: 1}, False),
        ({"patternProperties": {SLOW: True}, "additionalProperties": False}, {"a" * 60: 1}, True),
        ({"patternProperties": {SLOW: True}, "unevaluatedProperties": False}, {TEXT: 1}, True),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "pattern": SLOW}, TEXT, False),
    ],
)
def test_a_pattern_cannot_take_forever(schema: dict[str, Any], value: Any, valid: bool) -> None:
    """With the library's own keywords, each of these takes longer than anyone waits."""
    assert schema_validator(schema).is_valid(value) is valid


@pytest.mark.parametrize(
    "value", ["ab", "b", "", 3, {"ab": 1}, {"ab": "x"}, {"b": 1}, {"known": "b"}, {"known": "a", "q": 2}]
)
@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^a"},
        {"patternProperties": {"^a": {"type": "integer"}}},
        {"patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": False},
        {
            "properties": {"known": {"pattern": "a"}},
            "patternProperties": {"^a": True},
            "additionalProperties": {"type": "string"},
        },
        {"properties": {"known": True}, "additionalProperties": False},
        {"properties": {"known": True}, "unevaluatedProperties": False},
    ],
)
def test_it_finds_what_the_library_finds(schema: dict[str, Any], value: Any) -> None:
    ours = {(each.validator, tuple(each.absolute_path)) for each in schema_validator(schema).iter_errors(value)}
    library = jsonschema.Draft202012Validator(schema).iter_errors(value)
    assert ours == {(each.validator, tuple(each.absolute_path)) for each in library}


def test_what_cannot_be_matched_is_not_checked() -> None:
    assert schema_validator({"pattern": "(?<=a)b"}).is_valid("b")
    assert schema_validator({"pattern": "^b"}).is_valid("a" * 2_000)
    strict = {"patternProperties": {"(?<=a)b": {"type": "integer"}}, "additionalProperties": False}
    assert schema_validator(strict).is_valid({"b": "x"})
