"""JSON for trees of any depth.

The encoder of the standard library is recursive and fails near a thousand levels, which nested tags can exceed. This one keeps its
own stack, and costs nothing for the usual shallow page when compact.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_scalar = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_compact = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode
_ascii = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_Items = Iterator[tuple[str, Any]]


def compact(value: Any) -> str:
    """One line of ASCII, which survives any pipe."""
    try:
        return _compact(value)
    except RecursionError:
        return "".join(_pieces(value, "", ascii_only=True))


def pretty(value: Any) -> str:
    """Indented, not limited to ASCII."""
    return "".join(_pieces(value, "  ", ascii_only=False))


def printable_json(value: Any) -> str:
    """The same with control characters and bidirectional marks escaped: safe for a terminal."""
    return _UNPRINTABLE.sub(lambda each: f"\\u{ord(each[0]):04x}", pretty(value))


_DEEPEST_INDENT = 64
"""Deeper indentation would make the output grow with the square of the depth."""


def _pieces(value: Any, indent: str, *, ascii_only: bool) -> Iterator[str]:
    scalar = _ascii if ascii_only else _scalar
    colon = ": " if indent else ":"
    open_containers: list[tuple[_Items, str]] = []
    """The remaining items of each open container, and its closing bracket."""
    label = ""
    while True:
        if isinstance(value, dict) and value:
            yield label + "{"
            open_containers.append((_members(value, scalar, colon), "}"))
            first = True
        elif isinstance(value, list | tuple) and value:
            yield label + "["
            open_containers.append(((("", item) for item in value), "]"))
            first = True
        else:
            yield label + scalar(value)
            first = False
        while open_containers:
            items, bracket = open_containers[-1]
            following = next(items, None)
            if following is not None:
                label, value = following
                break
            open_containers.pop()
            yield _new_line(indent, len(open_containers)) + bracket
            first = False
        else:
            return
        if not first:
            yield ","
        yield _new_line(indent, len(open_containers))


def _members(value: dict[str, Any], scalar: Any, colon: str) -> _Items:
    return ((scalar(str(key)) + colon, item) for key, item in value.items())


def _new_line(indent: str, depth: int) -> str:
    return "\n" + indent * min(depth, _DEEPEST_INDENT) if indent else ""
