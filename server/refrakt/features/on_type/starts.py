"""How a new line begins: with the marker of the next item, with that of the quote it is in, or as far in as the line above.

A line that only has a marker ends the list or the quote. Where an editor has put a marker there by itself, nothing is added.
"""

from __future__ import annotations

import re

from refrakt.markdoc import Document, Node

from ..answers import Range, Replacement
from ..around import nodes_around
from .line import Line

_MARKER = re.compile(r"(?:([-+*])|(\d{1,9})([.)]))([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?")
_QUOTE = re.compile(r"(?:[ \t]*>)+[ \t]?")
_OWN_LINE = frozenset({"item", "blockquote", "heading", "fence", "table", "hr"})
"""What begins with a sign of its own."""


def begun(document: Document, line: Line) -> list[Replacement]:
    """What a line that has just been begun is to begin with."""
    above = line.above
    if above is None or not above.is_text or line.before.strip(" \t") or _is_marked(document, line):
        return []
    held = [node for node in above.nodes if node.type in ("item", "blockquote")]
    inner = held[-1] if held else None
    if inner is not None and inner.type == "item" and above.holds(inner):
        return _in_item(document, line, above, inner)
    if inner is not None and inner.type == "blockquote":
        return _in_quote(document, line, above, inner)
    return _in_rune(line, above)


def _is_marked(document: Document, line: Line) -> bool:
    """Whether what stands on the line begins something by itself."""
    return any(node.type in _OWN_LINE and line.holds(node) for node in nodes_around(document, line.indent_end))


def _in_item(document: Document, line: Line, above: Line, item: Node) -> list[Replacement]:
    start = document.offsets(item.span)[0]
    marker = _MARKER.match(document.text, start, above.end)
    if marker is None:
        return []
    lead = above.lead(item)
    if any(node.type == "tag" for node in above.nodes[above.nodes.index(item) :]):
        # A rune in the item has just been opened; what is in it stands below its tag.
        return _indented(line, lead + " " * (marker.end() - start))
    if not document.text[marker.end() : above.end].strip():
        return _ended(line, above, lead)
    bullet, number, behind, space, box = marker.groups()
    mark = bullet or f"{_next(document, above, item, int(number))}{behind}"
    new = f"{lead}{mark}{space}{'[ ] ' if box else ''}"
    return [Replacement(Range(line.start, line.indent_end), new)]


def _next(document: Document, above: Line, item: Node, number: int) -> int:
    """The number after this one; the same again where all items have the same."""
    parent = above.nodes[above.nodes.index(item) - 1]
    before = parent.children[parent.children.index(item) - 1] if parent.children[0] is not item else None
    found = _MARKER.match(document.text, document.offsets(before.span)[0]) if before is not None else None
    return number if found is not None and found[2] is not None and int(found[2]) == number else number + 1


def _in_quote(document: Document, line: Line, above: Line, quote: Node) -> list[Replacement]:
    begins = above.holds(quote)
    start = document.offsets(quote.span)[0] if begins else above.start
    marks = _QUOTE.match(document.text, start, above.end)
    if marks is None:
        return []
    lead = above.lead(quote) if begins else ""
    if marks.end() >= above.offset:
        return _ended(line, above, "") if not lead.strip() else []
    new = f"{lead}{marks.group().rstrip()} "
    return [Replacement(Range(line.start, line.indent_end), new)]


def _ended(line: Line, above: Line, lead: str) -> list[Replacement]:
    """Nothing was written behind a marker: it goes, and what it would have continued is at its end."""
    if line.rest.strip():
        return []
    return [Replacement(Range(above.start, above.end), lead.rstrip())]


def _in_rune(line: Line, above: Line) -> list[Replacement]:
    if not any(node.type == "tag" for node in above.nodes):
        return []
    return _indented(line, above.text[: above.indent_end - above.start] if above.text.strip() else "")


def _indented(line: Line, indent: str) -> list[Replacement]:
    """As far in as that, unless the editor has seen to it."""
    if line.indent_end > line.start or not indent:
        return []
    return [Replacement(Range(line.start, line.start), indent)]
