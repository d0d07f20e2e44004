"""Telling again what has been told already.

With a keystroke most problems of a page stay where they are, or what they are. To say where something stands, and to write it down,
takes longer than to find it, so what was told is kept with the place it was told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc import Document
from refrakt.rules.finding import Finding

from .diagnostics import Diagnostic, Teller

if TYPE_CHECKING:
    from refrakt.markdoc.reader import Block
    from refrakt.project.index.judging import Moved
    from refrakt.project.index.problem import PageProblem


class _Found(NamedTuple):
    finding: Finding
    line: int
    """On which its block began."""
    told: Diagnostic


class _Across(NamedTuple):
    moved: Moved
    block: Block
    position: tuple[int, int]
    told: Diagnostic


class Retelling:
    """What was told last of one open page."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._found: dict[int, _Found] = {}
        self._across: dict[int, _Across] = {}
        self._theirs: dict[int, _Across] = {}

    def findings(self, document: Document, findings: Iterable[Finding]) -> list[Diagnostic]:
        """What is wrong with the page by itself."""
        known, now = self._found, {}
        for each in findings:
            line = document.line_of(each.span.block)
            before = known.get(id(each))
            if before is None or before.finding is not each or before.line != line or not _is_in_block(each):
                before = _Found(each, line, self._teller.finding(document, each))
            now[id(each)] = before
        self._found = now
        return [each.told for each in now.values()]

    def across(self, document: Document, problems: Iterable[Moved], root: Path) -> list[Diagnostic]:
        """What is wrong between this page and others."""
        self._across = self._again(
            document, problems, self._across, lambda each: self._teller.across(document, each, root)
        )
        return [each.told for each in self._across.values()]

    def theirs(self, document: Document, problems: Iterable[Moved]) -> list[Diagnostic]:
        """What plugins have found."""
        self._theirs = self._again(document, problems, self._theirs, lambda each: self._teller.theirs(document, each))
        return [each.told for each in self._theirs.values()]

    def _again(
        self,
        document: Document,
        problems: Iterable[Moved],
        known: dict[int, _Across],
        tell: Callable[[PageProblem], Diagnostic],
    ) -> dict[int, _Across]:
        now: dict[int, _Across] = {}
        for each in problems:
            before = known.get(id(each.problem))
            # What is before an edit is the same object afterwards. What is behind it may be on another line, or is not.
            if before is None or before.moved is not each:
                block, position = document.blocks[document.block_at(each.start)], document.position(each.start)
                if (
                    before is None
                    or before.moved.problem is not each.problem
                    or before.block is not block
                    or before.position != position
                ):
                    told = tell(each.now())
                else:
                    told = before.told
                before = _Across(each, block, position, told)
            now[id(each.problem)] = before
        return now


def _is_in_block(finding: Finding) -> bool:
    """Whether its place is known from its block alone; a tag with all it holds ends in another."""
    block = finding.span.block
    return block is not None and finding.span.end <= len(block.text)
