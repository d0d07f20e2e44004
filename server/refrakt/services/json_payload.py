"""Answers of services as JSON: names in camel case, fields without a value left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar

from refrakt.command_input import camel

NULL: Mapping[str, bool] = {"null": True}
"""The metadata of a field that is null where it has no value, because readers expect the key."""
OMIT: Mapping[str, bool] = {"omit": True}
"""The metadata of a text that is left out where it is empty."""


class JsonPayload:
    """The base of dataclasses that are sent as JSON; pydantic makes their JSON schemas."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {
        "alias_generator": camel,
        "extra": "forbid",
        "use_attribute_docstrings": True,
    }


def as_json(value: Any) -> Any:
    """A dataclass as plain data. Fields that are None are left out, except those marked `NULL`; so are empty ones marked `OMIT`."""
    if is_dataclass(value) and not isinstance(value, type):
        present = ((each, getattr(value, each.name)) for each in fields(value))
        return {
            camel(of.name): as_json(each)
            for of, each in present
            if (each or "omit" not in of.metadata) and (each is not None or "null" in of.metadata)
        }
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return value
