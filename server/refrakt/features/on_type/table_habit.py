"""Alignment of tables by the habit of the author, on sites where formatting keeps the style of a page.

A table is aligned if its rows are, apart from the one that is typed. A table without other rows follows the other tables of its
page. Columns only become wider: cells get spaces at their end, the delimiter row gets dashes, and everything else stays.
"""

from __future__ import annotations

import re
from itertools import pairwise

from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_starts, utf16_length
from refrakt.markdoc.tree import Node
from refrakt.rules.problem_spans import line_end, line_start

_PIPE = re.compile(r"(?<!\\)\|")
_CELL = re.compile(r" (?:\S(?:.*\S)?)? +")
"""A cell as alignment writes it: one space before its text, any number after it."""
_PADDED = re.compile(r"\S {2,}\||-{4,}")
"""White space or dashes that only alignment needs."""
_DELIMITER_ROW = 1
_FEWEST_LINES = 3
"""A heading, a delimiter row and one more row."""
_MAX_TABLES = 20
"""How many other tables of a page are compared."""


def widened_rows(document: Document, table: Node, typed: int) -> list[str] | None:
    """The lines of a table with wider columns for the row at the offset `typed`; None if the author does not align tables."""
    lines = _lines(document, table)
    rows = [_cells(each) for each in lines]
    at = len(line_starts(document.text[document.offsets(table.span)[0] : typed])) - 1
    if not rows or at >= len(rows) or at == _DELIMITER_ROW or any(len(each) != len(rows[0]) for each in rows):
        return None
    others = [each for index, each in enumerate(rows) if index != at]
    if len(others) >= _FEWEST_LINES - (at == 0) or _is_padded(lines[:at] + lines[at + 1 :]):
        if not _is_aligned(others):
            return None
    elif not _aligns_tables(document, table):
        return None
    return _written(lines, rows, _is_aligned(others))


def _written(lines: list[str], rows: list[list[str]], keep: bool) -> list[str]:
    """The rows with columns of one width each; with `keep`, not narrower than the delimiter row is."""
    texts = [[cell.strip() for cell in row] for row in rows]
    widths = [max(map(utf16_length, column)) for column in zip(*texts, strict=True)]
    if keep:
        existing = [utf16_length(cell) - 2 for cell in rows[_DELIMITER_ROW]]
        widths = [max(pair) for pair in zip(widths, existing, strict=True)]
    found = []
    for index, (line, row) in enumerate(zip(lines, texts, strict=True)):
        fill = _dashes if index == _DELIMITER_ROW else _spaces
        cells = (fill(text, width) for text, width in zip(row, widths, strict=True))
        found.append(f"{line[: line.index('|')]}| {' | '.join(cells)} |")
    return found


def _spaces(text: str, width: int) -> str:
    return text + " " * (width - utf16_length(text))


def _dashes(text: str, width: int) -> str:
    end = ":" if text.endswith(":") and len(text) > 1 else ""
    return text.removesuffix(end) + "-" * (width - len(text)) + end


def _aligns_tables(document: Document, table: Node) -> bool:
    """Whether most other tables of a page are aligned."""
    found = (node for node in document.tree.walk() if node.type == "table" and node is not table)
    others = [lines for _, node in zip(range(_MAX_TABLES), found, strict=False) if (lines := _lines(document, node))]
    aligned = [each for each in others if _is_padded(each) and _is_aligned([_cells(line) for line in each])]
    return 2 * len(aligned) > len(others)


def _lines(document: Document, table: Node) -> list[str]:
    """The lines of a table whose rows begin and end with a pipe; none for another one."""
    start, end = document.offsets(table.span)
    text = document.text
    begin = line_start(text, start)
    source = text[begin : line_end(text, begin + len(text[begin:end].rstrip()))]
    starts = line_starts(source)
    lines = [source[one:other].rstrip() for one, other in pairwise((*starts, len(source)))]
    piped = all(each.lstrip(" ").startswith("|") and each.endswith("|") for each in lines)
    return lines if len(lines) > 1 and piped else []


def _cells(line: str) -> list[str]:
    return _PIPE.split(line)[1:-1]


def _is_padded(lines: list[str]) -> bool:
    return any(_PADDED.search(each) for each in lines)


def _is_aligned(rows: list[list[str]]) -> bool:
    """Whether the columns of these rows have one width each, and their texts begin at the left."""
    widths = {tuple(map(utf16_length, row)) for row in rows}
    return len(widths) == 1 and all(_CELL.fullmatch(cell) for row in rows for cell in row)
