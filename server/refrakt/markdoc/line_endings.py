"""Files with `\\r\\n` line ends.

Blocks are parsed with `\\n` line ends. For a block with `\\r\\n`, every position is then shifted by the removed `\\r`
characters, so no other module handles line ends.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from refrakt.markdoc.tree import MarkdocError, Span

if TYPE_CHECKING:
    from refrakt.markdoc.block_reader import Block

_PAIR = re.compile(r"\r\n")


def restore_line_ends(block: Block, original: str) -> Callable[[int], int]:
    """Map every position of a new block to the original text; returns the mapping."""
    removed = [match.start() - index for index, match in enumerate(_PAIR.finditer(original))]

    def at(offset: int) -> int:
        # A position right after a line break moves after both characters; one before it stays before them.
        return offset + bisect_right(removed, offset - 1)

    def relocate(problem: MarkdocError) -> MarkdocError:
        return replace(problem, span=Span(at(problem.span.start), at(problem.span.end), block.source))

    def errors(problems: Sequence[MarkdocError]) -> Sequence[MarkdocError]:
        return [relocate(problem) for problem in problems] if problems else problems

    visited: set[int] = set()
    for root in (*block.nodes, *block.slots.values(), *block.open_nodes[:1]):
        for node in (root, *root.walk()):
            if id(node) in visited:
                continue
            visited.add(id(node))
            node.start, node.end = at(node.start), at(node.end)
            node.errors = errors(node.errors)
    for tag in block.tags:
        tag.remap(at)
    block.problems = [relocate(problem) for problem in block.problems]
    if block.orphan_annotation is not None:
        block.orphan_annotation = relocate(block.orphan_annotation)
    if block.unclosed_tag is not None:
        block.unclosed_tag = Span(at(block.unclosed_tag.start), at(block.unclosed_tag.end), block.source)
    return at
