"""Tidying of a page without changing its tree.

All edits are applied and the result is parsed again. If the tree has changed, which is rare, the edits are applied block by block,
and those of a block that changes it are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from refrakt.markdoc.document import Document
from refrakt.markdoc.format.tidy_edits import tidy_edits
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree_equality import same_tree

MOST_TRIALS = 200
"""How many groups of edits of one page are tried one by one."""


def tidy_document(document: Document) -> str:
    """The page with all edits. It has an equal tree, and tidying it again changes nothing."""
    return _applied(document.text, tidy_page(document))


def tidy_page(document: Document, ranges: Sequence[tuple[int, int]] | None = None) -> list[TextEdit]:
    """The edits that tidy a page, or the blocks that any of the ranges intersects."""
    edits = tidy_edits(document)
    if ranges is not None:
        selected = list(_selected_blocks(document, ranges))
        edits = [
            each for each in edits if any(start <= each.span.start and each.span.end <= end for start, end in selected)
        ]
    if not edits or _is_preserved(document, edits):
        return edits
    groups = [list(group) for _, group in groupby(edits, lambda each: document.block_at(each.span.start))]
    return _accepted(document, groups) if len(groups) <= MOST_TRIALS else []


def _selected_blocks(document: Document, ranges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for index, block in enumerate(document.blocks):
        start = document.start_of(index)
        end = start + len(block.text)
        if any(start <= last and first < end for first, last in ranges):
            yield start, end


def _accepted(document: Document, groups: Sequence[list[TextEdit]]) -> list[TextEdit]:
    """The edits of all groups that preserve the tree."""
    accepted: list[TextEdit] = []
    for group in groups:
        if _is_preserved(document, [*accepted, *group]):
            accepted += group
    return accepted


def _is_preserved(document: Document, edits: Sequence[TextEdit]) -> bool:
    after = Document(_applied(document.text, edits), document.options)
    # Problems count, too: some text has an equal tree and is reported.
    return len(after.problems) <= len(document.problems) and same_tree(document.tree, after.tree)


def _applied(text: str, edits: Sequence[TextEdit]) -> str:
    parts: list[str] = []
    at = 0
    for span, new in edits:
        parts += [text[at : span.start], new]
        at = span.end
    return "".join([*parts, text[at:]])
