"""A request for code actions: a page, the selection, and the problems of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from refrakt.features.actions.content_equality import same_content
from refrakt.features.page_context import PageContext
from refrakt.features.preview_edit import preview_edits
from refrakt.features.results import CodeAction
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.hypothetical import hypothetical_problems
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.rules.apply_fixes import line_end_of, with_line_ends
from refrakt.rules.page_checker import CheckCache
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import Settings

_MOST_PROBLEMS = 30
"""A menu with the fixes of more problems is of no use."""


class RequestedDiagnostic(NamedTuple):
    """A diagnostic as the editor sent it. The page may have changed since."""

    code: str
    span: Span


@dataclass(frozen=True, slots=True)
class QuickFix(CodeAction):
    """A fix or suppression of one problem."""

    problem_span: Span = field(default_factory=lambda: Span(0, 0))
    """The span of that problem."""


@dataclass(frozen=True)
class ActionRequest:
    """A request, and what its actions need."""

    page: PageContext
    selection: Span
    """Empty where only the cursor is placed."""
    page_problems: Sequence[Problem] = ()
    """All problems of the page as it is."""
    diagnostics: tuple[RequestedDiagnostic, ...] = ()
    """The diagnostics in the request's context."""
    version: int | None = None
    """The version of the buffer."""
    severities: Settings = field(default_factory=dict)
    """The severities set in the editor."""
    check_cache: CheckCache = field(default_factory=CheckCache)
    """Results by node, so that a slightly changed text is checked quickly."""
    exclusively: Callable[[Callable[[], list[Problem]]], list[Problem]] = lambda work: work()
    """Runs a function with exclusive access to `check_cache`."""
    can_create_files: bool = True
    """Whether the client can create files."""

    @property
    def document(self) -> Document:
        return self.page.document

    @property
    def path(self) -> str:
        """The path of the file; empty where it was never saved."""
        return self.page.path or ""

    @cached_property
    def text(self) -> str:
        return self.page.document.text

    @cached_property
    def selected_problems(self) -> tuple[Problem, ...]:
        """The problems at the selection and those in the request; limited in number."""
        start, end = self.selection.bounds
        found = (
            each
            for each in self.page_problems
            if (each.span.start <= end and start <= each.span.end)
            or any(diagnostic.code == each.code and _overlap(diagnostic.span, each) for diagnostic in self.diagnostics)
        )
        return tuple(islice(found, _MOST_PROBLEMS))

    # Edits ------------------------------------------------------------------------------------------------------------

    def edit(self, edits: Iterable[TextEdit], created: tuple[tuple[str, str], ...] = ()) -> WorkspaceEdit:
        """An edit of the page. New text gets the page's line endings."""
        line_end = line_end_of(self.text)
        ordered_edits = tuple(TextEdit(span, with_line_ends(new, line_end)) for span, new in sorted(edits))
        files = (FileEdit(self.path, self.text, ordered_edits, self.version),) if ordered_edits else ()
        return WorkspaceEdit(files, tuple((path, with_line_ends(text, line_end)) for path, text in created))

    def checked_edit(
        self,
        edits: Iterable[TextEdit],
        created: tuple[tuple[str, str], ...] = (),
        expected: frozenset[str] = frozenset(),
        changed: Span | None = None,
    ) -> WorkspaceEdit | None:
        """The edit of a refactoring; None if the page would get new problems, or if anything but its tags would change.

        `expected` are codes of problems that the created files solve; `changed` is a span whose content may change.
        """
        changes = self.edit(edits, created)
        after = preview_edits(self.document, (each for edit in changes.edits for each in edit.edits))
        if not same_content(self.document, after, changed):
            return None
        more = self._counted(after) - self._counted(self.document)
        return None if {*more} - expected else changes

    def _counted(self, document: Document) -> Counter[str]:
        page = self.page

        def work() -> list[Problem]:
            return hypothetical_problems(document, page.site, page.path, self.severities, None, self.check_cache)

        return Counter(each.code for each in self.exclusively(work))


def _overlap(span: Span, problem: Problem) -> bool:
    return problem.span.start <= span.end and span.start <= problem.span.end
