"""Long answers in pages: as many items as fit, and a cursor for the next call."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from refrakt.errors import RefraktError

LARGEST = 25_000
"""How many characters of JSON one page holds. One item alone may be longer."""
_DIGITS = 9
"""How many digits a cursor has at most; Python reads no numbers of any length."""


def page(items: Sequence[Any], cursor: str | None) -> tuple[list[Any], str | None]:
    """The items from a cursor on that fit into a page, and the cursor of the next."""
    start = _start(cursor, len(items))
    taken: list[Any] = []
    size = 0
    for item in items[start:]:
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
