"""HTML to read: one element per line, indented. A preview shows it as the source of what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refrakt.markdoc.html import VOID_ELEMENTS, Renderable, Tag, escape
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, flat_children
from refrakt.markdoc.values import UNDEFINED

_INDENT = "  "
_DEEPEST = 60
"""Deeper elements are not indented further, so that the text grows with the page and not with its square."""


def source_html(content: Iterable[Renderable]) -> str:
    """The HTML of rendered content before the theme. Texts are trimmed; a text alone is on the line of its element."""
    return "\n".join(_lines(content))


def _lines(content: Iterable[Renderable]) -> Iterator[str]:
    # Each entry: an item with its depth, or a finished line.
    pending: list[tuple[Renderable, int] | str] = [(each, 0) for each in reversed(list(content))]
    while pending:
        entry = pending.pop()
        if isinstance(entry, str):
            yield entry
            continue
        item, depth = entry
        margin = _INDENT * min(depth, _DEEPEST)
        text = _text(item)
        if text is not None:
            if text.strip():
                yield margin + escape(text.strip())
        elif isinstance(item, list | tuple):
            pending.extend((each, depth) for each in reversed(item))
        elif isinstance(item, Tag) and not item.name:
            pending.extend((each, depth) for each in reversed(children_of(item)))
        elif isinstance(item, Tag):
            opening = f"{margin}<{item.name}{_attributes(item)}>"
            children = flat_children(item)
            if item.name in VOID_ELEMENTS:
                yield opening
            elif len(children) <= 1 and all(_text(each) is not None for each in children):
                yield f"{opening}{''.join(escape(_text(each) or '') for each in children)}</{item.name}>"
            else:
                yield opening
                pending.append(f"{margin}</{item.name}>")
                pending.extend((each, depth + 1) for each in reversed(children))


def _text(item: Renderable) -> str | None:
    if isinstance(item, str):
        return item
    return js_str(item) if isinstance(item, int | float) and not isinstance(item, bool) else None


def _attributes(tag: Tag) -> str:
    return "".join(map(_attribute, tag.attributes.items()))


def _attribute(item: tuple[str, Any]) -> str:
    name, value = item
    if value is None or value is UNDEFINED or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(js_str(value))}"'
