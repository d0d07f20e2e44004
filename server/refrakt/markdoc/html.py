"""The renderable tree and its HTML.

Transforming a page gives tags, text and numbers: a tree that a theme can still change. `render_html` writes it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .javascript import js_items, js_str
from .values import Undefined


@dataclass(frozen=True, slots=True)
class Tag:
    """An element to be: `name` is what it renders as."""

    name: str = "div"
    attributes: Mapping[str, Any] = field(default_factory=dict)
    children: list[Renderable] = field(default_factory=list)


Renderable: TypeAlias = (
    "Tag | str | int | float | bool | Undefined | Mapping[str, Any] | list[Renderable] | tuple[Renderable, ...] | None"
)

VOID_ELEMENTS = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
"""Elements that have neither content nor a closing tag, by the HTML standard."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    return text.translate(_ESCAPES)


def render_html(content: Renderable) -> str:
    """HTML for a renderable tree of any depth. What is neither text, number nor tag leaves nothing behind."""
    written: list[str] = []
    # Each level: what is still to be written there, and what closes it.
    levels: list[tuple[Iterator[Renderable], str]] = [(iter((content,)), "")]
    while levels:
        rest, closing = levels[-1]
        for item in rest:
            if isinstance(item, str):
                written.append(escape(item))
            elif isinstance(item, Tag):
                if not item.name:
                    levels.append((_content(item), ""))
                    break
                written.append(f"<{item.name}{_attributes(item)}>")
                if item.name not in VOID_ELEMENTS:
                    levels.append((_content(item), f"</{item.name}>"))
                    break
            elif isinstance(item, list | tuple):
                levels.append((iter(item), ""))
                break
            elif isinstance(item, int | float) and not isinstance(item, bool):
                written.append(js_str(item))
        else:
            levels.pop()
            written.append(closing)
    return "".join(written)


def _content(tag: Tag) -> Iterator[Renderable]:
    children: Any = tag.children
    return iter(children) if isinstance(children, list | tuple) else iter((children,))


def _attributes(tag: Tag) -> str:
    pairs: Iterable[tuple[str, Any]] = js_items(tag.attributes)
    return "".join(f' {name.lower()}="{escape(js_str(value))}"' for name, value in pairs)
