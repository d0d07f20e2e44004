"""The prefix of a new line: the next list marker, the quote marker, or the indentation of the line above.

A line with only a marker ends the list or quote. Where the editor has inserted a marker, nothing is added.
"""

from __future__ import annotations

import re

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.on_type.typed_line import TypedLine
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span

_MARKER = re.compile(r"(?:([-+*])|(\d{1,9})([.)]))([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?")
_QUOTE = re.compile(r"(?:[ \t]*>)+[ \t]?")
_BLOCKS_WITH_MARKER = frozenset({"item", "blockquote", "heading", "fence", "table", "hr"})
"""Blocks with a marker of their own."""


def prefix_edits(document: Document, line: TypedLine) -> list[TextEdit]:
    """The prefix of a new line."""
    above = line.above
    if above is None or not above.is_text or line.before.strip(" \t") or _has_marker(document, line):
        return []
    containers = [node for node in above.nodes if node.type in ("item", "blockquote")]
    inner = containers[-1] if containers else None
    if inner is not None and inner.type == "item" and above.starts(inner):
        return _next_item(document, line, above, inner)
    if inner is not None and inner.type == "blockquote":
        return _next_quote_line(document, line, above, inner)
    return _same_indent(line, above)


def _has_marker(document: Document, line: TypedLine) -> bool:
    """Whether the text of the line starts a block."""
    return any(
        node.type in _BLOCKS_WITH_MARKER and line.starts(node) for node in nodes_around(document, line.indent_end)
    )


def _next_item(document: Document, line: TypedLine, above: TypedLine, item: Node) -> list[TextEdit]:
    start = document.offsets(item.span)[0]
    marker = _MARKER.match(document.text, start, above.end)
    if marker is None:
        return []
    prefix = above.continuation_prefix(item)
    if any(node.type == "tag" for node in above.nodes[above.nodes.index(item) :]):
        # A rune in the item was just opened; its body is indented like the tag.
        return _indent(line, prefix + " " * (marker.end() - start))
    if not document.text[marker.end() : above.end].strip():
        return _remove_marker(line, above, prefix)
    bullet, number, delimiter, space, box = marker.groups()
    new_marker = bullet or f"{_next_number(document, above, item, int(number))}{delimiter}"
    new = f"{prefix}{new_marker}{space}{'[ ] ' if box else ''}"
    return [TextEdit(Span(line.start, line.indent_end), new)]


def _next_number(document: Document, above: TypedLine, item: Node, number: int) -> int:
    """The next number; the same one where all items have it."""
    parent = above.nodes[above.nodes.index(item) - 1]
    before = parent.children[parent.children.index(item) - 1] if parent.children[0] is not item else None
    found = _MARKER.match(document.text, document.offsets(before.span)[0]) if before is not None else None
    return number if found is not None and found[2] is not None and int(found[2]) == number else number + 1


def _next_quote_line(document: Document, line: TypedLine, above: TypedLine, quote: Node) -> list[TextEdit]:
    begins = above.starts(quote)
    start = document.offsets(quote.span)[0] if begins else above.start
    markers = _QUOTE.match(document.text, start, above.end)
    if markers is None:
        return []
    prefix = above.continuation_prefix(quote) if begins else ""
    if markers.end() >= above.offset:
        return _remove_marker(line, above, "") if not prefix.strip() else []
    new = f"{prefix}{markers.group().rstrip()} "
    return [TextEdit(Span(line.start, line.indent_end), new)]


def _remove_marker(line: TypedLine, above: TypedLine, prefix: str) -> list[TextEdit]:
    """Remove a marker without content, which ends the list or quote."""
    if line.rest.strip():
        return []
    return [TextEdit(Span(above.start, above.end), prefix.rstrip())]


def _same_indent(line: TypedLine, above: TypedLine) -> list[TextEdit]:
    if not any(node.type == "tag" for node in above.nodes):
        return []
    return _indent(line, above.text[: above.indent_end - above.start] if above.text.strip() else "")


def _indent(line: TypedLine, indent: str) -> list[TextEdit]:
    """Indent the line, unless the editor has done so."""
    if line.indent_end > line.start or not indent:
        return []
    return [TextEdit(Span(line.start, line.start), indent)]
