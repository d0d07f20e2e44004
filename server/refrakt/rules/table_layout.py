"""A table whose lines are not where a table has them.

Rows that are indented like code, rows with a backslash before each pipe, several rows on one line, and a separator row
that is not below the header are shown as text, or make a table without its header. The fix puts each row on its line.

**Example**

```markdoc {% process=false %}
| Wood | Price | |---|---| | Oak | 40 |
```

**Use instead**

```markdoc {% process=false %}
| Wood | Price |
|---|---|
| Oak | 40 |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.rules.prose_text import verbatim_blocks
from refrakt.rules.registry import rule
from refrakt.rules.signs import blocks_by_sign, sign
from refrakt.rules.table_text import cells, is_row, is_separator, separator

_RULE_SIGN = sign(pattern=r"\|[ \t]*:?-{2,}:?[ \t]*\\?\|")
_RULE_CELLS = re.compile(r"(?:\||(?<![ \t:|-]))(?:[ \t]*:?-{2,}:?[ \t]*\|)+")
_MARKED_ROW = re.compile(r"((?:[-*+>]|\d{1,3}[.)])[ \t]+)(\|[^\n]*\|)[ \t]*(?:\n|\Z)")
_DASHES_SIGN = sign(pattern=r"\A-{3,}[ \t]*\n\z")
_CODE_INDENT = 4
Line = tuple[int, str]


@rule("table-layout", "warning", "syntax", on="page", fixable=True, root_cause=True, replaces="table-separator")
def table_layout(page: Page) -> Iterator[Problem]:
    document = page.document
    indexes = [each for each in blocks_by_sign(document).get(_RULE_SIGN, ()) if _has_rule(document.blocks[each])]
    hidden = verbatim_blocks(page) if indexes else ()
    for index in indexes:
        block = document.blocks[index]
        if index in hidden:
            continue
        lines = _lines(block)
        if block.nodes[0].type == "table":
            yield from _late_separator(page, index, lines)
            yield from _marked_row(page, index, lines)
        elif all(line.lstrip().startswith("\\|") for _, line in lines):
            yield _escaped(block, lines)
        elif len(lines) > 2 and is_row(lines[0][1]) and is_separator(lines[1][1], len(cells(lines[0][1]))):
            yield from _indented(block, lines)
        else:
            yield from _in_one_line(block, lines)
    for index in blocks_by_sign(document).get(_DASHES_SIGN, ()):
        yield from _plain_separator(page, index)


def _has_rule(block: Block) -> bool:
    """Whether a block with a separator row is a table, or a paragraph, which is no right text."""
    if not block.nodes or block.nodes[0].block is not block.source:
        return False
    return block.nodes[0].type in ("paragraph", "table")


@document_cache(2048)
def _lines(block: Block) -> list[Line]:
    node = block.nodes[0]
    found, at = [], node.start
    for line in block.text[node.start : node.end].rstrip("\n").split("\n"):
        found.append((at, line.rstrip("\r")))
        at += len(line) + 1
    return found


def _first(block: Block, line: Line) -> Span:
    return Span(line[0], line[0] + len(line[1]), block.source)


def _escaped(block: Block, lines: list[Line]) -> Problem:
    edits = [
        TextEdit(Span(at + found.start(), at + found.start() + 1, block.source), "")
        for at, line in lines
        for found in re.finditer(r"\\(?=\|)", line)
    ]
    message = "the pipes of this table have a backslash before them: it is shown as text"
    return Problem(_first(block, lines[0]), message, "Write | without a backslash.", Fix(tuple(edits)))


def _indented(block: Block, lines: list[Line]) -> Iterator[Problem]:
    starts = [block.text.rfind("\n", 0, at) + 1 for at, _ in lines]
    indents = [at + len(line) - len(line.lstrip()) - start for start, (at, line) in zip(starts, lines, strict=True)]
    if min(indents) < _CODE_INDENT:
        return
    edits = [
        TextEdit(Span(start, start + indent, block.source), "") for start, indent in zip(starts, indents, strict=True)
    ]
    message = "the rows of this table are indented by four spaces or more: it is shown as text"
    yield Problem(_first(block, lines[0]), message, "Remove the indentation.", Fix(tuple(edits)))


def _in_one_line(block: Block, lines: list[Line]) -> Iterator[Problem]:
    """Several rows on one line, of which one is the separator row."""
    for at, line in lines:
        found = _RULE_CELLS.search(line)
        if found is None or not is_row(line) or not line[: found.start()].strip(" |\t:-"):
            continue
        width = len(cells(found.group()))
        rows = [*_rows(line[: found.start()], width), found.group().strip(), *_rows(line[found.end() :], width)]
        if len(rows) < 2 or "" in rows:
            return
        rows = [each if each.startswith("|") else f"|{each}" for each in rows]
        message = "several rows of this table are on one line: it is shown as text"
        span = Span(at, at + len(line), block.source)
        yield Problem(span, message, "Write each row on its line.", Fix((TextEdit(span, "\n".join(rows)),)))
        return


def _rows(text: str, width: int) -> list[str]:
    """The rows of a text without line ends; an empty one if they cannot be told apart."""
    text = text.strip()
    if not text.strip("| \t"):
        return []
    text = f"{'' if text.startswith('|') else '| '}{text}{'' if text.endswith('|') else ' |'}"
    found = text[1:-1].split("|")
    rows: list[str] = []
    while found:
        row, found = found[:width], found[width:]
        if len(row) < width:
            return [""]
        rows.append(f"|{'|'.join(row)}|")
        if found and found[0].strip():
            continue  # one pipe is between two rows
        found = found[1:]
    return rows


def _late_separator(page: Page, index: int, lines: list[Line]) -> Iterator[Problem]:
    """A header above the first row of a table, so that the separator row is one line late."""
    before = page.document.blocks[index - 1] if index else None
    if before is None or not before.nodes or before.nodes[0].type != "paragraph" or before.text.endswith("\n\n"):
        return
    above = before.text.strip()
    width = len(cells(lines[0][1]))
    if "\n" in above or not is_row(above) or len(cells(above)) != width or len(lines) < 2:
        return
    block = page.document.blocks[index]
    (first, row), (second, rule_row) = lines[0], lines[1]
    if is_separator(above, width):
        edit = TextEdit(Span(0, len(before.text), before.source), "")
        message = "the separator row is written twice: a table has one, below its header"
        yield Problem(Span(0, len(above), before.source), message, "Remove it.", Fix((edit,)))
        return
    if cells(row) == cells(above):
        edit = TextEdit(Span(first, second, block.source), "")
        yield Problem(_first(block, lines[0]), "the header is written twice", "Remove it.", Fix((edit,)))
        return
    edit = TextEdit(Span(first, second + len(rule_row), block.source), f"{rule_row}\n{row}")
    message = "the separator row is not below the header, but below the first row"
    exact: Applicability = "safe" if len(lines) > 2 else "unsafe"
    yield Problem(_first(block, lines[1]), message, "Move it one line up.", Fix((edit,), exact))


def _marked_row(page: Page, index: int, lines: list[Line]) -> Iterator[Problem]:
    """A row after a mark of a list or of a quotation, which ends the table."""
    block, blocks = page.document.blocks[index], page.document.blocks
    after = blocks[index + 1] if index + 1 < len(blocks) and not block.text.endswith("\n\n") else None
    found = _MARKED_ROW.match(after.text) if after is not None else None
    if after is None or found is None or len(cells(found[2])) != len(cells(lines[0][1])):
        return
    edit = TextEdit(Span(*found.span(1), after.source), "")
    message = f"`{found[1].strip()}` before a row ends its table"
    yield Problem(Span(*found.span(1), after.source), message, f"Write {found[2].strip()}.", Fix((edit,)))


def _plain_separator(page: Page, index: int) -> Iterator[Problem]:
    """A line of dashes between a header and its rows."""
    blocks = page.document.blocks
    if not 0 < index < len(blocks) - 1:
        return
    above, below = blocks[index - 1], blocks[index + 1]
    header, rows = above.text.strip(), below.text.strip().split("\n")
    if "|" not in header or above.text.endswith("\n\n") or not is_row(header) or "\n" in header:
        return
    if not all(is_row(each) and len(cells(each)) == len(cells(header)) for each in rows):
        return
    block = blocks[index]
    span = Span(0, len(block.text.rstrip()), block.source)
    new = separator(header)
    message = "the separator row of a table has pipes between its dashes"
    yield Problem(span, message, f"Write {new}.", Fix((TextEdit(span, new),)))
