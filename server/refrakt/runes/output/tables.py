"""The table in rendered content, for runes that show one in their own way."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc.html import Renderable, Tag


def first_table(items: Iterable[Renderable]) -> Tag | None:
    """The first table, alone or directly in the element that lets it scroll."""
    for item in items:
        if isinstance(item, Tag):
            for candidate in (item, *(item.children if item.name == "div" else ())):
                if isinstance(candidate, Tag) and candidate.name == "table":
                    return candidate
    return None
