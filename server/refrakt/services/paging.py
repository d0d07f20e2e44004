"""Long answers in pages: as many items as fit, and a cursor for the next call."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from refrakt.errors import RefraktError

T = TypeVar("T")
LARGEST = 25_000
"""How many characters of JSON one page holds. One item alone may be longer."""
_DIGITS = 9
"""How many digits a cursor has at most; Python reads no numbers of any length."""


def page(items: Sequence[T], cursor: str | None, told: Callable[[T], Any]) -> tuple[list[Any], str | None]:
    """The items from a cursor on that fit into a page, as they are told, and the cursor of the next."""
    start = _start(cursor, len(items))
    taken: list[Any] = []
    size = 0
    for each in items[start:]:
        item = told(each)
        size += len(json.dumps(item, ensure_ascii=False)) + 1
        if taken and size > LARGEST:
            return taken, str(start + len(taken))
        taken.append(item)
    return taken, None


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    counts = cursor.isascii() and cursor.isdigit() and len(cursor) <= _DIGITS
    if not counts or int(cursor) >= total:
        raise RefraktError(
            "INVALID_ARGS",
            f"`{cursor[:40]}` is no cursor of this list",
            "Leave `cursor` out to begin with the first page.",
        )
    return int(cursor)
