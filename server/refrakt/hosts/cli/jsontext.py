"""JSON for trees of any depth.

The encoder in the standard library recurses and gives up near a thousand levels; ten thousand nested tags are a page
somebody will paste one day. This one keeps its own stack, and costs the usual shallow page nothing when compact.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_scalar = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_compact = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode
_ascii = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode

_Items = Iterator[tuple[str, Any]]


def compact(value: Any) -> str:
    """One line of pure ASCII, so that any text survives any pipe."""
    try:
        return _compact(value)
    except RecursionError:
        return "".join(_pieces(value, "", ascii_only=True))


def pretty(value: Any) -> str:
    """Indented for a person to read, in the characters the page is written in."""
    return "".join(_pieces(value, "  ", ascii_only=False))


_DEEPEST_INDENT = 64
"""Further in nobody reads the indentation, and it would make the output grow with the square of the depth."""


def _pieces(value: Any, indent: str, *, ascii_only: bool) -> Iterator[str]:
    scalar = _ascii if ascii_only else _scalar
    colon = ": " if indent else ":"
    open_containers: list[tuple[_Items, str]] = []
    """For each container we are inside of: what is still to come, and the bracket that closes it."""
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
