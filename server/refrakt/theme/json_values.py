"""Values of theme configs that were written by hand: what is wrong is recorded with its path, and left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from refrakt.theme.theme_merge import ThemeProblem

Decoder = Callable[[Any, "ValueReader"], Any]
"""Returns the value, or `INVALID` after it recorded the problem."""

_TAG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_ATTRIBUTE = re.compile(r"[A-Za-z_][\w.:-]*")
_UNSAFE_NAMES = "script style iframe object embed link meta base template noscript frame frameset applet"
_UNSAFE_TAGS = frozenset(_UNSAFE_NAMES.split())


class _Invalid:
    """The type of `INVALID`."""


INVALID: Final = _Invalid()


class ValueReader:
    """Where a value is in the config, and the problems so far."""

    __slots__ = ("path", "problems")

    def __init__(self, path: str, problems: list[ThemeProblem]) -> None:
        self.path = path
        self.problems = problems

    def at(self, key: str | int) -> ValueReader:
        return ValueReader(f"{self.path}.{key}" if self.path else str(key), self.problems)

    def wrong(self, message: str) -> Any:
        self.problems.append(ThemeProblem(self.path, message))
        return INVALID


def text(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, str) else reader.wrong("expected a text")


def flag(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, bool) else reader.wrong("expected true or false")


def whole_number(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, int) and not isinstance(value, bool) else reader.wrong("expected a whole number")


def scalar(value: Any, reader: ValueReader) -> Any:
    return value if isinstance(value, str | int | float | bool) else reader.wrong("expected a text, number or boolean")


def one_of(*allowed: str) -> Decoder:
    def decode(value: Any, reader: ValueReader) -> Any:
        return value if value in allowed else reader.wrong(f"expected one of {', '.join(allowed)}")

    return decode


def tag_name(value: Any, reader: ValueReader) -> Any:
    """The name of an element. Elements that load or run something are not allowed."""
    if not isinstance(value, str) or not _TAG.fullmatch(value):
        return reader.wrong("expected the name of an HTML element")
    return reader.wrong(f"the element `{value}` is not allowed") if value in _UNSAFE_TAGS else value


def attribute_problem(name: str) -> str | None:
    """Why an attribute must not be in a config; None if it may."""
    if not _ATTRIBUTE.fullmatch(name):
        return "not an attribute name"
    if name.lower().startswith("on") or name.lower() == "srcdoc":
        return f"the attribute `{name}` is not allowed"
    return None


def attributes_of(decode: Decoder) -> Decoder:
    """An object whose keys are attribute names; event handlers are not allowed."""

    def decode_attributes(value: Any, reader: ValueReader) -> Any:
        decoded = mapping_of(decode)(value, reader)
        if decoded is INVALID:
            return INVALID
        kept = {}
        for name, each in decoded.items():
            problem = attribute_problem(name)
            if problem:
                reader.at(name).wrong(problem)
            else:
                kept[name] = each
        return kept

    return decode_attributes


def mapping_of(decode: Decoder) -> Decoder:
    """An object; values that are wrong are left out."""

    def decode_mapping(value: Any, reader: ValueReader) -> Any:
        if not isinstance(value, Mapping):
            return reader.wrong("expected an object")
        decoded = {str(name): decode(each, reader.at(str(name))) for name, each in value.items()}
        return {name: each for name, each in decoded.items() if each is not INVALID}

    return decode_mapping


def tuple_of(decode: Decoder) -> Decoder:
    def decode_list(value: Any, reader: ValueReader) -> Any:
        if not isinstance(value, list | tuple):
            return reader.wrong("expected a list")
        decoded = (decode(each, reader.at(position)) for position, each in enumerate(value))
        return tuple(each for each in decoded if each is not INVALID)

    return decode_list


def record_of(
    make: Callable[..., Any], keys: Mapping[str, tuple[str, Decoder]], required: Collection[str] = ()
) -> Decoder:
    """An object with known keys: `keys` has the argument of `make` and the decoder of each. Unknown keys are problems."""

    def decode_record(value: Any, reader: ValueReader) -> Any:
        if not isinstance(value, Mapping):
            return reader.wrong("expected an object")
        found = record_values(value, keys, reader)
        missing = [key for key in required if keys[key][0] not in found]
        if missing:
            return reader.wrong(f"`{missing[0]}` is missing or invalid")
        return make(**found)

    return decode_record


def record_values(
    value: Mapping[str, Any], keys: Mapping[str, tuple[str, Decoder]], reader: ValueReader
) -> dict[str, Any]:
    """The valid values of an object, by the names that `keys` has for them."""
    found: dict[str, Any] = {}
    for key, each in value.items():
        known = keys.get(str(key))
        if known is None:
            reader.at(str(key)).wrong("unknown key")
            continue
        decoded = known[1](each, reader.at(str(key)))
        if decoded is not INVALID:
            found[known[0]] = decoded
    return found
