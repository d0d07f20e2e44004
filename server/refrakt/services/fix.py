"""`fix`: the safe fixes of a page, or of a text, as a diff.

Nothing is written; `refrakt check --fix` is the command that writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.markdoc.document import parse
from refrakt.project.index.hypothetical import hypothetical_problems
from refrakt.project.index.site_view import SiteView, site_view
from refrakt.project.page_problems import name_in
from refrakt.project.page_size import refuse_too_large
from refrakt.project.site import SiteContext
from refrakt.project.snapshot import SourceText
from refrakt.rules.apply_fixes import FixedText, fix_repeatedly, is_safe, is_safe_or_unsafe, problem_count
from refrakt.rules.problem import SEVERITIES, Problem
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.plugin_problems import file_providers
from refrakt.services.problem_codes import refuse_unknown_codes
from refrakt.services.registry import service
from refrakt.services.unified_diff import byte_order_mark, diff_of
from refrakt.untrusted import message


@dataclass(frozen=True, slots=True)
class FixInput:
    """The page or text to fix."""

    path: str | None = option(None, shell=False)
    """path of the page in the project"""
    content: str | None = None
    """text to fix instead of the file's, as if it were at `path`"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    codes: list[str] = field(default_factory=list)
    """fix only these, hints included"""
    unsafe_fixes: bool = option(False, name="unsafe")
    """also apply fixes that may not be what was meant"""


@dataclass(frozen=True, slots=True)
class FixedProblem(JsonPayload):
    """A fixed problem."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Fixed(JsonPayload):
    """The result of all safe fixes; nothing is written."""

    diff: str
    """Unified diff from the current text to the fixed one; empty without fixes."""
    fixed: list[FixedProblem]
    remaining: dict[str, int]
    """Number of remaining problems by severity."""
    source: Literal["buffer", "disk", "argument"]
    """Source of the text."""
    version: int | None = None
    """Version of the open buffer."""
    indexing: str | None = None
    """Share of pages read so far, while indexing: links to the rest are not checked."""


def summary_text(answer: Fixed) -> str:
    """The diff, with a summary in a line that `patch` ignores."""
    return answer.diff + summary_line(answer)


def summary_line(answer: Fixed) -> str:
    """What was fixed and what is left, in a line that `patch` ignores."""
    left = ", ".join(f"{count} {severity}" for severity, count in answer.remaining.items()) or "nothing"
    count = len(answer.fixed)
    done = f"{count} problem{'' if count == 1 else 's'} fixed" if count else "nothing to fix"
    return f"# {done}; left: {left}"


def _text_size(context: Context, arguments: Mapping[str, Any]) -> int:
    return context.text_size(arguments.get("content"), arguments.get("path"))


@service("refrakt.fix", needs="site", cli="fix", text=summary_text, text_size=_text_size)
def fix(context: Context, query: FixInput) -> Fixed:
    """Fix a page (`path`) or a text (`content`): a unified diff of all safe fixes, and the problems left. Writes nothing: apply
    the diff yourself."""
    page = fixed_page(context, query)
    counts = Counter(each.severity for each in page.remaining)
    source = page.source
    # Text from an argument has no byte order mark.
    bom = byte_order_mark(page.file) if source is not None and page.file is not None else ""
    return Fixed(
        diff_of(bom + page.text, bom + page.result.text, page.name or "content.md"),
        [FixedProblem(each.code, message(each.message)) for each in page.result.problems],
        {severity: counts[severity] for severity in SEVERITIES if counts[severity]},
        source.origin if source is not None else "argument",
        source.buffer.version if source is not None and source.buffer is not None else None,
        page.indexing,
    )


@dataclass(frozen=True, slots=True)
class FixedPage:
    """A page before and after its fixes."""

    text: str
    problems: list[Problem]
    """Of the text, in its order."""
    result: FixedText
    remaining: Sequence[Problem]
    name: str | None
    """Its path in the project."""
    file: Path | None
    source: SourceText | None
    """None for a text from an argument."""
    indexing: str | None


def fixed_page(context: Context, query: FixInput) -> FixedPage:
    """A page or text with all safe fixes applied."""
    if query.path is None and query.content is None:
        raise RefraktError("INVALID_ARGS", "nothing to fix", "Pass the `path` of a page, or `content`.")
    refuse_too_large(query.content or "", "`content`")
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    providers = file_providers(context, site, file)
    source = context.read(query.path) if query.content is None and query.path is not None else None
    text = source.text if source is not None else query.content or ""
    name = name_in(context.project.root, file)
    view, indexing = _others(context, site, name)

    def check(text: str, view: SiteView | None = view) -> list[Problem]:
        document = parse(text, site.options)
        found = hypothetical_problems(document, site, name, context.snapshot.settings.rules, view)
        return providers.merged(document, found) if providers is not None else found

    found = check(text)
    refuse_unknown_codes(query.codes, context.project.root)
    # Other pages may change meanwhile; their problems must not count against the fixes.
    applies = _applied(named=bool(query.codes), unsafe=query.unsafe_fixes)
    result, left = fix_repeatedly(text, check, lambda text: problem_count(check(text, None)), query.codes, applies)
    return FixedPage(text, found, result, left, name, file, source, indexing)


def _applied(*, named: bool, unsafe: bool) -> Callable[[Problem], bool]:
    """Which fixes are applied. Those of hints are proposals, unless their code is named."""
    if not named:
        return is_safe_or_unsafe if unsafe else is_safe
    allowed = ("safe", "unsafe") if unsafe else ("safe",)
    return lambda each: each.fix is not None and each.fix.applicability in allowed


def _others(context: Context, site: SiteContext, path: str | None) -> tuple[SiteView | None, str | None]:
    """The other pages, for problems across pages; None without any."""
    if path is None:
        return None, None
    try:
        if context.project.plain:
            context.known_pages(site.name).index.check_pages()  # for the habits of the site, which are not fixed
        pages = context.pages(site.name)
    except RefraktError as error:
        if error.code not in (
            "SITE_CONFIG_MISSING",
            "CONFIG_INVALID",
            "SITE_AMBIGUOUS",
        ):  # a file outside of all known sites
            raise
        return None, None
    return site_view(pages.index, pages.site, context.snapshot), pages.indexing
