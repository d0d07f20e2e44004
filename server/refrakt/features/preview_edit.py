"""A document after edits that are not applied yet.

Every edit of a document has a fixed cost, so close edits, such as those of a table's rows, are merged into one. Distant edits stay
separate, so that only their surroundings are parsed again.
"""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span

_MERGE_DISTANCE = 1_000
"""Edits with at most this many characters between them are merged."""


def preview_edits(document: Document, edits: Iterable[TextEdit]) -> Document:
    """The document after non-overlapping edits."""
    for span, new in reversed(_merge_close(document, sorted(edits))):
        document = document.edit(*span.bounds, new)
    return document


def _merge_close(document: Document, edits: list[TextEdit]) -> list[TextEdit]:
    """The same edits, with close ones merged."""
    if len(edits) < 2:
        return edits
    text = document.text
    joined = edits[:1]
    for span, new in edits[1:]:
        last = joined[-1]
        if span.start - last.span.end <= _MERGE_DISTANCE:
            between = text[last.span.end : span.start]
            joined[-1] = TextEdit(Span(last.span.start, span.end), f"{last.new}{between}{new}")
        else:
            joined.append(TextEdit(span, new))
    return joined
