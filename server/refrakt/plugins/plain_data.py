"""Plain copies of the texts and data of plugins.

A plugin may declare or return anything: strings that cannot be encoded, data that contains itself, objects whose methods raise.
What is kept of it is a copy of plain Python types within limits, so that no host and no client can fail on it. Reading a value may
run code of the plugin, so callers expect every exception.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from refrakt.untrusted import one_line

MAX_DEPTH = 100
"""Levels of nested data. The JSON libraries of clients stop at a few hundred."""
MAX_DATA = 100_000
"""Characters of data as JSON, roughly."""
MAX_ITEMS = 1_000
"""Items of a list that a plugin declares."""

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters other than tabs and line ends, and those that reverse the direction of a line."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_BITS = 1_024
_MAX_REASON = 500


class Malformed(ValueError):
    """Why a value cannot be used, as the predicate of its field."""


def plain_string(value: object) -> str:
    """A string that can be encoded, as plain `str`."""
    if not issubclass(type(value), str):
        raise Malformed("must be a string")
    text = str.__str__(value)  # also of a subclass
    if _SURROGATE.search(text):
        raise Malformed("contains a lone surrogate")
    return text


def plain_text(value: object, limit: int) -> str:
    """A text for people and agents: of limited length, without control characters."""
    text = plain_string(value)
    if _UNFIT.search(text):
        raise Malformed("contains a control character")
    if len(text) > limit:
        raise Malformed(f"has {len(text):,} characters; {limit:,} are allowed")
    return text


def plain_name(value: object, limit: int = 128) -> str:
    """A name: a text on one line that is not empty."""
    name = plain_text(value, limit)
    if not name.strip() or not name.isprintable():
        raise Malformed("must be a name on one line")
    return name


def plain_list(value: object) -> list[Any]:
    """The items of a list or a tuple."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise Malformed("must be a list")
    return limited(value)


def limited(values: Iterable[Any]) -> list[Any]:
    """The items of an iterable, which may be endless."""
    found = list(islice(iter(values), MAX_ITEMS + 1))
    if len(found) > MAX_ITEMS:
        raise Malformed(f"has more than {MAX_ITEMS:,} items")
    return found


def plain_data(value: object, limit: int = MAX_DATA) -> Any:
    """A copy of JSON data: objects with string keys, lists, strings, finite numbers, booleans and None."""
    return _Copy(limit).of(value, 0)


def plain_object(value: object, limit: int = MAX_DATA) -> dict[str, Any]:
    """A copy of a JSON object."""
    if not isinstance(value, Mapping):
        raise Malformed(f"must be a mapping, not {type_name(value)}")
    copied: dict[str, Any] = plain_data(value, limit)
    return copied


@dataclass(slots=True)
class _Copy:
    left: int
    """Characters. A small value that is used a million times would otherwise fill the memory."""

    def of(self, value: object, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise Malformed(f"is nested deeper than {MAX_DEPTH} levels, or contains itself")
        self._spend(2)
        kind = type(value)
        if value is None or value is True or value is False:
            return value
        if issubclass(kind, str):
            text = plain_string(value)
            self._spend(len(text))
            return text
        if issubclass(kind, int):
            number = int.__int__(value)  # type: ignore[arg-type]
            if number.bit_length() > _MAX_BITS:
                raise Malformed("contains a number that is too large")
            return number
        if issubclass(kind, float):
            decimal = float.__float__(value)  # type: ignore[arg-type]
            if not math.isfinite(decimal):
                raise Malformed("contains a number that is not finite")
            return decimal
        if isinstance(value, Mapping):
            return {self._key(key): self.of(each, depth + 1) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.of(each, depth + 1) for each in value]
        raise Malformed(f"contains a value that is not JSON: {type_name(value)}")

    def _key(self, key: object) -> str:
        if not issubclass(type(key), str):
            raise Malformed(f"contains a key that is not a string: {type_name(key)}")
        text = plain_string(key)
        self._spend(len(text) + 4)
        return text

    def _spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise Malformed("is too large")


def type_name(value: object) -> str:
    """The name of a value's type, which a plugin may have defined."""
    return one_line(str.__str__(type.__dict__["__name__"].__get__(type(value))), 60)


def error_text(error: BaseException) -> str:
    """The type and message of an exception. Formatting it may raise, too."""
    try:
        text = str.__str__(str(error))
    except BaseException:  # noqa: BLE001 - code of a plugin
        text = ""
    return f"{type_name(error)}: {one_line(text, _MAX_REASON)}" if text else type_name(error)
