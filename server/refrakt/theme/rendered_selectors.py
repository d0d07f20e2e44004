"""The CSS selectors that match a rendered tree: classes of the theme and data attributes, for authors of stylesheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import elements
from refrakt.markdoc.values import UNDEFINED

_ORDER = {
    each: f"{place:02}"
    for place, each in enumerate("_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz")
}
"""Punctuation before digits before letters, as dictionaries sort: the elements of a block before those of longer block names."""


def rendered_selectors(tree: Renderable, prefix: str) -> list[str]:
    """Every selector once: blocks, then modifiers, elements and attributes."""
    found: set[str] = set()
    for tag in elements([tree]):
        found |= {f".{each}" for each in class_names(tag) if each.startswith(f"{prefix}-")}
        found |= {f'[{name}="{value}"]' for name, value in data_attributes(tag)}
    return sorted(found, key=lambda each: (_group(each), _collation_key(each)))


def class_names(tag: Tag) -> list[str]:
    """The classes of an element."""
    value = tag.attributes.get("class")
    return value.split() if isinstance(value, str) else []


def data_attributes(tag: Tag) -> Iterator[tuple[str, str]]:
    """The data attributes of an element with their values as they are in the HTML."""
    for name, value in tag.attributes.items():
        if name.startswith("data-") and value is not None and value is not UNDEFINED and value is not False:
            yield name, _text(value)


def class_elements(tags: Iterable[Tag], block: str) -> dict[str, dict[str, Any]]:
    """The elements of a block by name, `body` for the class `rf-hint__body`: HTML name, selector and number."""
    found: dict[str, dict[str, Any]] = {}
    start = f"{block}__"
    for tag in tags:
        for each in class_names(tag):
            if each.startswith(start):
                entry = found.setdefault(each[len(start) :], {"tag": tag.name, "selector": f".{each}", "count": 0})
                entry["count"] += 1
    return found


def _text(value: Any) -> str:
    return "" if value is True else js_str(value)


def _group(selector: str) -> int:
    if selector.startswith("["):
        return 3
    return 2 if "__" in selector else 1 if "--" in selector else 0


def _collation_key(text: str) -> tuple[str, str]:
    return "".join(_ORDER.get(each, f"99{each}") for each in text.lower()), text
