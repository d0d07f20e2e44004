"""Inputs and outputs of services as JSON: names in camel case, and nothing where there is nothing to say."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from refrakt.errors import RefraktError

T = TypeVar("T")
_Fields = dict[str, tuple[str, tuple[type, ...], bool]]
"""By the name in JSON: the field's own name, what it may be, and whether it must be given."""


def camel(name: str) -> str:
    """`end_line` is `endLine`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


SHAPE: Mapping[str, Any] = {"alias_generator": camel, "extra": "forbid", "use_attribute_docstrings": True}
"""What pydantic needs to know of these classes; each names it as `__pydantic_config__`."""


def as_json(value: Any) -> Any:
    """A dataclass as plain data. Fields that are None are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        found = ((camel(each.name), getattr(value, each.name)) for each in fields(value))
        return {name: as_json(each) for name, each in found if each is not None}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return value


def from_json(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from plain data; what does not fit is told by name."""
    anything: Any = kind
    known = _fields(anything)
    for name, value in data.items():
        if name not in known:
            raise RefraktError("INVALID_ARGS", f"`{name}` is unknown", f"There are: {', '.join(known)}.")
        allowed = known[name][1]
        if not isinstance(value, allowed):
            raise RefraktError("INVALID_ARGS", f"`{name}` must be {_in_words(allowed)}", "Give another value.")
    for name, (_, _, needed) in known.items():
        if needed and name not in data:
            raise RefraktError("INVALID_ARGS", f"`{name}` is missing", f"Give `{name}`.")
    return kind(**{known[name][0]: value for name, value in data.items()})


@cache
def _fields(kind: Any) -> _Fields:
    hints = get_type_hints(kind)
    return {
        camel(each.name): (
            each.name,
            _classes(hints[each.name]),
            each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(kind)
    }


def _classes(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, types.UnionType):
        return tuple(each for part in get_args(hint) for each in _classes(part))
    return (get_origin(hint) or hint,)


def _in_words(allowed: tuple[type, ...]) -> str:
    names = {str: "text", dict: "an object", bool: "true or false", int: "a number", list: "a list"}
    return " or ".join(names.get(each, each.__name__) for each in allowed if each is not types.NoneType)
