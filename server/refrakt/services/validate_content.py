"""`validate_content`: is this written correctly?

The answer tells every problem's place, what is wrong, what to do, and, where a machine can do it, the edits that do it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from refrakt.errors import RefraktError
from refrakt.markdoc import Document, parse
from refrakt.markdoc.text import line_starts
from refrakt.project.site import SiteContext
from refrakt.rules.check import Memory, check
from refrakt.rules.finding import Edit, Finding, Severity
from refrakt.rules.mend import trusted
from refrakt.rules.page import Page
from refrakt.rules.settings import Strictness, applied, layers, settings_in, silenced_lines
from refrakt.runes.vocabulary import Vocabulary

from .context import Context
from .payload import SHAPE


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


def validate_content(context: Context, query: Snippet) -> Validation:
    """Check a page or a snippet against the runes of its site."""
    if query.markdown is None and query.path is None:
        raise RefraktError("INVALID_ARGS", "there is nothing to check", "Give `markdown`, or the `path` of a file.")
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    text = query.markdown if query.markdown is not None else context.read(query.path or "")
    document = parse(text, site.options)
    page = Page(document, site.surroundings, query.path, query.frontmatter)
    problems = _told(document, findings(page, site))
    return Validation(
        ok=all(each.severity != "error" for each in problems),
        errors=problems,
        runes_used=runes_used(document, site.vocabulary),
        source="disk" if query.markdown is None else "argument",
    )


def findings(page: Page, site: SiteContext, memory: Memory | None = None) -> list[Finding]:
    """What is wrong with a page, as strictly as the config, the page and single lines ask for, with fixes to rely on."""
    document = page.document
    frontmatter = document.frontmatter
    wishes = layers(
        site.rules, settings_in(page.frontmatter), settings_in(frontmatter.data) if frontmatter is not None else None
    )
    found = trusted(page, check(page, memory))
    return applied(found, Strictness(wishes, silenced_lines(document)), document)


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
        finding.message,
        finding.suggestion,
        fix or None,
    )


def _edit(document: Document, position: Position, edit: Edit) -> TextEdit:
    start, end = document.offsets(edit.span)
    return TextEdit(*position(start), *position(end), edit.new)
