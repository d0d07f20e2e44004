"""Encoded diagnostics of an open page, kept between keystrokes.

Most problems of a page stay the same, or stay in the same position, after a keystroke. Converting positions and encoding JSON cost
more than finding a problem, so diagnostics are reused while their positions hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from refrakt.hosts.lsp.diagnostic_encoder import Diagnostic, DiagnosticEncoder
from refrakt.hosts.lsp.providers.plugin_problem_store import PluginProblems
from refrakt.markdoc.document import Document
from refrakt.project.index.severity import ShiftedProblem
from refrakt.rules.problem import Problem

if TYPE_CHECKING:
    from refrakt.markdoc.block_reader import Block


class _CachedPageProblem(NamedTuple):
    problem: Problem
    line: int
    """The first line of its block."""
    diagnostic: Diagnostic


class _CachedMovedProblem(NamedTuple):
    moved: ShiftedProblem
    block: Block | None
    """None in an empty file."""
    position: tuple[int, int]
    diagnostic: Diagnostic


class DiagnosticCache:
    """The last diagnostics of one open page."""

    def __init__(self, encoder: DiagnosticEncoder) -> None:
        self._encoder = encoder
        self._page_problems: dict[int, _CachedPageProblem] = {}
        self._site_problems: dict[int, _CachedMovedProblem] = {}
        self._plugin_problems: dict[int, _CachedMovedProblem] = {}

    def page_problems(self, document: Document, problems: Iterable[Problem]) -> list[Diagnostic]:
        """Diagnostics of the page rules."""
        previous, now = self._page_problems, {}
        for each in problems:
            line = document.line_of(each.span.block)
            before = previous.get(id(each))
            if before is None or before.problem is not each or before.line != line or not _is_in_block(each):
                before = _CachedPageProblem(each, line, self._encoder.page_problem(document, each))
            now[id(each)] = before
        self._page_problems = now
        return [each.diagnostic for each in now.values()]

    def site_problems(self, document: Document, problems: Iterable[ShiftedProblem], root: Path) -> list[Diagnostic]:
        """Diagnostics of the site rules."""
        self._site_problems = self._update(
            document, problems, self._site_problems, lambda each: self._encoder.site_problem(document, each, root)
        )
        return [each.diagnostic for each in self._site_problems.values()]

    def plugin_problems(self, document: Document, plugins: PluginProblems) -> list[Diagnostic]:
        """Diagnostics of plugins."""
        self._plugin_problems = self._update(
            document,
            plugins.problems,
            self._plugin_problems,
            lambda each: self._encoder.plugin_problem(document, each, plugins.locations),
        )
        return [each.diagnostic for each in self._plugin_problems.values()]

    def _update(
        self,
        document: Document,
        problems: Iterable[ShiftedProblem],
        previous: dict[int, _CachedMovedProblem],
        encode: Callable[[Problem], Diagnostic],
    ) -> dict[int, _CachedMovedProblem]:
        now: dict[int, _CachedMovedProblem] = {}
        for each in problems:
            before = previous.get(id(each.problem))
            # Problems before an edit are the same objects as before. Those after it may be on another line.
            if before is None or before.moved is not each:
                block = document.blocks[document.block_at(each.start)] if document.blocks else None
                position = document.position(each.start)
                if (
                    before is None
                    or before.moved.problem is not each.problem
                    or before.block is not block
                    or before.position != position
                ):
                    diagnostic = encode(each.now())
                else:
                    diagnostic = before.diagnostic
                before = _CachedMovedProblem(each, block, position, diagnostic)
            now[id(each.problem)] = before
        return now


def _is_in_block(problem: Problem) -> bool:
    """Whether the problem ends in its own block; the span of a tag with its content may end in a later one."""
    block = problem.span.block
    return block is not None and problem.span.end <= len(block.text)
