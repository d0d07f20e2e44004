"""`validate_content`: is this written correctly?

The answer tells every problem's place, what is wrong, what to do, and, where a machine can do it, the edits that do it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from refrakt.errors import RefraktError
from refrakt.markdoc import Document
from refrakt.markdoc.text import line_starts
from refrakt.project.checking import problems_to_mend, read_page
from refrakt.project.sizes import refuse_too_large
from refrakt.rules.finding import Edit, Finding, Severity
from refrakt.rules.page import Page
from refrakt.runes.vocabulary import Vocabulary
from refrakt.untrusted import message, suggestion

from .context import Context
from .payload import SHAPE
from .registry import service


@dataclass(frozen=True, slots=True)
class Snippet:
    """A page, or a piece of one."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    markdown: str | None = None
    """The text. Without it the file at `path` is checked."""
    frontmatter: dict[str, Any] | None = None
    """Frontmatter that belongs to the text but does not stand in it."""
    layout: str | None = None
    """The layout it will be shown in, which changes nothing about whether it is correct."""
    site: str | None = None
    """The site it belongs to, where a project has several."""
    path: str | None = None
    """The file it is, or will be, below the project's folder."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Text to be put in the place of other text. Lines and columns count from 1, columns in characters."""

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
    fix: list[TextEdit] | None = None
    """Edits that do it, all at once."""


@dataclass(frozen=True, slots=True)
class Validation:
    """`ok` means that there is no error; there may still be warnings and hints."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    ok: bool
    errors: list[ContentProblem]
    runes_used: list[str]
    """The runes in the text, in the order in which they first appear."""
    source: Literal["buffer", "disk", "argument"]
    """Where the text came from."""
    version: int | None = None
    """The version of the open buffer that was checked."""


def _text_size(context: Context, arguments: Mapping[str, Any]) -> int:
    return context.text_size(arguments.get("markdown"), arguments.get("path"))


@service("refrakt.validate_content", needs="site", cli="validate-content", text_size=_text_size)
def validate_content(context: Context, query: Snippet) -> Validation:
    """Check Markdoc against the site's runes: give `markdown`, or the `path` of a page (an open, unsaved one is checked as it
    is in the editor). Mistakes in the content are the answer, not an error."""
    if query.markdown is None and query.path is None:
        raise RefraktError("INVALID_ARGS", "there is nothing to check", "Give `markdown`, or the `path` of a file.")
    refuse_too_large(query.markdown or "", "`markdown`")
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    source = context.read(query.path) if query.markdown is None and query.path is not None else None
    buffer = source.buffer if source is not None else None
    text = source.text if source is not None else query.markdown or ""
    document = read_page(text, site, buffer.document if buffer is not None else None)
    page = Page(document, site.surroundings, query.path, query.frontmatter)
    remembered = buffer.remembered if buffer is not None and document is buffer.document else None
    problems = _told(document, problems_to_mend(page, site, context.snapshot.settings.rules, remembered))
    return Validation(
        ok=all(each.severity != "error" for each in problems),
        errors=problems,
        runes_used=runes_used(document, site.vocabulary),
        source=source.origin if source is not None else "argument",
        version=buffer.version if buffer is not None else None,
    )


def runes_used(document: Document, vocabulary: Vocabulary) -> list[str]:
    """The runes a page uses, by their proper names. Markdoc's own tags are none."""
    found: dict[str, None] = {}
    for tag in document.tags():
        rune = vocabulary.get(tag.name) if tag.kind in ("open", "void") else None
        if rune is not None and rune.category != "Markdoc":
            found[rune.name] = None
    return list(found)


def _told(document: Document, found: list[Finding]) -> list[ContentProblem]:
    if not found:
        return []
    starts = line_starts(document.text)

    def position(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset) - 1
        return line + 1, offset - starts[line] + 1

    problems = [_problem(document, position, each) for each in found]
    return sorted(problems, key=lambda each: (each.line, each.column, each.end_line, each.end_column, each.code))


Position = Callable[[int], tuple[int, int]]


def _problem(document: Document, position: Position, finding: Finding) -> ContentProblem:
    start, end = document.offsets(finding.span)
    fix = sorted((_edit(document, position, each) for each in finding.fix), key=lambda each: (each.line, each.column))
    return ContentProblem(
        finding.severity,
        finding.code,
        *position(start),
        *position(end),
        message(finding.message),
        suggestion(finding.suggestion),
        fix or None,
    )


def _edit(document: Document, position: Position, edit: Edit) -> TextEdit:
    start, end = document.offsets(edit.span)
    return TextEdit(*position(start), *position(end), edit.new)
