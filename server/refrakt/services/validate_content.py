"""`validate_content`: the problems of a page or a text, with positions, suggestions and fixes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_starts
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.page_problems import problems_with_working_fixes, read_page
from refrakt.project.page_size import refuse_too_large
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, Severity
from refrakt.runes.vocabulary import Vocabulary
from refrakt.services.context import Context
from refrakt.services.json_payload import SHAPE
from refrakt.services.registry import service
from refrakt.untrusted import message, suggestion


@dataclass(frozen=True, slots=True)
class ContentInput:
    """A page, or a part of one."""

    markdown: str | None = option(None, shell=False)
    """the text; without it the file at `path` is checked"""
    frontmatter: dict[str, Any] | None = option(None, metavar="JSON")
    """frontmatter that the text does not contain"""
    layout: str | None = option(None, shell=False)
    """layout of the page; does not affect the result"""
    site: str | None = None
    """the site, if the project has several"""
    path: str | None = option(None, shell=False)
    """path of the page in the project; the file need not exist"""


@dataclass(frozen=True, slots=True)
class ReportedEdit:
    """A replacement of text. Lines and columns count from 1, columns in characters."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    line: int
    column: int
    end_line: int
    end_column: int
    new_text: str


@dataclass(frozen=True, slots=True)
class ContentProblem:
    """Something wrong. Lines and columns count from 1, columns in characters; the end is where the next text begins."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    severity: Severity
    code: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    suggestion: str | None = None
    """A sentence on what to do."""
    fix: list[ReportedEdit] | None = None
    """Edits that do it, all at once."""


@dataclass(frozen=True, slots=True)
class Validation:
    """`ok` means no errors; there may be warnings and hints."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    ok: bool
    errors: list[ContentProblem]
    runes_used: list[str]
    """The runes of the text, in order of appearance."""
    source: Literal["buffer", "disk", "argument"]
    """Source of the text."""
    version: int | None = None
    """Version of the open buffer."""


def _text_size(context: Context, arguments: Mapping[str, Any]) -> int:
    return context.text_size(arguments.get("markdown"), arguments.get("path"))


@service("refrakt.validate_content", needs="site", cli="validate-content", text_size=_text_size)
def validate_content(context: Context, query: ContentInput) -> Validation:
    """Check Markdoc against the site's runes: pass `markdown`, or the `path` of a page (read from its buffer if it is open).
    Problems in the content are the answer, not an error."""
    if query.markdown is None and query.path is None:
        raise RefraktError("INVALID_ARGS", "nothing to check", "Pass `markdown`, or the `path` of a file.")
    refuse_too_large(query.markdown or "", "`markdown`")
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    source = context.read(query.path) if query.markdown is None and query.path is not None else None
    buffer = source.buffer if source is not None else None
    text = source.text if source is not None else query.markdown or ""
    document = read_page(text, site, buffer.document if buffer is not None else None)
    page = Page(document, site.surroundings, query.path, query.frontmatter)
    remembered = buffer.remembered if buffer is not None and document is buffer.document else None
    problems = _content_problems(
        document, problems_with_working_fixes(page, site, context.snapshot.settings.rules, remembered)
    )
    return Validation(
        ok=all(each.severity != "error" for each in problems),
        errors=problems,
        runes_used=runes_used(document, site.vocabulary),
        source=source.origin if source is not None else "argument",
        version=buffer.version if buffer is not None else None,
    )


def runes_used(document: Document, vocabulary: Vocabulary) -> list[str]:
    """The runes of a page, by name, without Markdoc's own tags."""
    found: dict[str, None] = {}
    for tag in document.tags():
        rune = vocabulary.get(tag.name) if tag.kind in ("open", "void") else None
        if rune is not None and rune.category != "Markdoc":
            found[rune.name] = None
    return list(found)


def _content_problems(document: Document, found: list[Problem]) -> list[ContentProblem]:
    if not found:
        return []
    starts = line_starts(document.text)

    def position(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset) - 1
        return line + 1, offset - starts[line] + 1

    problems = [_problem(document, position, each) for each in found]
    return sorted(problems, key=lambda each: (each.line, each.column, each.end_line, each.end_column, each.code))


Position = Callable[[int], tuple[int, int]]


def _problem(document: Document, position: Position, problem: Problem) -> ContentProblem:
    start, end = document.offsets(problem.span)
    fix = sorted((_edit(document, position, each) for each in problem.edits), key=lambda each: (each.line, each.column))
    return ContentProblem(
        problem.severity,
        problem.code,
        *position(start),
        *position(end),
        message(problem.message),
        suggestion(problem.suggestion),
        fix or None,
    )


def _edit(document: Document, position: Position, edit: TextEdit) -> ReportedEdit:
    start, end = document.offsets(edit.span)
    return ReportedEdit(*position(start), *position(end), edit.new)
