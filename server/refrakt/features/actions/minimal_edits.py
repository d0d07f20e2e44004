"""Minimal edits: the difference between two texts, line prefixes and blank lines around blocks."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from refrakt.features.actions.selection import SelectedBlocks
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.problem_spans import line_end, line_start


def line_edits(old: str, new: str) -> Iterator[TextEdit]:
    """The edits that turn one text into another, line by line."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first = _common_lines(before, after)
    last = _common_lines(before[first:][::-1], after[first:][::-1])
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    middle = before[first : len(before) - last], after[first : len(after) - last]
    for kind, a, b, c, d in SequenceMatcher(None, *middle).get_opcodes():
        if kind != "equal":
            span = Span(starts[first + a], starts[first + b])
            yield _narrowed(old, span, "".join(middle[1][c:d]))


def _common_lines(one: list[str], other: list[str]) -> int:
    """The number of equal lines at the start."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _narrowed(text: str, span: Span, new: str) -> TextEdit:
    """An edit without its unchanged ends, so that a cursor in the line keeps its position."""
    old = text[span.start : span.end]
    most = min(len(old), len(new))
    head = next((n for n in range(most) if old[n] != new[n]), most)
    most -= head
    tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    return TextEdit(Span(span.start + head, span.end - tail), new[head : len(new) - tail])


def line_prefix_at(document: Document, offset: int) -> str:
    """The prefix that continues the block at an offset on a new line: white space in lists, markers in quotes."""
    text = document.text
    prefix = text[line_start(text, offset) : offset]
    return "".join(char if char in " \t>" else " " for char in prefix)


def wrapping_edits(blocks: SelectedBlocks, head: str, tail: str) -> list[TextEdit]:
    """The edits that put a line before and a line after blocks, with the prefix of the blocks and blank lines where needed."""
    document, span = blocks.document, blocks.span
    prefix = line_prefix_at(document, span.start)
    begin = line_start(document.text, span.start)
    is_first_on_line = not document.text[begin : span.start].strip(" \t>")
    # Tags need no blank lines; those are for readability, and in a list they would change its meaning.
    in_item = bool(blocks.parents) and blocks.parents[-1].type == "item"
    above, below = (False, False) if in_item else missing_blank_lines(blocks)
    gap = f"{prefix.rstrip()}\n" if above else ""
    first = f"{gap}{prefix}{head}\n" if is_first_on_line else f"{head}\n{prefix}"
    last = f"\n{prefix}{tail}" + (f"\n{prefix.rstrip()}" if below else "")
    return [
        TextEdit(Span(begin, begin) if is_first_on_line else Span(span.start, span.start), first),
        TextEdit(Span(span.end, span.end), last),
    ]


def missing_blank_lines(blocks: SelectedBlocks) -> tuple[bool, bool]:
    """Whether a blank line is missing above and below the blocks."""
    text, (start, end) = blocks.document.text, blocks.span.bounds
    before, behind = blocks.siblings
    above = bool(before) and not _is_separated_above(text, line_start(text, start))
    return above, bool(behind) and not _is_separated_below(text, end)


def _is_separated_above(text: str, begin: int) -> bool:
    """Whether the previous line is blank or a tag."""
    end = begin - (2 if text.startswith("\r\n", begin - 2) else 1)
    line = text[line_start(text, end) : end].strip(" \t>")
    return not line or line.endswith("%}")


def _is_separated_below(text: str, at: int) -> bool:
    """Whether the next line is blank or a tag."""
    end = line_end(text, at)
    begin = end + (2 if text.startswith("\r\n", end) else 1)
    line = text[begin : line_end(text, begin)].strip(" \t>") if begin < len(text) else ""
    return not line or line.startswith("{%")
