"""Problems as services report them: at lines and columns, with texts that are safe to show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.markdoc.tree import Span
from refrakt.rules.problem import Problem, Severity
from refrakt.services.json_payload import OMIT, JsonPayload
from refrakt.untrusted import message, suggestion


@dataclass(frozen=True, slots=True)
class ReportedEdit(JsonPayload):
    """Text to be put in the place of other text. Lines and columns count from 1, columns in characters."""

    line: int
    column: int
    end_line: int
    end_column: int
    new_text: str


@dataclass(frozen=True, slots=True)
class RelatedPlace(JsonPayload):
    """Another location that a problem refers to."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str


@dataclass(frozen=True, slots=True)
class ReportedProblem(JsonPayload):
    """Something wrong. Lines and columns count from 1, columns in characters; the end is where the next text begins."""

    path: str = field(default="", kw_only=True, metadata=OMIT)
    """The file, below the project's folder, if the answer is about several."""
    severity: Severity
    code: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    url: str | None = None
    """Where the page is served."""
    suggestion: str | None = None
    """A sentence on what to do."""
    fix: list[ReportedEdit] | None = None
    """Edits that do it, all at once."""
    needs_review: bool = field(default=False, kw_only=True, metadata=OMIT)
    """Whether a person or an agent must decide on the fix: no command applies it by itself."""
    related: list[RelatedPlace] | None = None
    habit: bool = field(default=False, kw_only=True, metadata=OMIT)
    """Whether many pages of the site repeat it: the site's schema is probably not what its authors mean."""


class ProblemReporter:
    """Converts problems of files whose texts `text_of` reads; each is read once."""

    def __init__(self, text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._lines = cache(self._line_starts)

    def report(self, problem: Problem, path: str = "", url: str | None = None) -> ReportedProblem:
        """A problem of a file. Its spans count from the start of the file."""
        fix = [ReportedEdit(*self._range(path, each.span), each.new) for each in sorted(problem.edits)]
        related = [
            RelatedPlace(each.path, *self._range(each.path, each.span), message(each.message))
            for each in problem.related
        ]
        return ReportedProblem(
            problem.severity,
            problem.code,
            *self._range(path, problem.span),
            message(problem.message),
            url,
            suggestion(problem.suggestion),
            fix or None,
            related or None,
            path=path,
            needs_review=problem.fix is not None and problem.fix.applicability != "safe",
            habit=problem.habit,
        )

    def _range(self, path: str, span: Span) -> tuple[int, int, int, int]:
        starts, size = self._lines(path)
        return *line_and_column(starts, min(span.start, size)), *line_and_column(starts, min(span.end, size))

    def _line_starts(self, path: str) -> tuple[list[int], int]:
        text = self._text_of(path)
        return line_starts(text), len(text)
