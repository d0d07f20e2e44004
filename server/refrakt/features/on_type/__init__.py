"""On-type formatting: closing tags, the marker of the next list item, the start of the next table row.

The author keeps typing meanwhile, so an edit must never be in the way: it is previewed first, and dropped if it adds a problem.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.features.page_context import PageContext
from refrakt.features.preview_edit import preview_edits
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit


def on_type_edits(page: PageContext, offset: int, char: str) -> list[TextEdit]:
    """The edits after a character typed before the cursor, in document order."""
    from refrakt.features.on_type import close_tag, line_prefix, table_rows
    from refrakt.features.on_type.typed_line import typed_line_at

    document, keep_style = page.document, page.site.keeps_style
    if char == "}":
        found = close_tag.closing_tag_edits(page, offset)
    elif char == "|":
        found = table_rows.row_end_edits(document, typed_line_at(document, offset), keep_style)
    elif char == "\n":
        line = typed_line_at(document, offset)
        found = table_rows.new_row_edits(document, line, keep_style) or line_prefix.prefix_edits(document, line)
    else:
        found = []
    return found if found and _adds_no_problem(document, found) else []


def _adds_no_problem(document: Document, edits: Sequence[TextEdit]) -> bool:
    return len(preview_edits(document, edits).problems) <= len(document.problems)
