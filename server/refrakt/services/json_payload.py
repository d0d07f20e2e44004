"""Answers of services as JSON: names in camel case, fields without a value left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from refrakt.command_input import camel

SHAPE: Mapping[str, Any] = {"alias_generator": camel, "extra": "forbid", "use_attribute_docstrings": True}
"""How pydantic makes JSON schemas of answers; each class names it as `__pydantic_config__`."""

NULL: Mapping[str, bool] = {"null": True}
"""The metadata of a field that is null where it has no value, because readers expect the key."""


def as_json(value: Any) -> Any:
    """A dataclass as plain data. Fields that are None are left out, except those marked `NULL`."""
    if is_dataclass(value) and not isinstance(value, type):
        present = ((each, getattr(value, each.name)) for each in fields(value))
        return {camel(of.name): as_json(each) for of, each in present if each is not None or "null" in of.metadata}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return value
