"""Colors on a page, for editors that show and change them.

Colors are read from attributes such as a swatch's `color` and from the lists of a `palette` and a `tint`, in any numeric CSS
notation. Named colors are left to the theme, which may define its own. A changed color keeps the notation of the old one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from refrakt.features.css_colors import Color, format_color, notations, parse_color
from refrakt.features.page_context import PageContext
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, Span

_ATTRIBUTES = frozenset({("bg", each) for each in ("from", "to", "via", "overlay")} | {("swatch", "color")})
"""Color attributes of certain runes."""
_ANYWHERE = frozenset({"bg-from", "bg-to", "bg-via", "color", "colour"})
"""Color attributes of any rune."""
_LISTS = frozenset({"palette", "tint"})
"""Runes whose lists pair names with colors."""


class ColorInformation(NamedTuple):
    """A color and its span."""

    span: Span
    color: Color


def document_colors(page: PageContext) -> list[ColorInformation]:
    """All colors of a page, in document order."""
    document, names = page.document, page.site.vocabulary.names
    found = list(_in_attributes(document, names))
    if any(names.get(tag.name) in _LISTS for tag in document.tags()):
        for node in document.tree.walk():
            if node.type == "tag" and names.get(node.tag or "") in _LISTS:
                found += _in_list(document, node)
    return sorted(dict.fromkeys(found))


def color_presentations(page: PageContext, color: Color, span: Span) -> list[str]:
    """Texts for a new color at a span, the notation of the old one first."""
    now = parse_color(page.document.text[span.start : span.end])
    # Some color pickers exceed the range. In this order, NaN becomes 0.
    red, green, blue, alpha = (min(1.0, max(0.0, each)) for each in color[:4])
    chosen = color._replace(red=red, green=green, blue=blue, alpha=alpha)
    return [format_color(chosen, each) for each in notations(now.notation if now is not None else None)]


def _in_attributes(document: Document, names: Mapping[str, str]) -> Iterator[ColorInformation]:
    for tag in document.tags():
        rune = names.get(tag.name, tag.name)
        for each in tag.attributes:
            name, value = each.annotation.name, each.annotation.value
            if not isinstance(value, str) or not ((rune, name) in _ATTRIBUTES or name in _ANYWHERE):
                continue
            color = parse_color(value)
            start, end = document.offsets(Span(*each.value, tag.block))
            # Escapes in the string shift its characters.
            if color is not None and end - start == len(value) + 2:
                indent = len(value) - len(value.lstrip())
                yield ColorInformation(Span(start + 1 + indent, start + 1 + len(value.rstrip())), color)


def _in_list(document: Document, rune: Node) -> Iterator[ColorInformation]:
    """Colors after the colon of list items; several are separated by commas."""
    for item in rune.walk():
        if item.type != "item":
            continue
        text = next((each for each in item.walk() if each.type == "text"), None)
        if text is None:
            continue
        start, end = document.offsets(text.span)
        source = document.text[start:end]
        for begin, stop in _comma_separated(source):
            color = parse_color(source[begin:stop])
            if color is not None:
                yield ColorInformation(Span(start + begin, start + stop), color)


def _comma_separated(source: str) -> Iterator[tuple[int, int]]:
    """The trimmed parts after the first colon, split at commas outside of brackets."""
    begin = source.find(":") + 1
    if not begin:
        return
    depth, stops = 0, []
    for at in range(begin, len(source)):
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        if source[at] == "," and depth <= 0:
            stops.append(at)
    for stop in (*stops, len(source)):
        part = source[begin:stop]
        indent = len(part) - len(part.lstrip())
        if part.strip():
            yield begin + indent, begin + len(part.rstrip())
        begin = stop + 1
