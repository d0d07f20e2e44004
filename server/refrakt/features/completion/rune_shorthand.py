"""A rune by its name alone: `hint:`, or just `hint`, at the start of a paragraph.

The page is parsed as if the tag had been opened there, so that ranking and inserted text are the same as after `{%`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refrakt.features.completion import rune_names
from refrakt.features.cursor_context import cursor_context_at
from refrakt.features.enclosing_tags import EnclosingScope, nodes_around
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.markdoc.tree import Span
from refrakt.markdoc.value_parser import IDENTIFIER
from refrakt.rules.problem_spans import line_end, line_start

_OPENING = "{% "
_MIN_LETTERS = 2
"""Shorter words match too much."""


def completions(page: PageContext, offset: int) -> Iterator[CompletionItem]:
    span = _typed_name(page, offset)
    if span is None:
        return
    written = page.document.text[span.start : span.end]
    typed, colon = written.rstrip(":"), ":" * written.endswith(":")
    if not any(name.startswith(typed) for name in page.site.vocabulary.names):
        return
    opened = replace(page, document=page.document.edit(span.start, span.end, _OPENING + typed))
    cursor = cursor_context_at(opened.document, span.start + len(_OPENING) + len(typed))
    if cursor.tag is None or cursor.kind != "name":
        return
    for item in rune_names.completions(opened, cursor, EnclosingScope(opened.document, cursor.tag)):
        if item.label.startswith(typed):
            plain_text = f"{_OPENING}{item.plain_text}" if item.plain_text else ""
            insert, filter = f"{_OPENING}{item.insert_text}", f"{item.label}{colon}"
            yield replace(
                item, kind="snippet", span=span, insert_text=insert, plain_text=plain_text, filter_text=filter
            )


def _typed_name(page: PageContext, offset: int) -> Span | None:
    """The word before the cursor, if it is alone in the first line of its paragraph."""
    document = page.document
    nodes = nodes_around(document, offset)
    if [node.type for node in nodes[-2:]] != ["inline", "text"] or any(
        node.type in ("heading", "td", "th", "link") for node in nodes
    ):
        return None
    inline = nodes[-2]
    if inline.block is None:
        return None
    text, base = inline.block.text, document.offsets(inline.span)[0] - inline.start
    at = offset - base
    found = IDENTIFIER.match(text, inline.start, at)
    if found is None or len(found[0]) < _MIN_LETTERS or line_start(text, at) > inline.start:
        return None
    is_alone = found.end() == at or (found.end() == at - 1 and text[at - 1] == ":")
    return Span(base + inline.start, offset) if is_alone and not text[at : line_end(text, at)].strip() else None
