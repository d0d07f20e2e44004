"""Formatting: from a tree back to Markdoc source.

`format_document` returns a page in its normal form, guaranteed to have an equal tree. `format_edits` returns the changes as edits
of lines; `format_range` and `format_ranges` do so for selections. `format_node` and `format_value` format trees and values that
need not come from a page.

`tidy_document` and `tidy_page` keep the style of the author instead and change only white space without a meaning.
"""

from __future__ import annotations

from refrakt.markdoc.format.block_sequence import block_events
from refrakt.markdoc.format.block_style import contents_of
from refrakt.markdoc.format.blocks import BlockWriter
from refrakt.markdoc.format.format_page import format_document, format_edits, format_range, format_ranges
from refrakt.markdoc.format.page_chunks import format_frontmatter
from refrakt.markdoc.format.tidy_page import tidy_document, tidy_page
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.tree import Node

__all__ = [
    "format_document",
    "format_edits",
    "format_node",
    "format_range",
    "format_ranges",
    "format_value",
    "tidy_document",
    "tidy_page",
]


def format_node(node: Node) -> str:
    """A tree as Markdoc source, with minimal escapes like Markdoc's own formatter."""
    writer = BlockWriter()
    if node.type != "document":
        writer.write(block_events([node]))
        return writer.result()
    writer.write(block_events(contents_of(node)))
    frontmatter = node.attributes.get("frontmatter")
    if frontmatter is None:
        return writer.result()
    return f"{format_frontmatter(frontmatter)}\n\n{writer.result()}"
