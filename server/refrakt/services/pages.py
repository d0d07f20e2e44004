"""`pages`: find pages of a site by the facts in its index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from refrakt.command_input import option
from refrakt.project.index.severity import with_severities
from refrakt.project.page_problems import problems
from refrakt.project.pages.page_facts import PageFacts
from refrakt.services.check import share_checked
from refrakt.services.context import LONGEST_WAIT, STILL_INDEXING, Context, SitePages
from refrakt.services.json_payload import NULL, JsonPayload, as_json
from refrakt.services.pages_index import SitePage, site_pages
from refrakt.services.pagination import page
from refrakt.services.registry import service
from refrakt.untrusted import one_line

INDEX = "refrakt://pages/index{?site,cursor,form}"


@dataclass(frozen=True, slots=True)
class PagesInput:
    """The pages to list; every given condition must hold."""

    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    rune: str | None = None
    """only pages with this rune"""
    layout: str | None = option(None, described=False)
    """only pages with this layout"""
    text: str | None = None
    """in title, URL or description"""
    frontmatter: dict[str, Any] | None = option(None, pairs=True, metavar="KEY[=VALUE]")
    """values by key; null matches any value"""
    draft: bool | None = option(None, described=False)
    """only drafts, or no drafts"""
    has_problems: bool | None = option(None, described=False)
    """only pages with problems, or without"""
    limit: int | None = option(None, minimum=1, shell=False, described=False)
    """most pages per answer"""
    wait: int | None = option(None, minimum=0, maximum=LONGEST_WAIT, shell=False)
    """seconds to wait for all pages"""
    cursor: str | None = option(None, shell=False, described=False)
    """`nextCursor` of the previous page"""


@dataclass(frozen=True, slots=True)
class PageSummary(JsonPayload):
    """A page of the list."""

    url: str | None = field(metadata=NULL)
    """Null if only the code of the site knows it."""
    file: str
    """Path in the project."""
    title: str | None = field(default=None, metadata=NULL)
    layout: str | None = None
    runes: list[str] | None = None
    draft: bool | None = None
    problems: int | None = None
    """Number of known problems; `refrakt.check` finds all."""
    contributed: bool | None = None
    """True for a page that the config generates from an entity of `file`."""


@dataclass(frozen=True, slots=True)
class PagesFound(JsonPayload):
    """The matching pages by URL, generated pages last."""

    pages: list[PageSummary]
    total: int
    """Number of matching pages, on all pages of the answer."""
    complete: bool
    """Whether all pages were read; false while the project is being indexed."""
    indexing: str | None = None
    """Share of pages read so far, while indexing: the answer lacks the rest."""
    hint: str | None = None
    """How to get the rest, while indexing."""
    next_cursor: str | None = None


def table(found: PagesFound) -> str:
    """The pages as a table: URL, or the file if it is not known, title, layout."""
    cells = ((each.url or each.file, each.title or "", each.layout or "") for each in found.pages)
    rows = [tuple(one_line(cell) for cell in row) for row in cells]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    lines = [f"{url:{widths[0]}}  {title:{widths[1]}}  {layout}".rstrip() for url, title, layout in rows]
    count = f"{found.total} page{'' if found.total == 1 else 's'}"
    more = f", {len(rows)} shown; continue with `--cursor {found.next_cursor}`" if found.next_cursor else ""
    return "\n".join([*lines, f"{count}{more}"])


@service("refrakt.pages", needs="pages", cli="pages", resource=INDEX, text=table)
def pages(context: Context, query: PagesInput) -> PagesFound:
    """List a site's pages: url, file, title, layout, runes; all, or by rune, layout, text, frontmatter, draft, problems.
    Includes unsaved buffers."""
    index = context.index() if query.has_problems is not None else None
    if index is not None:
        index.check_pages()
        context.rescan(index, wait=query.wait)
    site = context.content(query.site, query.wait if index is None else 0)
    problem_count: Count = cache(lambda path: _problem_count(context, site, path))
    conditions = list(_conditions(query, context, problem_count))
    matching = [each for each in site_pages(site) if all(condition(each) for condition in conditions)]
    shown, cursor = page(
        context, matching, query.cursor, lambda each: as_json(_summary(each, problem_count)), query.limit
    )
    indexing = site.indexing
    if indexing is None and index is not None and not _are_checked(site):
        indexing = share_checked(index)
    found = [_summary(each, problem_count) for each in shown]
    hint = STILL_INDEXING if indexing is not None else None
    return PagesFound(found, len(matching), indexing is None, indexing, hint, cursor)


def _are_checked(pages: SitePages) -> bool:
    """Whether the problems of every page of a site are known."""
    records = map(pages.index.file_record, pages.site.entries)
    return all(each is not None and (each.problems is not None or each.failure is not None) for each in records)


def _summary(page: SitePage, problem_count: Count) -> PageSummary:
    facts, path = page.entry.facts, page.entry.path
    generated = page.entity is not None
    return PageSummary(
        page.url,
        path,
        page.title,
        page.layout,
        None if generated else list(facts.runes),
        True if facts.draft and not generated else None,
        problem_count(path) or None,
        generated or None,
    )


Count = Callable[[str], int]
Condition = Callable[[SitePage], bool]


# Which pages ----------------------------------------------------------------------------------------------------------


def _conditions(query: PagesInput, context: Context, count: Count) -> Iterator[Condition]:
    """The conditions of a query, the most expensive last."""
    if query.layout is not None:
        layout = query.layout
        yield lambda page: page.layout == layout
    if query.draft is not None:
        draft = query.draft
        yield lambda page: _facts(page).draft == draft
    if query.rune is not None:
        rune = context.site(query.site).vocabulary.get(query.rune)
        names = {query.rune} if rune is None else {rune.name, *rune.aliases}
        yield lambda page: not names.isdisjoint(_facts(page).runes)
    if query.text is not None:
        text = query.text.casefold()
        yield lambda page: any(text in each.casefold() for each in _searched_texts(page))
    if query.frontmatter is not None:
        expected = query.frontmatter
        yield lambda page: all(_has(_facts(page).frontmatter, key, value) for key, value in expected.items())
    if query.has_problems is not None:
        has_problems = query.has_problems
        yield lambda page: (count(page.entry.path) > 0) == has_problems


_NO_FACTS = PageFacts()


def _facts(page: SitePage) -> PageFacts:
    """The facts of a page; none for a generated one."""
    return page.entry.facts if page.entity is None else _NO_FACTS


def _searched_texts(page: SitePage) -> Iterator[str]:
    yield page.url or page.entry.path
    for each in (page.title, _facts(page).frontmatter.get("description")):
        if isinstance(each, str):
            yield each


def _has(frontmatter: Mapping[str, Any], key: str, expected: Any) -> bool:
    if key not in frontmatter or expected is None:
        return key in frontmatter
    value = frontmatter[key]
    items = value if isinstance(value, list) and not isinstance(expected, list) else [value]
    return any(each == expected and isinstance(each, bool) == isinstance(expected, bool) for each in items)


# Problems ---------------------------------------------------------------------------------------------------------


def _problem_count(context: Context, pages: SitePages, path: str) -> int:
    """The number of known problems of a file: across pages, and of the page itself if it was checked."""
    with pages.index.lock:
        entry = pages.site.entries.get(path)
        across = pages.site.problems(path)
    if entry is None:
        return 0
    site, editor = pages.site.spec.context, context.snapshot.settings.rules
    rules = site.rules_for(path)
    buffer = context.snapshot.paths.get(pages.index.root / path)
    if buffer is not None and buffer.document.options == site.options:
        alone = len(problems(buffer.document, site, path, editor, buffer.problem_cache))
    else:
        reading = pages.index.file_record(path)
        found = reading.problems if reading is not None and reading.problems is not None else ()
        alone = len(with_severities(found, entry.facts, rules, editor))
    return len(with_severities(across, entry.facts, rules, editor)) + alone
