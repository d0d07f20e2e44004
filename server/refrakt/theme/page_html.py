"""The HTML of a rendered page, as it is shown in a browser.

It is the only way from a tree to a browser, so it applies the security policy of `html_policy` to everything: text is escaped,
elements and attributes that could run a script are omitted, and a drawing of a theme's config is sanitised. Code blocks are
highlighted, and elements can carry the position of the source they show, so that an editor and a preview can follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from refrakt.markdoc.html import VOID_ELEMENTS, Renderable, Tag, escape
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.markdoc.renderable_walk import children_of, text_of
from refrakt.markdoc.tree import Node
from refrakt.theme.code_highlight import CLASS, HighlightBudget, code_lines, highlighted_code
from refrakt.theme.html_policy import attribute_value, is_allowed, is_data
from refrakt.theme.svg_sanitizer import sanitized_svg
from refrakt.theme.theme_html import RAW_HTML

_DATA_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""In a `script` element, HTML is not escaped, but these characters could end it; JSON can write them otherwise."""


class SourcePosition(NamedTuple):
    """Where a block is in its file: its line, from 1, and the offsets of its start and end."""

    line: int
    start: int
    end: int


SourceMap = Callable[[Node], SourcePosition | None]
"""Finds the position of a block; None for a block of another file."""


@dataclass(frozen=True, slots=True)
class HtmlOptions:
    positions: SourceMap | None = None
    """Adds `data-source-line` and `data-source-span` to elements that show a block of the page."""
    highlight: bool = True
    """Whether code blocks are highlighted."""
    budget: HighlightBudget = field(default_factory=HighlightBudget)


def page_html(content: Renderable, options: HtmlOptions | None = None) -> str:
    """The HTML of a tree of any depth. Anything other than text, numbers and elements is omitted."""
    chosen = options or HtmlOptions()
    written: list[str] = []
    # Each level: the remaining items, the closing tag, and whether its texts are drawings.
    levels: list[tuple[Iterator[Renderable], str, bool]] = [(iter((content,)), "", False)]
    while levels:
        rest, closing, drawing = levels[-1]
        for item in rest:
            if isinstance(item, str):
                written.append((sanitized_svg(item) if drawing else "") or escape(item))
            elif isinstance(item, Tag):
                if not is_allowed(item):
                    continue
                if not item.name:
                    levels.append((iter(children_of(item)), "", False))
                    break
                code = _code(item, chosen)
                attributes = _attributes(item, chosen, CLASS if code is not None else "")
                if is_data(item):
                    code = text_of(item).translate(_DATA_ESCAPES)
                if item.name.lower() in VOID_ELEMENTS:
                    written.append(f"<{item.name}{attributes} />")
                elif code is not None:
                    written.append(f"<{item.name}{attributes}>{code}</{item.name}>")
                else:
                    written.append(f"<{item.name}{attributes}>")
                    is_drawing = truthy(item.attributes.get(RAW_HTML, False))
                    levels.append((iter(children_of(item)), f"</{item.name}>", is_drawing))
                    break
            elif isinstance(item, list | tuple):
                levels.append((iter(item), "", drawing))
                break
            elif isinstance(item, int | float) and not isinstance(item, bool):
                written.append(js_str(item))
        else:
            levels.pop()
            written.append(closing)
    return "".join(written)


def _attributes(tag: Tag, options: HtmlOptions, class_name: str) -> str:
    written = []
    for name, value in tag.attributes.items():
        allowed = attribute_value(tag, name, value)
        if class_name and name == "class" and isinstance(allowed, str):
            allowed, class_name = f"{class_name} {allowed}", ""
        if allowed is not None:
            written.append(f" {name}" if allowed is True else f' {name}="{escape(str(allowed))}"')
    if class_name:
        written.append(f' class="{class_name}"')
    if tag.origin is not None and options.positions is not None:
        position = options.positions(tag.origin)
        if position is not None:
            line, start, end = position
            written.append(f' data-source-line="{line}" data-source-span="{start}-{end}"')
    return "".join(written)


def _code(tag: Tag, options: HtmlOptions) -> str | None:
    """The highlighted content of a code element; None for other elements and for code that stays plain."""
    language = tag.attributes.get("data-language")
    children = children_of(tag)
    if tag.name != "code" or not options.highlight or not isinstance(language, str) or len(children) != 1:
        return None
    code = children[0]
    if not isinstance(code, str):
        return None
    marked = tag.attributes.get("data-highlight-lines")
    numbered = tag.attributes.get("data-linenumbers") is not None or isinstance(marked, str)
    html = highlighted_code(code, language, options.budget)
    if html is None and not numbered:
        return None
    return code_lines(code, html, marked if isinstance(marked, str) else "", _first_line(tag))


def _first_line(tag: Tag) -> int:
    """The number of the first line of an excerpt such as `40-58`."""
    first, _, _ = str(tag.attributes.get("data-lines", "")).partition("-")
    return int(first) if first.strip().isdecimal() and len(first) < 9 else 1
