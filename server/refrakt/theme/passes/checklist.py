"""List items that begin with `[x]`, `[ ]`, `[>]` or `[-]`: the marker becomes `data-checked`."""

from __future__ import annotations

import re
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.theme.element_tree import with_children, with_values

_MARKER = re.compile(r"\[(x|X|>|\s|-)\]\s*")
_STATES = {"x": "checked", "X": "checked", ">": "active", "-": "skipped"}


def checked_item(item: Tag) -> Tag:
    """The list item without its marker, which may also be in a paragraph at its start."""
    if not item.children:
        return item
    first: Renderable = item.children[0]
    if isinstance(first, str):
        state, text = _state(first)
        return _marked(item, state, text) if state else item
    if isinstance(first, Tag) and first.name == "p" and first.children and isinstance(first.children[0], str):
        state, text = _state(first.children[0])
        if state:
            return _marked(item, state, with_children(first, [text, *first.children[1:]]))
    return item


def _state(text: str) -> tuple[str, str]:
    found = _MARKER.match(text)
    return (_STATES.get(found[1], "unchecked"), text[found.end() :]) if found else ("", text)


def _marked(item: Tag, state: str, first: Any) -> Tag:
    return with_children(with_values(item, {"data-checked": state}), [first, *item.children[1:]])
