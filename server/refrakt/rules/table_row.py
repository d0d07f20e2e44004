"""A row of a table with too few or too many cells.

Cells beyond the header are not rendered; missing ones are empty. Often a pipe in code has no backslash before it, a
row is split over two lines, or the blank line after the table is missing.

**Example**

```markdoc {% process=false %}
| Option | Values |
| --- | --- |
| `size` | `small|large` |
```

**Use instead**

```markdoc {% process=false %}
| Option | Values |
| --- | --- |
| `size` | `small\\|large` |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.table_text import cells, with_escaped_code, with_missing_pipes

_RULE = re.compile(r"\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+(?:[ \t]*:?-{3,}:?[ \t]*)?")
_LIKE_PIPES = re.compile("[│｜¦┃∣]")
_DOUBLE_PIPE = re.compile(r"(?<=[^\s|\\]) ?\|\| ?(?=[^\s|])")
_GROUP = re.compile(r"\|[ \t]*(\*{1,3}|_{1,3})[^|]*\1[ \t]*\|?")


@rule("table-row", "warning", "syntax", on="node:table", fixable=True, root_cause=True, habitual=True)
def table_row(context: RuleContext) -> Iterator[Problem]:
    node, block = context.node, context.node.block
    if block is None or context.is_verbatim or any(each.tag == "table" for each in context.parents):
        return
    if any(each.type == "blockquote" for each in context.parents):
        return
    text, at = block.text[node.start : node.end], node.start
    lines: list[tuple[int, str]] = []
    for line in text.split("\n"):
        lines.append((at, line.rstrip()))
        at += len(line) + 1
    if len(lines) < 3 or "|" not in lines[0][1] or "-" not in lines[1][1]:
        return
    width = len(cells(lines[0][1]))
    pipes = lines[0][1].count("|") if _is_plain(lines[0][1]) else -1
    skipped = -1
    for index in range(2, len(lines)):
        start, line = lines[index]
        if "---" in line and _RULE.fullmatch(line.strip()) is not None:
            span = Span(lines[index - 1][0] + len(lines[index - 1][1]), start + len(line), block)
            message = "the separator row is written twice: a table has one, below its header"
            yield Problem(Span(start, start + len(line), block), message, "Remove it.", safe_fix([TextEdit(span, "")]))
            continue
        if line.count("|") == pipes and _is_plain(line):
            continue
        count = len(cells(line))
        after = lines[index + 1][1] if index + 1 < len(lines) else ""
        if "%}" in line or "<!--" in line or line.lstrip().startswith("{"):
            continue  # a tag, a comment or attributes of another dialect
        if count == 1 and _GROUP.fullmatch(line.strip()) is not None:
            continue  # it names a group of rows
        if index == skipped or not line.strip("| \t") or (count == width and not _is_split(line, after, width)):
            continue
        span = Span(start + len(line) - len(line.lstrip()), start + len(line), block)
        if _is_split(line, after, width):
            skipped = index + 1
            end = start + len(line)
            edit = TextEdit(Span(end, lines[index + 1][0], block), " ")
            yield Problem(span, "this row is split over two lines", "Write the row in one line.", safe_fix([edit]))
        elif (
            width > 2
            and (context.vocabulary.refrakt or not (_is_whole(line) and _is_whole(after)))
            and (joined := _joined(line, after, width)) is not None
        ):
            skipped = index + 1
            edit = TextEdit(Span(start, lines[index + 1][0] + len(after), block), joined)
            yield Problem(span, "this row is split over two lines", f"Write {joined}.", safe_fix([edit]))
        elif "|" not in line and width > 1 and len(cells(_LIKE_PIPES.sub("|", line))) != width:
            if index + 1 < len(lines) and "|" in after:
                yield Problem(span, "this line is not a row: a row has pipes", "Write it as a row, or after the table.")
            else:
                edit = TextEdit(Span(start, start, block), "\n")
                message = "this line is read as a row of the table: a blank line is missing before it"
                yield Problem(span, message, "Add a blank line before it.", safe_fix([edit]))
            return
        else:
            short = count < width and any(len(cells(each)) < width for at, each in lines[2:] if at != start)
            found = _miscounted(span, line, count, width, short, context.vocabulary.refrakt)
            if found is not None:
                yield found


def _is_plain(line: str) -> bool:
    """Whether each pipe of a row separates cells: nearly all rows are so."""
    return line.startswith("|") and line.endswith("|") and "\\" not in line


def _is_split(line: str, after: str, width: int) -> bool:
    """Whether a row continues in the next line: it has no pipe at its end, nor the next line at its start."""
    if not line.lstrip().startswith("|") or line.endswith("|") or after.lstrip().startswith("|") or "|" not in after:
        return False
    return len(cells(f"{line} {after}")) == width


def _is_whole(line: str) -> bool:
    """Whether a line begins and ends with a pipe: on many sites rows leave out their last cells."""
    return line.lstrip().startswith("|") and line.endswith("|")


def _joined(line: str, after: str, width: int) -> str | None:
    """Two lines that are one row, divided at a pipe; None if they are two rows."""
    if not line.lstrip().startswith("|") or "|" not in after or min(len(cells(line)), len(cells(after))) == width:
        return None
    pipe = "" if line.endswith("|") or after.lstrip().startswith("|") else "| "
    left = line.removesuffix("|").rstrip() if after.lstrip().startswith("|") else line
    joined = f"{left} {pipe}{after.strip()}"
    return joined if len(cells(joined)) == width and joined.endswith("|") else None


def _miscounted(span: Span, line: str, count: int, width: int, short: bool, refrakt: bool) -> Problem | None:
    """The problem of a row with too few or too many cells; `short` if other rows have too few, too."""
    message = f"this row has {count} cell{'' if count == 1 else 's'}, and the header has {width}"
    if count == 1 and line.count("\\|") == width + 1:
        new = line.lstrip().replace("\\|", "|")
        return Problem(span, f"{message}: its pipes are escaped", f"Write {new}.", Fix((TextEdit(span, new),)))
    right = _LIKE_PIPES.sub("|", line)
    if right != line and len(cells(right)) == width:
        char = _LIKE_PIPES.findall(line)[0]
        fix = Fix((TextEdit(span, right.lstrip()),))
        return Problem(span, f"{message}: `{char}` is not the character `|`", f"Write {right.strip()}.", fix)
    if count < width:
        whole = with_missing_pipes(line, width - count) if not short else None
        if whole is not None:
            return Problem(span, message, f"Write {whole.strip()}.", Fix((TextEdit(span, whole.lstrip()),)))
        if not refrakt:
            return None  # other sites leave out empty cells at the end, which are rendered
        return Problem(span, message, "Add the missing cell.", severity="info")
    row = cells(line)
    if count == 2 * width + 1 and not row[width] and all(row[:width]) and all(row[width + 1 :]):
        new = "\n".join(f"| {' | '.join(part)} |" for part in (row[:width], row[width + 1 :]))
        return Problem(
            span, f"{message}: two rows are on one line", "Write each row on its line.", Fix((TextEdit(span, new),))
        )
    escaped = with_escaped_code(line)
    if len(cells(escaped)) == width:
        edit = TextEdit(span, escaped.lstrip())
        return Problem(span, f"{message}: a pipe in code needs a backslash", "Write \\| in code.", Fix((edit,)))
    single = _DOUBLE_PIPE.sub(" | ", line)
    if single != line and len(cells(single)) == width and refrakt:
        fix = Fix((TextEdit(span, single.lstrip()),))
        return Problem(span, f"{message}: two pipes are between cells", f"Write {single.strip()}.", fix)
    if not any(row[width:]) and not refrakt:
        return None  # nothing is lost
    if not any(row[width:]):
        kept = " | ".join(row[:width])
        return Problem(span, message, "Remove the empty cells at the end.", Fix((TextEdit(span, f"| {kept} |"),)))
    return Problem(span, f"{message}: the rest is not rendered", "Add a column, or remove the cells that are too many.")
