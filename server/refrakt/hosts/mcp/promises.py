"""Whether an answer is what its schema promises.

The library that knows all of JSON Schema takes ten milliseconds for an answer of forty kilobytes. Nearly every schema says no more
than which members an object has and of which types they are; that much is looked at here, and only what is not plainly right,
or says more, is left to the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

_PLAIN = frozenset({"type", "properties", "required", "items", "enum", "additionalProperties", "minimum"})
_WORDS = frozenset({"description", "title", "default"})
"""What a schema may say besides; it forbids nothing."""
_TEXT = {"type": "string"}
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def broken_promise(answer: Any, schema: Mapping[str, Any]) -> str | None:
    """Where an answer is not what its schema says, and by which word of it; None if it is."""
    if _is_plainly_right(answer, schema):
        return None
    fault = next(Draft202012Validator(schema).iter_errors(answer), None)
    if fault is None:
        return None
    place = "".join(f".{step}" for step in fault.absolute_path)
    return f"at ${place}: {fault.validator}"


def _is_plainly_right(value: Any, schema: Any) -> bool:
    """Whether a value is certain to be right; False where somebody else has to look."""
    if schema is True or not isinstance(schema, dict):
        return schema is True
    if not _says_little(tuple(schema)):
        return False
    type = schema.get("type")
    if type is not None and not _is_of(value, type):
        return False
    # Python takes a truth value for a number here, too, so that only texts can be told apart without the library.
    if "enum" in schema and not (isinstance(value, str) and value in schema["enum"]):
        return False
    if isinstance(value, dict):
        return _has_members(value, schema)
    if isinstance(value, list):
        items = schema.get("items", True)
        return items is True or all(_is_plainly_right(each, items) for each in value)
    least = schema.get("minimum")
    return least is None or not isinstance(value, int | float) or isinstance(value, bool) or value >= least


def _has_members(value: dict[str, Any], schema: Mapping[str, Any]) -> bool:
    members, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    if any(name not in value for name in schema.get("required", ())):
        return False
    for name, each in value.items():
        expected = members.get(name, others)
        # Most members are texts of which nothing else is said.
        if expected is True or (expected == _TEXT and isinstance(each, str)):
            continue
        if not _is_plainly_right(each, expected):
            return False
    return True


def _is_of(value: Any, type: str | list[str]) -> bool:
    for name in (type,) if isinstance(type, str) else type:
        if name in _TYPES and isinstance(value, _TYPES[name]):
            # Python takes a truth value for a number.
            return not isinstance(value, bool) or name == "boolean"
    return False


@lru_cache(maxsize=256)
def _says_little(keys: tuple[str, ...]) -> bool:
    return not frozenset(keys) - _PLAIN - _WORDS
