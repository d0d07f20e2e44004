"""Long answers in pages for agents; a shell and an editor get them whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from refrakt.list_pages import page_of
from refrakt.services.context import Context

T = TypeVar("T")


def page(
    context: Context, items: Sequence[T], cursor: str | None, encode: Callable[[T], Any], most: int | None = None
) -> tuple[list[T], str | None]:
    """The items from a cursor on that fit into a page, and the next cursor; all items if the context has no pages."""
    return page_of(items, cursor, encode, most) if context.paged else (list(items), None)
