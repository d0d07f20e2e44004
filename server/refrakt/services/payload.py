"""Inputs and outputs of services as JSON: names in camel case, and nothing where there is nothing to say."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from refrakt.errors import RefraktError
from refrakt.untrusted import word

T = TypeVar("T")
_SHOWN = 60
"""How many characters of an unknown name are told again."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The input of a service that needs none."""


class _Field(NamedTuple):
    name: str
    """Its own name; in JSON it is in camel case."""
    hint: Any
    needed: bool


def camel(name: str) -> str:
    """`end_line` is `endLine`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


SHAPE: Mapping[str, Any] = {"alias_generator": camel, "extra": "forbid", "use_attribute_docstrings": True}
"""What pydantic needs to know of these classes; each names it as `__pydantic_config__`."""


NULL: Mapping[str, bool] = {"null": True}
"""The metadata of a field that says null where there is nothing, because those who read it look for it."""


def as_json(value: Any) -> Any:
    """A dataclass as plain data. Fields that are None are left out, but for those marked `NULL`."""
    if is_dataclass(value) and not isinstance(value, type):
        found = ((each, getattr(value, each.name)) for each in fields(value))
        return {camel(of.name): as_json(each) for of, each in found if each is not None or "null" in of.metadata}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return value


def from_json(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from plain data; what does not fit is told by name, with what would."""
    anything: Any = kind
    known = _fields(anything)
    for name, value in data.items():
        if name not in known:
            from refrakt.rules.words import did_you_mean, nearest

            guess = did_you_mean(nearest(name[:_SHOWN], list(known)))
            hint = f"There are: {', '.join(known)}." if known else "Nothing is to be given."
            raise RefraktError("INVALID_ARGS", f"`{word(name)}` is unknown{guess}", hint)
        hint_of = known[name].hint
        if not _fits(value, hint_of):
            raise RefraktError("INVALID_ARGS", f"`{name}` must be {_in_words(hint_of)}", _offer(hint_of))
    for name, each in known.items():
        if each.needed and name not in data:
            raise RefraktError("INVALID_ARGS", f"`{name}` is missing", f"Give `{name}`: {_in_words(each.hint)}.")
    return kind(**{known[name].name: value for name, value in data.items()})


@cache
def _fields(kind: Any) -> Mapping[str, _Field]:
    hints = get_type_hints(kind)
    return {
        camel(each.name): _Field(
            each.name, hints[each.name], each.default is MISSING and each.default_factory is MISSING
        )
        for each in fields(kind)
    }


def _fits(value: Any, hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return any(value == each and type(value) is type(each) for each in parts)
    if origin in (types.UnionType, Union):
        return any(_fits(value, each) for each in parts)
    if hint is Any:
        return True
    if origin is list:
        return isinstance(value, list) and all(_fits(each, parts[0]) for each in value)
    if origin is dict:
        return isinstance(value, dict) and all(
            isinstance(key, str) and _fits(each, parts[1]) for key, each in value.items()
        )
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def choices(hint: Any) -> tuple[Any, ...]:
    """The values a field may have, where they can be counted."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (
        tuple(each for part in get_args(hint) for each in choices(part)) if get_origin(hint) is types.UnionType else ()
    )


def _offer(hint: Any) -> str:
    allowed = choices(hint)
    return f"There are: {', '.join(map(str, allowed))}." if allowed else "Give another value."


def _in_words(hint: Any) -> str:
    names = {str: "text", dict: "an object", bool: "true or false", int: "a number", list: "a list"}
    if get_origin(hint) is types.UnionType:
        return " or ".join(_in_words(each) for each in get_args(hint) if each is not types.NoneType)
    if get_origin(hint) is Literal:
        return " or ".join(f"`{each}`" for each in get_args(hint))
    kind = get_origin(hint) or hint
    return names.get(kind, getattr(kind, "__name__", str(kind)))
