"""`validate_content`: the problems of a page or a text, with positions, suggestions and fixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document
from refrakt.project.page_problems import as_hint, habit_key, problems_with_working_fixes, read_page
from refrakt.project.page_size import refuse_too_large
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem
from refrakt.rules.registry import page_rules
from refrakt.runes.vocabulary import Vocabulary
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service
from refrakt.services.reported_problem import ProblemReporter, ReportedProblem


@dataclass(frozen=True, slots=True)
class ContentInput:
    """A page, or a part of one."""

    markdown: str | None = option(None, shell=False)
    """the text; without it the file at `path` is checked"""
    frontmatter: dict[str, Any] | None = option(None, metavar="JSON")
    """frontmatter that the text does not contain"""
    layout: str | None = option(None, shell=False)
    """does not affect the result"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    path: str | None = option(None, shell=False)
    """path of the page; the file need not exist"""


@dataclass(frozen=True, slots=True)
class Validation(JsonPayload):
    """`ok` means no errors; there may be warnings and hints."""

    ok: bool
    errors: list[ReportedProblem]
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
    """Check Markdoc against the site's runes: pass `markdown`, or the `path` of a page."""
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
    problem_cache = buffer.problem_cache if buffer is not None and document is buffer.document else None
    found = problems_with_working_fixes(page, site, context.snapshot.settings.rules, problem_cache)
    found = _with_habits(context, query.path, found)
    reporter = ProblemReporter(lambda _: document.text)
    in_order = sorted((each.in_file(document) for each in found), key=lambda each: (*each.span.bounds, each.code))
    problems = [reporter.report(each) for each in in_order]
    return Validation(
        ok=all(each.severity != "error" for each in problems),
        errors=problems,
        runes_used=runes_used(document, site.vocabulary),
        source=source.origin if source is not None else "argument",
        version=buffer.version if buffer is not None else None,
    )


def _with_habits(context: Context, path: str | None, found: list[Problem]) -> list[Problem]:
    """The problems, those that many pages of the site repeat as hints. Pages are not read for this alone in a shell."""
    rules = page_rules()
    if path is None or context.patience is None or not context.project.plain:
        return found
    if not any((rule := rules.get(each.code)) is not None and rule.habitual for each in found):
        return found
    index = context.index()
    if index is None:
        return found
    index.check_pages()
    index.settle(context.patience)
    habits = index.habits(path)
    return [as_hint(each) if habit_key(each) in habits else each for each in found]


def runes_used(document: Document, vocabulary: Vocabulary) -> list[str]:
    """The runes of a page, by name, without Markdoc's own tags."""
    found: dict[str, None] = {}
    for tag in document.tags():
        rune = vocabulary.get(tag.name) if tag.kind in ("open", "void") else None
        if rune is not None and rune.category != "Markdoc":
            found[rune.name] = None
    return list(found)
