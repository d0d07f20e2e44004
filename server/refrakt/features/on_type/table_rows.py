"""Tables: the delimiter row, the start of the next row, alignment of the columns.

Columns are aligned when a row is completed, and only if that changes nothing but spaces and dashes. Where formatting keeps the
style of the author, the author must have aligned other rows.
"""

from __future__ import annotations

import re

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.on_type.table_habit import widened_rows
from refrakt.features.on_type.typed_line import TypedLine
from refrakt.features.preview_edit import preview_edits
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_edits
from refrakt.markdoc.format.line_edits import line_edits
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.markdoc.tree_equality import same_tree
from refrakt.rules.problem_spans import line_end, line_start

_PIPE = re.compile(r"(?<!\\)\|")
_PADDING = str.maketrans("", "", " \t-")
_MAX_TABLE = 20_000
"""Longer tables are not aligned while typing."""


def row_end_edits(document: Document, line: TypedLine, keep_style: bool = False) -> list[TextEdit]:
    """After the pipe that ends a row."""
    table = _table(line)
    if (
        table is None
        or line.rest.strip()
        or not line.is_text
        or _row_columns(line.text) != _table_columns(document, table)
    ):
        return []
    return _aligned(document, table, line, keep_style)


def new_row_edits(document: Document, line: TypedLine, keep_style: bool = False) -> list[TextEdit]:
    """On the line below a row."""
    above = line.above
    if above is None or not above.is_text or line.text.strip() or not above.text.strip(" \t>").startswith("|"):
        return []
    table = _table(above)
    if table is None:
        return _delimiter_row(document, line, above)
    row = above.text.strip(" \t>")
    if not above.starts(table) and not row.strip("| \t"):
        # An empty row ends the table.
        return [TextEdit(Span(above.start, above.end), "")] if above.text.lstrip(" \t").startswith("|") else []
    below = TextEdit(Span(line.start, line.indent_end), f"{above.text[: above.text.index('|')]}| ")
    return [*_aligned(document, table, above, keep_style), below]


def _delimiter_row(document: Document, line: TypedLine, above: TypedLine) -> list[TextEdit]:
    """Below a row of cells without a delimiter row: insert one, which makes it a table."""
    paragraph = next((node for node in reversed(above.nodes) if node.type == "paragraph"), None)
    columns = _row_columns(above.text)
    if paragraph is None or not above.starts(paragraph) or columns < 2 or not above.text.rstrip().endswith("|"):
        return []
    prefix = above.continuation_prefix(paragraph)
    dashes = f"{prefix}|{' --- |' * columns}"
    edit = TextEdit(Span(line.start, line.indent_end), f"{dashes}{line.line_end}{prefix}| ")
    after = document.edit(*edit.span.bounds, edit.new)
    around = nodes_around(after, document.offsets(paragraph.span)[0])
    return [edit] if any(node.type == "table" for node in around) else []


def _table(line: TypedLine) -> Node | None:
    """The pipe table at the cursor."""
    found = next((node for node in reversed(line.nodes) if node.type in ("table", "item")), None)
    return found if found is not None and found.type == "table" else None


def _row_columns(row: str) -> int:
    return len(_PIPE.findall(row.strip())) - 1


def _table_columns(document: Document, table: Node) -> int:
    rows = [row for part in table.children for row in part.children]
    return len(rows[0].children) if rows else 0


def _aligned(document: Document, table: Node, row: TypedLine, keep_style: bool) -> list[TextEdit]:
    """Align the table, if it is on lines of its own and not too long."""
    start, end = document.offsets(table.span)
    text = document.text
    begin = line_start(text, start)
    stop = line_end(text, begin + len(text[begin:end].rstrip()))
    source = text[begin:stop]
    if text[begin:start].strip(" ") or len(source) > _MAX_TABLE:
        return []
    if keep_style:
        rows = widened_rows(document, table, row.offset)
        formatted = line_edits(source, "\n".join(rows), []) if rows is not None else []
    else:
        formatted = [
            each for each in format_edits(parse(source, document.options)) or () if each.span.start < len(source)
        ]
    edits = [TextEdit(Span(begin + each.span.start, begin + each.span.end), each.new) for each in formatted]
    if any(text[slice(*span.bounds)].translate(_PADDING) != new.translate(_PADDING) for span, new in edits):
        return []
    return edits if same_tree(document.tree, preview_edits(document, edits).tree) else []
