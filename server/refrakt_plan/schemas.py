"""Pieces of JSON schema that the tools of plan share. Plain data: nobody pays for a model who only asks what tools there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
DIR: Schema = {"type": "string", "description": "Plan folder, if not the project's own."}


def shape(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """An object with these members and no others."""
    made: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    needed = list(required)
    return {**made, "required": needed} if needed else made


def record(**properties: Schema) -> Schema:
    """An object of an answer: all of these are there, and a later version may tell more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def some(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def about(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def one_of(values: Iterable[str], description: str = "") -> Schema:
    made: Schema = {"type": "string", "enum": list(values)}
    return about(made, description) if description else made


def or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}
