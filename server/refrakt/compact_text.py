"""JSON data as short text for a model: lines and tables instead of braces, quotes and repeated keys.

Objects become lines of `key: value`, lists of similar objects become tables. Programs read the data itself, so the text need not be
parsed back. It must be unambiguous for a reader: text of the project is one line, quoted where necessary, or between fences, so it
cannot look like another part of the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_AMBIGUOUS = re.compile(r"[|\"]|\A\s|\s\Z")
"""Text that could be read as more than one cell, or as quoted already."""
_TICKS = re.compile(r"`{3,}")
_MOST_COLUMNS = 16
_INDENT = " "


def compact_text(data: Any) -> str:
    """The data as lines."""
    if isinstance(data, Mapping):
        return "\n".join(_object_lines(data))
    if isinstance(data, list):
        return "\n".join(_list_lines(data))
    return _cell(data)


def row_length(item: Any) -> int:
    """The number of characters of an object as a row of a table."""
    if not isinstance(item, Mapping):
        return len(_cell(item)) + 3
    return sum(len(_cell(each)) + 3 for each in item.values())


def _object_lines(data: Mapping[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, str) and "\n" in value:
            fence = _fence(value)
            yield f"{key}:"
            yield from (fence, *value.rstrip("\n").split("\n"), fence)
        elif _is_nested(value):
            lines = _list_lines(value) if isinstance(value, list) else _object_lines(value)
            yield f"{key} ({len(value)}):" if isinstance(value, list) else f"{key}:"
            yield from (f"{_INDENT}{line}" for line in lines)
        else:
            yield f"{key}: {_cell(value)}"


def _fence(text: str) -> str:
    """A line that the text does not contain, so that nothing in the text looks like a part of the answer."""
    return "`" * max(3, *(len(run) + 1 for run in _TICKS.findall(text)), 0)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _is_nested(value: Any) -> bool:
    """Whether a value needs lines of its own: a list of objects, or an object with more than plain values."""
    if isinstance(value, list):
        return any(isinstance(each, Mapping) for each in value)
    return isinstance(value, Mapping) and any(isinstance(each, Mapping | list) for each in value.values())


def _list_lines(items: Sequence[Any]) -> Iterator[str]:
    columns = _columns(items)
    if columns is None:
        for each in items:
            lines = [*_object_lines(each)] if isinstance(each, Mapping) else [_cell(each)]
            yield f"- {lines[0]}" if lines else "-"
            yield from (f"  {line}" for line in lines[1:])
        return
    yield " | ".join(columns)
    for each in items:
        yield " | ".join(_row(each, columns))


def _row(item: Mapping[str, Any], columns: Sequence[str]) -> list[str]:
    """The cells of an object, without missing ones at the end."""
    cells = [_cell(item[name]) if name in item else "" for name in columns]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return cells


def _columns(items: Sequence[Any]) -> list[str] | None:
    """The columns of a table with these rows; None if they do not fit in one."""
    if not items or not all(isinstance(each, Mapping) for each in items):
        return None
    columns = list(dict.fromkeys(key for each in items for key in each))
    if len(columns) > _MOST_COLUMNS or any(
        isinstance(cell, str) and "\n" in cell for each in items for cell in each.values()
    ):
        return None
    return columns


def _cell(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if value.isprintable() and value and not _AMBIGUOUS.search(value) else _quoted(value)
    if isinstance(value, list):
        return ", ".join(map(_cell, value)) or "none"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_cell(each)}" for key, each in value.items()) + "}"
    return str(value)
