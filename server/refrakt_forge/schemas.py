"""Parts of the JSON schemas of results. Plain data: listing the tools must not import a library for models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]
Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
OBJECT: Schema = {"type": "object"}
ANY: Schema = {}


def record(optional: Schema | None = None, /, **properties: Schema) -> Schema:
    """An object with these members, all of them required except the optional ones; a later version may add more."""
    return {"type": "object", "properties": {**properties, **(optional or {})}, "required": list(properties)}


def some(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def one_of(values: Iterable[str]) -> Schema:
    return {"type": "string", "enum": list(values)}


def without_empty(**members: Any) -> Json:
    """An object without the members that are None."""
    return {name: value for name, value in members.items() if value is not None}
