"""Files whose lines end in `\\r\\n`.

Markdown is read from text whose lines end in `\\n`. In a block that had two characters there, every position is moved over
the ones that were left out; the rest of the engine never knows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .tree import Problem, Span

if TYPE_CHECKING:
    from .reader import Block

_PAIR = re.compile(r"\r\n")


def restore_line_ends(block: Block, original: str) -> Callable[[int], int]:
    """Put every position in a freshly built block where it belongs in the original text; returns how that is done."""
    removed = [match.start() - index for index, match in enumerate(_PAIR.finditer(original))]

    def at(offset: int) -> int:
        # A position right after a line break moves behind both characters; one before it stays before them.
        return offset + bisect_right(removed, offset - 1)

    def spot(problem: Problem) -> Problem:
        return replace(problem, span=Span(at(problem.span.start), at(problem.span.end), block.source))

    def errors(problems: Sequence[Problem]) -> Sequence[Problem]:
        return [spot(problem) for problem in problems] if problems else problems

    seen: set[int] = set()
    for root in (*block.nodes, *block.slots.values(), *block.chain[:1]):
        for node in (root, *root.walk()):
            if id(node) in seen:
                continue
            seen.add(id(node))
            node.start, node.end = at(node.start), at(node.end)
            node.errors = errors(node.errors)
    for tag in block.tags:
        tag.move(at)
    block.problems = [spot(problem) for problem in block.problems]
    if block.orphan is not None:
        block.orphan = spot(block.orphan)
    if block.culprit is not None:
        block.culprit = Span(at(block.culprit.start), at(block.culprit.end), block.source)
    return at
