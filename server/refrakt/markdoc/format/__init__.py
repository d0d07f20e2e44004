"""Formatting: from a tree back to Markdoc source.

`format_document` is what people want: the page in its normal form, guaranteed to say what it said before. `format_edits` tells
which lines that changes; `format_range` and `format_ranges` do so for selections. `format_node` and `format_value` write trees
and values that may never have been a page.
"""

from __future__ import annotations

from ..tree import Node
from .blocks import Writer
from .lines import Edit
from .page import format_document, format_edits, format_range, format_ranges
from .pieces import format_frontmatter
from .steps import steps
from .style import contents_of
from .value import format_value

__all__ = [
    "Edit",
    "format_document",
    "format_edits",
    "format_node",
    "format_range",
    "format_ranges",
    "format_value",
]


def format_node(node: Node) -> str:
    """A tree as Markdoc source, written plainly, in the way of Markdoc's own formatter."""
    writer = Writer()
    if node.type != "document":
        writer.write(steps([node]))
        return writer.result()
    writer.write(steps(contents_of(node)))
    frontmatter = node.attributes.get("frontmatter")
    if frontmatter is None:
        return writer.result()
    return f"{format_frontmatter(frontmatter)}\n\n{writer.result()}"
