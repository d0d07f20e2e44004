"""Tables: the line of dashes below a heading row, the beginning of the next row, pipes below pipes.

The columns are brought in line when a row is finished, and only where that changes nothing but white space and dashes.
"""

from __future__ import annotations

import re

from refrakt.markdoc import Document, Node, parse
from refrakt.markdoc.equality import same_tree
from refrakt.markdoc.format import format_edits
from refrakt.rules.places import line_end, line_start

from ..answers import Range, Replacement
from ..around import nodes_around
from ..supposing import supposed
from .line import Line

_PIPE = re.compile(r"(?<!\\)\|")
_LAYOUT = str.maketrans("", "", " \t-")
_LARGEST = 20_000
"""Characters of a table that is brought in line with each row."""


def completed(document: Document, line: Line) -> list[Replacement]:
    """After the pipe that ends a row."""
    table = _table(line)
    if table is None or line.rest.strip() or not line.is_text or _columns(line.text) != _columns_of(document, table):
        return []
    return _aligned(document, table)


def begun(document: Document, line: Line) -> list[Replacement]:
    """On the line below a row."""
    above = line.above
    if above is None or not above.is_text or line.text.strip() or not above.text.strip(" \t>").startswith("|"):
        return []
    table = _table(above)
    if table is None:
        return _headed(document, line, above)
    row = above.text.strip(" \t>")
    if not above.holds(table) and not row.strip("| \t"):
        # A row with nothing in it ends the table.
        return [Replacement(Range(above.start, above.end), "")] if above.text.lstrip(" \t").startswith("|") else []
    below = Replacement(Range(line.start, line.indent_end), f"{_lead(above)}| ")
    return [*_aligned(document, table), below]


def _headed(document: Document, line: Line, above: Line) -> list[Replacement]:
    """Below a line of cells that no dashes follow: they make it the heading of a table."""
    paragraph = next((node for node in reversed(above.nodes) if node.type == "paragraph"), None)
    columns = _columns(above.text)
    if paragraph is None or not above.holds(paragraph) or columns < 2 or not above.text.rstrip().endswith("|"):
        return []
    lead = above.lead(paragraph)
    dashes = f"{lead}|{' --- |' * columns}"
    change = Replacement(Range(line.start, line.indent_end), f"{dashes}{line.line_end}{lead}| ")
    after = document.edit(*change.place, change.new)
    around = nodes_around(after, document.offsets(paragraph.span)[0])
    return [change] if any(node.type == "table" for node in around) else []


def _table(line: Line) -> Node | None:
    """The table the cursor is in, if it is written with pipes."""
    found = next((node for node in reversed(line.nodes) if node.type in ("table", "item")), None)
    return found if found is not None and found.type == "table" else None


def _lead(line: Line) -> str:
    return line.text[: line.text.index("|")]


def _columns(row: str) -> int:
    return len(_PIPE.findall(row.strip())) - 1


def _columns_of(document: Document, table: Node) -> int:
    rows = [row for part in table.children for row in part.children]
    return len(rows[0].children) if rows else 0


def _aligned(document: Document, table: Node) -> list[Replacement]:
    """The table with its pipes below each other, if it stands on lines of its own and is not too long for that."""
    start, end = document.offsets(table.span)
    text = document.text
    begin = line_start(text, start)
    stop = line_end(text, begin + len(text[begin:end].rstrip()))
    source = text[begin:stop]
    if text[begin:start].strip(" ") or len(source) > _LARGEST:
        return []
    alone = parse(source, document.options)
    edits = [each for each in format_edits(alone) or () if each.start < len(source)]
    changes = [Replacement(Range(begin + each.start, begin + each.end), each.new) for each in edits]
    if any(text[slice(*place)].translate(_LAYOUT) != new.translate(_LAYOUT) for place, new in changes):
        return []
    return changes if same_tree(document.tree, supposed(document, changes).tree) else []
