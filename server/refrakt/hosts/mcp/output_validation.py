"""Validation of tool results against their output schemas.

The JSON Schema library takes ten milliseconds for a result of forty kilobytes. Nearly every schema only lists the members of
objects and their types, which is checked here; a value that is not certainly valid, or a schema with other keywords, goes to the
library.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from refrakt.plugins.schema_validator import schema_validator

_CHECKED = frozenset({"type", "properties", "required", "items", "enum", "additionalProperties", "minimum"})
_ANNOTATIONS = frozenset({"description", "title", "default"})
"""Keywords that constrain nothing."""
_STRING = {"type": "string"}
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def schema_violation(result: Any, schema: Mapping[str, Any]) -> str | None:
    """Path and keyword of the first violation; None if the result is valid."""
    if _certainly_valid(result, schema):
        return None
    error = next(schema_validator(schema).iter_errors(result), None)
    if error is None:
        return None
    path = "".join(f".{step}" for step in error.absolute_path)
    return f"at ${path}: {error.validator}"


def _certainly_valid(value: Any, schema: Any) -> bool:
    """Whether a value is certainly valid; False where the library must decide."""
    if schema is True or not isinstance(schema, dict):
        return schema is True
    if not _only_checked_keywords(tuple(schema)):
        return False
    type = schema.get("type")
    if type is not None and not _has_type(value, type):
        return False
    # Python's `in` treats True as 1, so only strings can be compared without the library.
    if "enum" in schema and not (isinstance(value, str) and value in schema["enum"]):
        return False
    if isinstance(value, dict):
        return _has_valid_members(value, schema)
    if isinstance(value, list):
        items = schema.get("items", True)
        return items is True or all(_certainly_valid(each, items) for each in value)
    minimum = schema.get("minimum")
    return minimum is None or not isinstance(value, int | float) or isinstance(value, bool) or value >= minimum


def _has_valid_members(value: dict[str, Any], schema: Mapping[str, Any]) -> bool:
    members, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    if any(name not in value for name in schema.get("required", ())):
        return False
    for name, each in value.items():
        expected = members.get(name, others)
        # Most members are plain strings.
        if expected is True or (expected == _STRING and isinstance(each, str)):
            continue
        if not _certainly_valid(each, expected):
            return False
    return True


def _has_type(value: Any, type: str | list[str]) -> bool:
    for name in (type,) if isinstance(type, str) else type:
        if name in _TYPES and isinstance(value, _TYPES[name]):
            # In Python a bool is an int.
            return not isinstance(value, bool) or name == "boolean"
    return False


@lru_cache(maxsize=256)
def _only_checked_keywords(keys: tuple[str, ...]) -> bool:
    return not frozenset(keys) - _CHECKED - _ANNOTATIONS
