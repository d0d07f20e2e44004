"""JSON schemas as small as they can be: an agent pays for every character of every tool, whether it calls it or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

_NAMED = ("properties", "$defs", "patternProperties")
"""Where keys are names somebody chose. Elsewhere `title` is a keyword, there it may be a field."""
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not")
_NULL = {"type": "null"}


def input_schema(kind: type) -> Schema:
    """What a tool takes. Fields that may be left out are left out, not null."""
    schema = compact(_made(kind))
    schema.pop("description", None)
    return {"type": "object", "properties": {}, "additionalProperties": False, **schema}


def output_schema(kind: type) -> Schema:
    """What a tool answers. What has no value is missing, or null where that tells more."""
    return compact(_made(kind), nulls=True)


def at_top(schema: Schema) -> Schema:
    """A schema whose top says itself what it is. That of a model that refers to itself is nothing but a reference."""
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    named = schema.get("$defs", {}).get(name)
    if named is None:
        return schema
    return {**named, **{key: value for key, value in schema.items() if key != "$ref"}}


def wrapped(schema: Schema, field: str) -> Schema:
    """The schema of an object with this one field. What the schema refers to stays at the top, where it is looked for."""
    inner = {key: value for key, value in schema.items() if key != "$defs"}
    outer: Schema = {"type": "object", "properties": {field: inner}, "required": [field]}
    return outer if "$defs" not in schema else {**outer, "$defs": schema["$defs"]}


def compact(schema: Mapping[str, Any], nulls: bool = False) -> Schema:
    """The same schema without titles, and without what only says that a field may be left out."""
    small: Schema = {}
    for key, value in schema.items():
        if key == "title" or (key == "default" and value is None):
            continue
        if key in _NAMED and isinstance(value, Mapping):
            small[key] = {name: compact(each, nulls) for name, each in value.items()}
        elif key in _LISTS and isinstance(value, list):
            small[key] = [compact(each, nulls) for each in value]
        elif key in _SINGLE and isinstance(value, Mapping):
            small[key] = compact(value, nulls)
        else:
            small[key] = value
    if small.get("additionalProperties") is True:
        del small["additionalProperties"]
    return _without_null(small, nulls)


def _without_null(schema: Schema, nulls: bool) -> Schema:
    choices = schema.get("anyOf")
    if not choices or _NULL not in choices:
        return schema
    rest = [each for each in choices if each != _NULL]
    others = {key: value for key, value in schema.items() if key != "anyOf"}
    if nulls:
        # Two plain types make one list of types; anything else stays as it is.
        plain = len(rest) == 1 and isinstance(rest[0].get("type"), str) and "enum" not in rest[0]
        return {**rest[0], "type": [rest[0]["type"], "null"], **others} if plain else schema
    return {**rest[0], **others} if len(rest) == 1 else {**others, "anyOf": rest}


def _made(kind: type) -> Schema:
    from pydantic import TypeAdapter

    return TypeAdapter(kind).json_schema()
