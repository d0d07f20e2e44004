"""Values a tag can carry beyond plain JSON: variables and function calls.

Everything else is an ordinary Python value (`None`, `bool`, `int`, `float`, `str`, `list`, `dict`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KIND = "$$mdtype"


class Undefined:
    """The absence of a value, which Markdoc tells apart from `null`."""

    _only: Undefined | None = None

    def __new__(cls) -> Undefined:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

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
    """The number JavaScript would read, kept as an `int` wherever it prints as one."""
    value = float(text)
    if math.isfinite(value) and value == int(value) and abs(value) < 1e21:
        return _wide(value)
    return value


def _wide(value: float) -> int:
    """A whole number with the digits JavaScript prints: beyond 2**53 the shortest ones, then zeros."""
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent:
        return int(value)
    whole, _, fraction = mantissa.partition(".")
    zeros = int(exponent) - len(fraction)
    return int(whole + fraction + "0" * zeros)


def is_falsy(value: Any) -> bool:
    """Whether JavaScript takes a value for false: empty arrays and objects it does not."""
    return value is None or value is False or (isinstance(value, (str, int, float)) and not value)


def to_json(value: Any) -> Any:
    """A value as the JSON a Markdoc tree holds; infinities become `null` as they do in JavaScript."""
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
