"""Values as plain Python data."""

from __future__ import annotations

from typing import Any, Final

from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.javascript.values import JsArray, JsObject, JsRegex, Property, force

_DEEPEST = 30
_MOST_VALUES = 50_000


class UnknownData:
    """The type of `UNKNOWN`."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = UnknownData()
"""The data of a value that is not completely known."""


def plain_data(value: Property) -> Any:
    """Python data of a value, `UNKNOWN` if any part of it is not known. Undefined properties are left out, as in JSON."""
    value = force(value)
    return UNDEFINED if value is UNDEFINED else _converted(value, [_MOST_VALUES], 0)


def _converted(value: Property, left: list[int], depth: int) -> Any:
    value = force(value)
    left[0] -= 1
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if value is UNDEFINED:
        return None
    if isinstance(value, JsRegex):
        return f"/{value.source}/{value.flags}"
    if depth >= _DEEPEST or left[0] < 0 or not isinstance(value, JsObject | JsArray) or value.open is not None:
        return UNKNOWN
    if isinstance(value, JsArray):
        items = [_converted(item, left, depth + 1) for item in value.items]
        return items if value.exact and not any(item is UNKNOWN for item in items) else UNKNOWN
    if value.optional or value.doubtful:
        return UNKNOWN
    members = {key: force(each) for key, each in value.properties.items()}
    data = {key: _converted(each, left, depth + 1) for key, each in members.items() if each is not UNDEFINED}
    return UNKNOWN if any(each is UNKNOWN for each in data.values()) else data
