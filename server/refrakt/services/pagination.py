"""Long answers in pages: as many items as fit, and a cursor for the next call."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from refrakt.errors import RefraktError
from refrakt.services.context import Context

T = TypeVar("T")
LARGEST = 25_000
"""Characters of JSON in one page. A single item may be longer."""
_DIGITS = 9
"""Most digits of a cursor: Python limits how long a number it parses."""


def page(
    context: Context, items: Sequence[T], cursor: str | None, encode: Callable[[T], Any], most: int | None = None
) -> tuple[list[T], str | None]:
    """The items from a cursor on that fit into a page, and the next cursor; all items if the context has no pages."""
    if not context.paged:
        return list(items), None
    start = _start(cursor, len(items))
    taken: list[T] = []
    size = 0
    for each in items[start:]:
        size += len(json.dumps(encode(each), ensure_ascii=False)) + 1
        if (taken and size > LARGEST) or len(taken) == most:
            return taken, str(start + len(taken))
        taken.append(each)
    return taken, None


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    valid = cursor.isascii() and cursor.isdigit() and len(cursor) <= _DIGITS
    if not valid or int(cursor) >= total:
        raise RefraktError(
            "INVALID_ARGS", f"`{cursor[:40]}` is not a cursor of this list", "Omit `cursor` to get the first page."
        )
    return int(cursor)
