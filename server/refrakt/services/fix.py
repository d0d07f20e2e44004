"""`fix`: what a page, or a piece of one, looks like once all that can be mended is mended.

Nothing is written. Whoever asked gets a diff, and applies it or does not; `refrakt check --fix` is the command that writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from refrakt.errors import RefraktError
from refrakt.markdoc import parse
from refrakt.project.across.registry import site_rules
from refrakt.project.checking import name_in
from refrakt.project.index.problem import PageProblem
from refrakt.project.index.supposed import supposed_problems
from refrakt.project.index.view import SiteView, view_of
from refrakt.project.mending import badness, mended_wholly
from refrakt.project.site import SiteContext
from refrakt.project.sizes import refuse_too_large
from refrakt.rules.finding import SEVERITIES
from refrakt.rules.registry import rules
from refrakt.rules.words import did_you_mean, nearest
from refrakt.untrusted import message

from .context import Context
from .diffs import diff_of, mark_of
from .payload import SHAPE
from .registry import service


@dataclass(frozen=True, slots=True)
class FixQuery:
    """A page, or a text that would be one."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    path: str | None = None
    """The page, below the project's folder. An open, unsaved one counts as it is in the editor."""
    content: str | None = None
    """The text, where it is not that of the file; `path` is then where it would lie."""
    site: str | None = None
    """The site it belongs to, where a project has several."""
    codes: list[str] = field(default_factory=list)
    """Only problems with these codes are fixed."""


@dataclass(frozen=True, slots=True)
class FixedProblem:
    """A problem that is gone."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixing would do. Nothing has been written."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    diff: str
    """A unified diff from the text as it is to the fixed one; empty where nothing can be fixed."""
    fixed: list[FixedProblem]
    remaining: dict[str, int]
    """How many problems of each severity are left."""
    source: Literal["buffer", "disk", "argument"]
    """Where the text came from."""
    version: int | None = None
    """The version of the open buffer that was read."""
    indexing: str | None = None
    """How far the pages have been read, while that goes on: links into what is not read yet are not judged."""


def in_words(answer: Fixed) -> str:
    """The answer on the command line: the diff, and what came of it in lines that a patch leaves alone."""
    left = ", ".join(f"{count} {severity}" for severity, count in answer.remaining.items()) or "nothing"
    count = len(answer.fixed)
    done = f"{count} problem{'' if count == 1 else 's'} fixed" if count else "nothing to fix"
    return f"{answer.diff}# {done}; left: {left}"


def _text_size(context: Context, arguments: Mapping[str, Any]) -> int:
    return context.text_size(arguments.get("content"), arguments.get("path"))


@service("refrakt.fix", needs="site", cli="fix", positional=("path",), text=in_words, text_size=_text_size)
def fix(context: Context, query: FixQuery) -> Fixed:
    """All safe fixes of a page (`path`) or of a text (`content`) as a unified diff, with what is left. Nothing is written: apply
    the diff yourself."""
    if query.path is None and query.content is None:
        raise RefraktError("INVALID_ARGS", "there is nothing to fix", "Give the `path` of a page, or `content`.")
    refuse_too_large(query.content or "", "`content`")
    _refuse_unknown(query.codes)
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    source = context.read(query.path) if query.content is None and query.path is not None else None
    text = source.text if source is not None else query.content or ""
    name = name_in(context.project.root, file)
    view, indexing = _others(context, site, name)

    def look(text: str, view: SiteView | None = view) -> list[PageProblem]:
        return supposed_problems(parse(text, site.options), site, name, context.snapshot.settings.rules, view)

    # Other pages may change meanwhile, and would be blamed on the fixes.
    result, left = mended_wholly(text, look, lambda text: badness(look(text, None)), query.codes)
    counts = Counter(each.severity for each in left)
    # A text that was handed over has none, whatever the file has.
    mark = mark_of(file) if source is not None and file is not None else ""
    return Fixed(
        diff_of(mark + text, mark + result.text, name or "content.md"),
        [FixedProblem(each.code, message(each.message)) for each in result.problems],
        {severity: counts[severity] for severity in SEVERITIES if counts[severity]},
        source.origin if source is not None else "argument",
        source.buffer.version if source is not None and source.buffer is not None else None,
        indexing,
    )


def _refuse_unknown(codes: list[str]) -> None:
    known = {*rules(), *site_rules()}
    for code in codes:
        if code not in known:
            message = f"no rule is called '{code}'{did_you_mean(nearest(code, known))}"
            raise RefraktError("INVALID_ARGS", message, "The manual lists all of them under Rules.")


def _others(context: Context, site: SiteContext, path: str | None) -> tuple[SiteView | None, str | None]:
    """The other pages, for what is wrong between them and this one; None where there are none."""
    if path is None:
        return None, None
    try:
        pages = context.pages(site.name)
    except RefraktError as trouble:
        if trouble.code != "SITE_CONFIG_MISSING":
            raise
        return None, None
    return view_of(pages.index, pages.site, context.snapshot), pages.indexing
