"""The HTML of a themed tree, in one line or indented.

Unlike Markdoc's HTML, void elements are closed with `/>`, attributes that are true are written without a value, false ones are
omitted, and the texts in an element with `data-raw-html` are SVG, which is sanitised and not escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.html import VOID_ELEMENTS, Renderable, Tag, escape
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.markdoc.renderable_walk import children_of
from refrakt.markdoc.values import UNDEFINED
from refrakt.theme.svg_sanitizer import sanitized_svg

RAW_HTML = "data-raw-html"
"""Marks an element whose text is an SVG drawing."""
_INDENT = "  "


def theme_html(content: Renderable, *, pretty: bool = False) -> str:
    """The HTML of a tree of any depth. With `pretty`, every element is on a line of its own, except in `pre`."""
    return "\n".join(_lines(content)) if pretty else _flat(content)


def _flat(content: Renderable) -> str:
    written: list[str] = []
    # Each level: the remaining items, the closing tag, and whether its texts are drawings.
    levels: list[tuple[Iterator[Renderable], str, bool]] = [(iter((content,)), "", False)]
    while levels:
        rest, closing, raw = levels[-1]
        for item in rest:
            if isinstance(item, Tag):
                opening, closed = _tags(item)
                written.append(opening)
                if closed is not None:
                    levels.append((iter(children_of(item)), closed, _is_raw(item)))
                    break
            elif isinstance(item, list | tuple):
                levels.append((iter(item), "", raw))
                break
            else:
                written.append(_text(item, raw))
        else:
            levels.pop()
            written.append(closing)
    return "".join(written)


def _lines(content: Renderable) -> Iterator[str]:
    # Each item: its depth and the item, or a finished line.
    pending: list[tuple[int, Renderable, bool]] = [(0, content, False)]
    while pending:
        depth, item, finished = pending.pop()
        margin = _INDENT * depth
        if isinstance(item, Tag) and item.name:
            children = children_of(item)
            opening, closing = _tags(item)
            if closing is None or item.name == "pre" or _is_raw(item) or _is_short(children):
                yield margin + _flat(item)
            else:
                yield margin + opening
                pending.append((depth, closing, True))
                pending.extend((depth + 1, child, False) for child in reversed(children))
        elif isinstance(item, Tag | list | tuple):
            children = children_of(item) if isinstance(item, Tag) else item
            pending.extend((depth, child, False) for child in reversed(children))
        elif finished:
            yield f"{margin}{item}"
        elif line := margin + _text(item, False) if isinstance(item, str | int | float) else "":
            yield line


def _is_short(children: Any) -> bool:
    return len(children) <= 1 and all(
        isinstance(each, str | int | float) and not isinstance(each, bool) for each in children
    )


def _is_raw(tag: Tag) -> bool:
    return truthy(tag.attributes.get(RAW_HTML, False))


def _text(item: Renderable, raw: bool) -> str:
    if isinstance(item, str):
        return (sanitized_svg(item) if raw else "") or escape(item)
    if isinstance(item, int | float) and not isinstance(item, bool):
        return js_str(item)
    return ""


def _tags(tag: Tag) -> tuple[str, str | None]:
    """The opening and the closing tag; None for an element without content. An element without a name has only content."""
    if not tag.name:
        return "", ""
    attributes = "".join(map(_attribute, tag.attributes.items()))
    if tag.name in VOID_ELEMENTS:
        return f"<{tag.name}{attributes} />", None
    return f"<{tag.name}{attributes}>", f"</{tag.name}>"


def _attribute(item: tuple[str, Any]) -> str:
    name, value = item
    if value is None or value is UNDEFINED or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(js_str(value))}"'
