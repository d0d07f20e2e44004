"""`fix`: the safe fixes of a page, or of a text, as a diff.

Nothing is written; `refrakt check --fix` is the command that writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.markdoc.document import parse
from refrakt.project.index.hypothetical import hypothetical_problems
from refrakt.project.index.site_view import SiteView, site_view
from refrakt.project.page_problems import name_in
from refrakt.project.page_size import refuse_too_large
from refrakt.project.site import SiteContext
from refrakt.rules.apply_fixes import fix_repeatedly, problem_count
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.problem import SEVERITIES, Problem
from refrakt.rules.registry import all_rules
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service
from refrakt.services.unified_diff import byte_order_mark, diff_of
from refrakt.untrusted import message


@dataclass(frozen=True, slots=True)
class FixInput:
    """The page or text to fix."""

    path: str | None = option(None, positional=True)
    """path of the page in the project; an open page is read from its buffer"""
    content: str | None = None
    """text to fix instead of the file's, as if it were at `path`"""
    site: str | None = None
    """the site, if the project has several"""
    codes: list[str] = field(default_factory=list)
    """fix only problems with these codes"""


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
    left = ", ".join(f"{count} {severity}" for severity, count in answer.remaining.items()) or "nothing"
    count = len(answer.fixed)
    done = f"{count} problem{'' if count == 1 else 's'} fixed" if count else "nothing to fix"
    return f"{answer.diff}# {done}; left: {left}"


def _text_size(context: Context, arguments: Mapping[str, Any]) -> int:
    return context.text_size(arguments.get("content"), arguments.get("path"))


@service("refrakt.fix", needs="site", cli="fix", text=summary_text, text_size=_text_size)
def fix(context: Context, query: FixInput) -> Fixed:
    """Fix a page (`path`) or a text (`content`): a unified diff of all safe fixes, and the problems left. Writes nothing: apply
    the diff yourself."""
    if query.path is None and query.content is None:
        raise RefraktError("INVALID_ARGS", "nothing to fix", "Pass the `path` of a page, or `content`.")
    refuse_too_large(query.content or "", "`content`")
    _refuse_unknown(query.codes)
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    source = context.read(query.path) if query.content is None and query.path is not None else None
    text = source.text if source is not None else query.content or ""
    name = name_in(context.project.root, file)
    view, indexing = _others(context, site, name)

    def check(text: str, view: SiteView | None = view) -> list[Problem]:
        return hypothetical_problems(parse(text, site.options), site, name, context.snapshot.settings.rules, view)

    # Other pages may change meanwhile; their problems must not count against the fixes.
    result, left = fix_repeatedly(text, check, lambda text: problem_count(check(text, None)), query.codes)
    counts = Counter(each.severity for each in left)
    # Text from an argument has no byte order mark.
    bom = byte_order_mark(file) if source is not None and file is not None else ""
    return Fixed(
        diff_of(bom + text, bom + result.text, name or "content.md"),
        [FixedProblem(each.code, message(each.message)) for each in result.problems],
        {severity: counts[severity] for severity in SEVERITIES if counts[severity]},
        source.origin if source is not None else "argument",
        source.buffer.version if source is not None and source.buffer is not None else None,
        indexing,
    )


def _refuse_unknown(codes: list[str]) -> None:
    known = all_rules()
    for code in codes:
        if code not in known:
            message = f"unknown rule '{code}'{did_you_mean(nearest(code, known))}"
            raise RefraktError("INVALID_ARGS", message, "The manual lists all rules.")


def _others(context: Context, site: SiteContext, path: str | None) -> tuple[SiteView | None, str | None]:
    """The other pages, for problems across pages; None without any."""
    if path is None:
        return None, None
    try:
        if context.project.plain:
            context.known_pages(site.name).index.check_pages()  # for the habits of the site, which are not fixed
        pages = context.pages(site.name)
    except RefraktError as error:
        if error.code != "SITE_CONFIG_MISSING":
            raise
        return None, None
    return site_view(pages.index, pages.site, context.snapshot), pages.indexing
