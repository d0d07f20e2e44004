"""A frontmatter value that the page does not have, but nearly.

`$frontmatter.subtitel` shows nothing, and nobody is told, since pages may have any keys. Where the page has a key of nearly
this name, it must have been meant; the fix writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import Variable

from .finding import Edit, Found
from .page import Page
from .registry import page_rule
from .values import used_in_tag
from .words import nearest


@page_rule("unset-frontmatter", "warning", fixable=True)
def unset_frontmatter(page: Page) -> Iterator[Found]:
    document = page.document
    if document.frontmatter is not None and document.frontmatter.problems:
        return  # the key may be in the part that could not be read
    keys: dict[str, Any] | None = None
    for index in document.places_of("$frontmatter"):
        keys = _keys(page) if keys is None else keys
        for tag in document.blocks[index].tags:
            for value, span, _ in used_in_tag(tag):
                if isinstance(value, Variable) and value.path[0] == "frontmatter" and len(value.path) > 1:
                    yield from _check(str(value.path[1]), keys, span)


def _keys(page: Page) -> dict[str, Any]:
    frontmatter = page.document.frontmatter
    return {**(frontmatter.data if frontmatter is not None else {}), **(page.frontmatter or {})}


def _check(name: str, keys: dict[str, Any], span: Span) -> Iterator[Found]:
    near = nearest(name, keys) if name not in keys else []
    if not near:
        return
    start = span.start + len("$frontmatter.")
    place = Span(start, start + len(name), span.block)
    written = span.block.text[place.start : place.end] if span.block is not None else ""
    message = f"this page's frontmatter has no '{name}'; did you mean '{near[0]}'?"
    yield Found(span, message, f"Write {near[0]}.", [Edit(place, near[0])] if written == name else [])
