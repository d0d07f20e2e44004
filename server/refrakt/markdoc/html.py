"""The renderable tree and its HTML.

`transform` returns tags, text and numbers, a tree that a theme can still change. `render_html` converts it to HTML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from refrakt.markdoc.javascript_values import js_items, js_str
from refrakt.markdoc.values import Undefined

if TYPE_CHECKING:
    from refrakt.markdoc.tree import Node


@dataclass(frozen=True, slots=True)
class Tag:
    """An element; `name` is its HTML name."""

    name: str = "div"
    attributes: Mapping[str, Any] = field(default_factory=dict)
    children: Sequence[Renderable] = field(default_factory=list)
    origin: Node | None = field(default=None, compare=False, repr=False)
    """The block of the page that it shows, if known."""


Renderable: TypeAlias = (
    "Tag | str | int | float | bool | Undefined | Mapping[str, Any] | list[Renderable] | tuple[Renderable, ...] | None"
)

VOID_ELEMENTS = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
"""Elements without content and closing tag in the HTML standard."""


def escape(text: str) -> str:
    # Several times as fast as `translate` with a table.
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def render_html(content: Renderable) -> str:
    """The HTML of a renderable tree of any depth. Anything other than text, numbers and tags is omitted."""
    written: list[str] = []
    # Each level: the remaining items, and the closing tag.
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
