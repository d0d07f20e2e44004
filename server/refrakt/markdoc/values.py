"""Attribute values beyond plain JSON: variables and function calls.

Everything else is an ordinary Python value (`None`, `bool`, `int`, `float`, `str`, `list`, `dict`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KIND = "$$mdtype"


class Undefined:
    """A missing value, which Markdoc distinguishes from `null`."""

    _instance: Undefined | None = None

    def __new__(cls) -> Undefined:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()


@dataclass(frozen=True, slots=True)
class Variable:
    """`$page.title`, `$list[0]`, `$map["key"]`."""

    path: tuple[str | int | float, ...]

    def __str__(self) -> str:
        head, *rest = self.path
        return f"${head}" + "".join(_segment(key) for key in rest)


@dataclass(frozen=True, slots=True)
class Function:
    """`equals($a, "b")`. Positional parameters are keyed 0, 1, …; named ones by their name."""

    name: str
    parameters: Mapping[str | int, Any]

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.parameters)))


def _segment(key: str | int | float) -> str:
    if isinstance(key, str):
        return f".{key}" if key and all(c.isalnum() or c in "_-" for c in key) else f'["{key}"]'
    return f"[{key}]"


def number(text: str) -> int | float:
    """A number as JavaScript parses it, an `int` if JavaScript prints it as one."""
    value = float(text)
    if math.isfinite(value) and value == int(value) and abs(value) < 1e21:
        return _exact_int(value)
    return value


def _exact_int(value: float) -> int:
    """An integer with the digits JavaScript prints: beyond 2**53 the shortest ones, then zeros."""
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent:
        return int(value)
    whole, _, fraction = mantissa.partition(".")
    zeros = int(exponent) - len(fraction)
    return int(whole + fraction + "0" * zeros)


def is_falsy(value: Any) -> bool:
    """Whether a value is falsy in JavaScript: empty arrays and objects are not."""
    return value is None or value is False or (isinstance(value, (str, int, float)) and not value)


def to_json(value: Any) -> Any:
    """A value as JSON of a Markdoc tree; infinities become `null` as in JavaScript."""
    match value:
        case Variable():
            return {KIND: "Variable", "path": list(value.path)}
        case Function():
            parameters = {str(key): to_json(each) for key, each in value.parameters.items()}
            return {KIND: "Function", "name": value.name, "parameters": parameters}
        case Mapping():
            return {str(key): to_json(each) for key, each in value.items()}
        case str() | bool() | int() | None:
            return value
        case float():
            return value if math.isfinite(value) else None
        case Sequence():
            return [to_json(each) for each in value]
    return value


def from_json(value: Any) -> Any:
    """The inverse of `to_json`."""
    match value:
        case {"$$mdtype": "Variable", "path": path}:
            return Variable(tuple(path))
        case {"$$mdtype": "Function", "name": name, "parameters": parameters}:
            return Function(name, {int(k) if k.isdigit() else k: from_json(v) for k, v in parameters.items()})
        case {"$undefined": True}:
            return UNDEFINED
        case dict():
            return {key: from_json(each) for key, each in value.items()}
        case list():
            return [from_json(each) for each in value]
    return value
