"""Compact JSON schemas: an agent pays for every character of every listed tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

_NAMED = ("properties", "$defs", "patternProperties")
"""Keywords whose keys are names. Elsewhere `title` is a keyword, there it may be a field."""
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not")
_NULL = {"type": "null"}


def output_schema(kind: type) -> Schema:
    """The output schema of a tool. A field without a value is omitted, or null where that is informative."""
    return compact(_json_schema(kind), nulls=True)


def short_schema(schema: Schema | None) -> Schema | None:
    """The fields that an object always has and their types, as tools are listed; the manual describes the rest."""
    if schema is None:
        return None
    fields, required = schema.get("properties", {}), schema.get("required", ())
    listed = {name: _type_of(each) for name, each in fields.items() if name in required}
    return {"type": "object", "properties": listed} if listed else {"type": "object"}


def _type_of(schema: Mapping[str, Any]) -> Schema:
    return {"type": schema["type"]} if "type" in schema else {}


def inline_root(schema: Schema) -> Schema:
    """A schema without a reference at its root. The schema of a recursive model is nothing but a reference."""
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    definition = schema.get("$defs", {}).get(name)
    if definition is None:
        return schema
    return {**definition, **{key: value for key, value in schema.items() if key != "$ref"}}


def wrap_in_object(schema: Schema, field: str) -> Schema:
    """The schema of an object with this one field. Definitions stay at the root, where references expect them."""
    inner = {key: value for key, value in schema.items() if key != "$defs"}
    outer: Schema = {"type": "object", "properties": {field: inner}, "required": [field]}
    return outer if "$defs" not in schema else {**outer, "$defs": schema["$defs"]}


def compact(schema: Mapping[str, Any], nulls: bool = False) -> Schema:
    """The same schema without titles, and without what only says that a field is optional."""
    small: Schema = {}
    for key, value in schema.items():
        if key == "title" or (key == "default" and value is None):
            continue
        if key in _NAMED and isinstance(value, Mapping):
            small[key] = {name: _part(each, nulls) for name, each in value.items()}
        elif key in _LISTS and isinstance(value, list):
            small[key] = [_part(each, nulls) for each in value]
        elif key in _SINGLE and isinstance(value, Mapping):
            small[key] = compact(value, nulls)
        else:
            small[key] = value
    if small.get("additionalProperties") is True:
        del small["additionalProperties"]
    return _without_null(small, nulls)


def _part(schema: Any, nulls: bool) -> Any:
    """A schema inside another, which may be true or false."""
    return compact(schema, nulls) if isinstance(schema, Mapping) else schema


def _without_null(schema: Schema, nulls: bool) -> Schema:
    choices = schema.get("anyOf")
    if not choices or _NULL not in choices:
        return schema
    rest = [each for each in choices if each != _NULL]
    others = {key: value for key, value in schema.items() if key != "anyOf"}
    if nulls:
        # A plain type and null become a list of types; anything else stays unchanged.
        one = rest[0] if len(rest) == 1 and isinstance(rest[0], dict) else {}
        plain = isinstance(one.get("type"), str) and "enum" not in one
        return {**rest[0], "type": [rest[0]["type"], "null"], **others} if plain else schema
    if not rest:
        return schema
    return {**rest[0], **others} if len(rest) == 1 and isinstance(rest[0], dict) else {**others, "anyOf": rest}


def _json_schema(kind: type) -> Schema:
    from pydantic import TypeAdapter

    return TypeAdapter(kind).json_schema()
