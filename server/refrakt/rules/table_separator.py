"""A table that Markdown does not read as one.

A table needs a separator row below its header, with one cell of dashes for each cell of the header. Otherwise its
rows are shown as text. Rows after a blank line are no part of the table above. The fix writes the separator row, or
removes the blank line.

**Example**

```markdoc {% process=false %}
| Wood | Price |
| Oak | 40 |
| Ash | 30 |
```

**Use instead**

```markdoc {% process=false %}
| Wood | Price |
| --- | --- |
| Oak | 40 |
| Ash | 30 |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.prose_text import ProseBlock, prose_blocks, prose_of, verbatim_blocks
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign
from refrakt.rules.table_text import (
    RuleStyle,
    cells,
    is_row,
    is_separator,
    is_separator_like,
    separator,
    style_of,
    with_missing_pipes,
)

_LIKE_PIPES = {each: sign(each) for each in "│｜¦┃∣"}
_MOST_ROWS = 100
_ROW_RULE = re.compile(r"^[ \t]{0,3}(--|—{1,2}|–{1,3}|={3,})[ \t]*$", re.MULTILINE)
_FRAME = re.compile(r"\+(?:[-=]{2,}\+)+")
_ROW_RULE_SIGN = sign(pattern=r"(?m:^[ \t]{0,3}(?:--|—{1,2}|–{1,3}|={3,})[ \t]*$)")
_FRAME_SIGN = sign("+--")
Line = tuple[int, str]
"""A line with its offset in the block."""


@rule("table-separator", "warning", "syntax", on="page", fixable=True, root_cause=True)
def table_separator(page: Page) -> Iterator[Problem]:
    document = page.document
    indexes = document.blocks_where(_ends_with_rows)
    hidden = verbatim_blocks(page) if indexes else ()
    for index in indexes:
        block = ProseBlock(index, document.blocks[index], prose_of(document.blocks[index]))
        if index in hidden or "|" not in block.text:
            continue
        lines = _lines(block.block)
        first = _first_row(lines)
        if first is None:
            continue
        if first == 0 and _has_header_before(page, block, lines):
            yield _header_apart(page, block, lines)
        elif first == 0 and _continues_table(page, block, lines):
            yield _row_apart(page, block, lines)
        elif len(lines) - first >= 2:
            yield from _table(page, block, lines[first:], alone=first == 0)
    yield from _other_pipes(page)
    yield from _framed(page)
    yield from _row_rules(page)


def _style(page: Page) -> RuleStyle | None:
    """How the first right table of a page is written."""
    for index in page.document.blocks_containing("|"):
        for node in page.document.blocks[index].nodes:
            if node.type == "table" and node.block is not None:
                rows = node.block.text[node.start : node.end].split("\n", 2)
                if len(rows) > 1:
                    return style_of(rows[0], rows[1])
    return None


def _wiki_header(page: Page, block: ProseBlock, lines: list[Line]) -> Iterator[Problem]:
    """A header with two pipes around its cells, as wikis write it."""
    start, header = lines[0]
    names = [each.strip() for each in header.strip().strip("|").split("||")]
    rows = [line for _, line in lines[1:] if not is_separator_like(line)]
    if not rows or not all(len(cells(line)) == len(names) for line in rows):
        return
    has_rule = is_separator_like(lines[1][1])
    new = f"| {' | '.join(names)} |"
    new += "" if has_rule else f"\n{separator(new, style=_style(page))}"
    span = Span(start, start + len(header), block.source)
    fix = Fix((TextEdit(span, new),))
    yield Problem(
        span, "the cells of a header are separated by one pipe, and a separator row is below it", f"Write {new}.", fix
    )


def _row_rules(page: Page) -> Iterator[Problem]:
    """Lines between the rows of a list table that are not three dashes."""
    for block in prose_blocks(page, _ROW_RULE_SIGN):
        for found in _ROW_RULE.finditer(block.text):
            if not _is_in_table(page, block.index):
                break
            span = Span(found.start(1), found.end(1), block.source)
            message = f"`{found[1]}` does not separate the rows of a table: three dashes, ---, do"
            yield Problem(span, message, "Write ---.", Fix((TextEdit(span, "---"),)))


def _is_in_table(page: Page, index: int) -> bool:
    """Whether the last tag of a table before a block opens it."""
    document = page.document
    for earlier in reversed(document.blocks_containing("table")):
        if earlier < index:
            for tag in sorted(document.blocks[earlier].tags, key=lambda each: each.start, reverse=True):
                if tag.name == "table":
                    return tag.kind == "open"
    return False


def _other_pipes(page: Page) -> Iterator[Problem]:
    """Rows with characters that look like pipes."""
    for char, own_sign in _LIKE_PIPES.items():
        for block in filter(_is_paragraph, prose_blocks(page, own_sign)):
            lines = _lines(block.block)
            rows = [(at, line) for at, line in lines if line.count(char) >= 2 and line.strip()[0] in (char, "|")]
            if len(rows) >= 2 and len(rows) == len(lines):
                edits = [
                    TextEdit(Span(at + index, at + index + 1, block.source), "|")
                    for at, line in rows
                    for index, each in enumerate(line)
                    if each == char
                ]
                start, line = rows[0]
                span = Span(start, start + len(line), block.source)
                message = f"`{char}` is not the character `|` that separates the cells of a table"
                yield Problem(span, message, "Write | in each row.", Fix(tuple(edits)))


def _framed(page: Page) -> Iterator[Problem]:
    """Tables with a frame of plus signs and dashes, as programs print them."""
    for block in filter(_is_paragraph, prose_blocks(page, _FRAME_SIGN)):
        lines = _lines(block.block)
        frames = [each for each in lines if _FRAME.fullmatch(each[1].strip())]
        rows = [each for each in lines if is_row(each[1])]
        rules = [each for each in rows if is_separator_like(each[1])]
        if len(frames) < 2 or len(rows) < 2 or len(frames) + len(rows) != len(lines) or lines[0] not in frames:
            continue
        head = next(each for each in rows if each not in rules)
        width = len(cells(head[1]))
        written = [line for _, line in rows if not is_separator_like(line)]
        if width < 2 or not all(map(any, map(cells, written))):
            continue  # a drawing of a box
        new = "\n".join([written[0], separator(written[0], style=_style(page)), *written[1:]])
        start, first = lines[0]
        whole = Span(start, lines[-1][0] + len(lines[-1][1]), block.source)
        message = "a table of Markdown has no frame: only a separator row below its header"
        fix = Fix((TextEdit(whole, new),), "safe" if all(len(cells(each)) == width for each in written) else "unsafe")
        yield Problem(Span(start, start + len(first), block.source), message, "Remove the frame.", fix)


def _is_paragraph(block: ProseBlock) -> bool:
    nodes = block.block.nodes
    return bool(nodes) and nodes[0].type == "paragraph" and nodes[0].block is block.source


def _ends_with_rows(block: Block) -> bool:
    """Whether a block is a paragraph whose last lines are rows."""
    if "|" not in block.text or not block.nodes:
        return False
    if block.nodes[0].type != "paragraph" or block.nodes[0].block is not block.source:
        return False
    lines = _lines(block)
    first = _first_row(lines)
    return first is not None and all(is_row(line) or is_separator_like(line) for _, line in lines[first:])


def _first_row(lines: list[Line]) -> int | None:
    return next((index for index, (_, line) in enumerate(lines) if is_row(line)), None)


def _lines(block: Block) -> list[Line]:
    node = block.nodes[0]
    found, at = [], node.start
    for line in block.text[node.start : node.end].split("\n"):
        found.append((at, line.rstrip("\r")))
        at += len(line) + 1
    return found


def _continues_table(page: Page, block: ProseBlock, lines: list[Line]) -> bool:
    """Whether these lines are rows of the table before, after a blank line."""
    if block.index == 0 or any(is_separator_like(line) for _, line in lines):
        return False
    before = page.document.blocks[block.index - 1]
    table = before.nodes[-1] if before.nodes else None
    if table is None or table.type != "table" or before.kind != "leaf":
        return False
    width = len(cells(before.text[table.start :].partition("\n")[0]))
    return all(len(cells(line)) == width for _, line in lines)


def _has_header_before(page: Page, block: ProseBlock, lines: list[Line]) -> bool:
    """Whether these lines begin with a separator row, and the header is before a blank line."""
    if block.index == 0 or not is_separator_like(lines[0][1]):
        return False
    before = page.document.blocks[block.index - 1]
    header = before.text.rstrip()
    if not _is_paragraph(ProseBlock(block.index - 1, before, header)) or "\n" in header or not is_row(header):
        return False
    return is_separator(lines[0][1], len(cells(header)))


def _header_apart(page: Page, block: ProseBlock, lines: list[Line]) -> Problem:
    before = page.document.blocks[block.index - 1]
    edit = TextEdit(Span(len(before.text.rstrip()), len(before.text), before.source), "\n")
    start, line = lines[0]
    message = "a blank line is between the header and the separator row of this table"
    edits = (edit, *_rows_below(page, block, len(cells(before.text.strip()))))
    return Problem(Span(start, start + len(line), block.source), message, "Remove the blank line.", Fix(edits))


def _rows_below(page: Page, block: ProseBlock, width: int) -> Iterator[TextEdit]:
    """Edits that remove the blank lines between more rows, each of which is a paragraph of its own."""
    blocks = page.document.blocks
    for index in range(block.index, min(block.index + _MOST_ROWS, len(blocks) - 1)):
        after = blocks[index + 1]
        row = after.text.strip()
        if (
            not after.nodes
            or after.nodes[0].type != "paragraph"
            or "\n" in row
            or not is_row(row)
            or len(cells(row)) != width
        ):
            return
        above = blocks[index]
        yield TextEdit(Span(len(above.text.rstrip()), len(above.text), above.source), "\n")


def _row_apart(page: Page, block: ProseBlock, lines: list[Line]) -> Problem:
    before = page.document.blocks[block.index - 1]
    end = len(before.text.rstrip())
    edit = TextEdit(Span(end, len(before.text), before.source), "\n")
    start, line = lines[0]
    span = Span(start, start + len(line), block.source)
    message = "this row is not part of the table: a blank line is before it"
    edits = (edit, *_unindented(block, lines), *_rows_below(page, block, len(cells(line))))
    return Problem(span, message, "Remove the blank line.", Fix(edits))


def _unindented(block: ProseBlock, lines: list[Line]) -> Iterator[TextEdit]:
    """Edits that remove the indentation of rows, which keeps them out of a table."""
    text = block.source.text
    for at, line in lines:
        start, end = text.rfind("\n", 0, at) + 1, at + len(line) - len(line.lstrip())
        if end > start:
            yield TextEdit(Span(start, end, block.source), "")


def _table(page: Page, block: ProseBlock, lines: list[Line], *, alone: bool) -> Iterator[Problem]:
    start, header = lines[0]
    if header.strip().startswith("||"):
        yield from _wiki_header(page, block, lines)
        return
    width = len(cells(header))
    if is_separator_like(header):
        yield from _without_header(block, lines)
        return
    at, second = lines[1]
    rows = [cells(line) for _, line in lines[2:]]
    if is_separator_like(second):
        if is_separator(second, width):
            return
        if is_separator(second, len(cells(second))) and rows and all(len(row) == len(cells(second)) for row in rows):
            yield _narrow_header(block, lines[0], width, len(cells(second)))
            return
        new = separator(header, second, _style(page))
        found = len(cells(second))
        exact = all(len(row) <= width for row in rows) and all(len(row) == width for row in rows[:1])
        message = f"the separator row has {found} cells, and the header has {width}"
        if found == width:
            message = "this separator row is not valid: its cells are dashes, with colons at their ends for alignment"
        span = Span(at, at + len(second), block.source)
        fix = Fix((TextEdit(span, new),), "safe" if exact else "unsafe")
        yield Problem(span, message, f"Write {new}.", fix)
        return
    rows = [cells(line) for _, line in lines[1:]]
    if width < 2 or any(is_separator_like(line) for _, line in lines[1:]):
        return
    exact = all(len(row) == width for row in rows)
    if not exact and len(rows) < 2:
        return
    new = separator(header, style=_style(page))
    fix = Fix(
        (TextEdit(Span(at, at, block.source), f"{new}\n"),),
        "safe" if exact and alone and _has_words(second) else "unsafe",
    )
    message = "this table has no separator row below its header: it is shown as text"
    yield Problem(Span(start, start + len(header), block.source), message, f"Add {new} below the header.", fix)


def _has_words(row: str) -> bool:
    """Whether a row is not a separator row of other characters."""
    return any(map(str.isalnum, row))


def _narrow_header(block: ProseBlock, header: Line, width: int, wanted: int) -> Problem:
    """The header has another number of cells than all other rows."""
    start, line = header
    span = Span(start, start + len(line), block.source)
    message = f"the header has {width} cell{'' if width == 1 else 's'}, and the other rows have {wanted}"
    whole = with_missing_pipes(line, wanted - width) if width < wanted else None
    if whole is None:
        return Problem(span, message, "Write as many cells in the header.")
    return Problem(span, message, f"Write {whole}.", Fix((TextEdit(span, whole),)))


def _without_header(block: ProseBlock, lines: list[Line]) -> Iterator[Problem]:
    start, line = lines[0]
    if is_separator_like(line) and len(cells(line)) >= 2 and len(lines) > 1 and not is_separator_like(lines[1][1]):
        if len(lines) > 2 and is_separator(line, len(cells(lines[1][1]))) and not is_separator_like(lines[2][1]):
            at, header = lines[1]
            edit = TextEdit(Span(start, at + len(header), block.source), f"{header}\n{line}")
            message = "the separator row is above the header row"
            fix = Fix((edit,), "unsafe")  # the header may be missing
            yield Problem(Span(start, start + len(line), block.source), message, "Write the header row first.", fix)
            return
        message = "this table has no header row above its separator row: it is shown as text"
        yield Problem(Span(start, start + len(line), block.source), message, "Add a header row above it.")
