"""The keys of a page's frontmatter and their spans."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.symbols.file_text import FileText
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.tree import Span


def key_occurrences(path: str, text: FileText) -> Iterator[Occurrence]:
    """The keys that the frontmatter declares. The span excludes quotes."""
    frontmatter = text.frontmatter
    if frontmatter is None or frontmatter.root is None or frontmatter.root.kind != "mapping":
        return
    for key, value in frontmatter.root.entries:
        if isinstance(key.value, str):
            start, end = text.frontmatter_document.offsets(key.span)
            full_span = Span(start, max(end, text.frontmatter_document.offsets(value.span)[1]))
            if text.text.startswith(("'", '"'), start):
                start, end = start + 1, end - 1
            yield Occurrence(Symbol("key", path, key.value), path, Span(start, end), True, full_span)
