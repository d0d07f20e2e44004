"""The cursor of a completion, in any of the formats."""

from __future__ import annotations

from refrakt_forge.documents.read_document import front_matter_span
from refrakt_forge.documents.source_document import DocumentFormat
from refrakt_forge.editor.block_cursor import block_cursor
from refrakt_forge.editor.cursor import Cursor
from refrakt_forge.editor.flow_cursor import flow_cursor


def cursor_at(text: str, format: DocumentFormat, offset: int) -> Cursor | None:
    """The cursor at an offset; None where the format has nothing to type, such as the body of a Markdown file."""
    if format == "json":
        return flow_cursor(text, 0, len(text), offset, (), "json")
    if format == "yaml":
        return block_cursor(text, 0, len(text), offset)
    span = front_matter_span(text)
    if span is None or not span.start <= offset <= span.end:
        return None
    return block_cursor(text, span.start, span.end, offset)
