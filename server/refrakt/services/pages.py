"""`pages`: find pages of a site by what is known of them, without reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from refrakt.errors import RefraktError
from refrakt.project.checking import problems
from refrakt.project.index.judging import judged
from refrakt.project.pages.facts import PageFacts

from .context import Context, SitePages
from .pages_index import SitePage, site_pages
from .paging import page
from .payload import NULL, SHAPE, as_json
from .registry import service

INDEX = "refrakt://pages/index{?site,cursor,form}"


@dataclass(frozen=True, slots=True)
class PagesQuery:
    """Which pages. Whatever is given must be true of a page."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    site: str | None = None
    """Where the project has several."""
    rune: str | None = None
    """Uses this rune, under any of its names."""
    layout: str | None = None
    text: str | None = None
    """Title, url or description contain it, in upper or lower case."""
    frontmatter: dict[str, Any] | None = None
    """Keys with the values they must have; null: the key is there. A list has a value if it is one of its items."""
    draft: bool | None = None
    has_problems: bool | None = None
    limit: int | None = None
    """How many are told at once, at most."""
    cursor: str | None = None
    """`nextCursor` of the answer before."""


@dataclass(frozen=True, slots=True)
class PageSummary:
    """A page in short."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    url: str
    file: str
    """Below the project's folder."""
    title: str | None = field(default=None, metadata=NULL)
    layout: str | None = None
    runes: list[str] | None = None
    draft: bool | None = None
    problems: int | None = None
    """How many are known; `refrakt.check` looks for all."""
    contributed: bool | None = None
    """True for a page that the config makes of something `file` declares."""


@dataclass(frozen=True, slots=True)
class PagesFound:
    """The pages that were asked for: by their addresses, those that are made and not written last."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    pages: list[PageSummary]
    total: int
    """How many there are, told here or not."""
    indexing: str | None = None
    """How far the pages have been read, while that goes on: what is not read yet is not in this answer."""
    next_cursor: str | None = None


def table(found: PagesFound) -> str:
    """The pages as a person reads them: address, title, layout."""
    rows = [(each.url, each.title or "", each.layout or "") for each in found.pages]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    lines = [f"{url:{widths[0]}}  {title:{widths[1]}}  {layout}".rstrip() for url, title, layout in rows]
    count = f"{found.total} page{'' if found.total == 1 else 's'}"
    more = f", {len(rows)} of them shown; --cursor {found.next_cursor} goes on" if found.next_cursor else ""
    return "\n".join([*lines, f"{count}{more}"])


@service("refrakt.pages", needs="site", cli="pages", resource=INDEX, text=table)
def pages(context: Context, query: PagesQuery) -> PagesFound:
    """List a site's pages (url, file, title, layout, runes), all or by rune, layout, text, frontmatter, draft, problems.
    Unsaved buffers count."""
    if query.limit is not None and query.limit < 1:
        raise RefraktError("INVALID_ARGS", "`limit` must be at least 1", "Leave it out for as many as fit.")
    found = _Found(context, query)
    told, cursor = page(found.pages, query.cursor, lambda each: as_json(found.summary(each)))
    start, size = int(query.cursor or 0), len(told)
    if query.limit is not None and size > query.limit:
        size, cursor = query.limit, str(start + query.limit)
    return found.answer(found.pages[start : start + size], cursor)


def every_page(context: Context, query: PagesQuery) -> PagesFound:
    """The same in one piece, for those who can read any number of pages: `limit` and `cursor` mean nothing here."""
    found = _Found(context, query)
    return found.answer(found.pages)


class _Found:
    """The pages that were asked for, before they are told."""

    def __init__(self, context: Context, query: PagesQuery) -> None:
        self._known = context.pages(query.site)
        self._count: Count = cache(lambda path: _problems(context, self._known, path))
        tests = list(_tests(query, context, self._count))
        self.pages = [each for each in site_pages(self._known) if all(test(each) for test in tests)]

    def answer(self, told: list[SitePage], cursor: str | None = None) -> PagesFound:
        return PagesFound([self.summary(each) for each in told], len(self.pages), self._known.indexing, cursor)

    def summary(self, page: SitePage) -> PageSummary:
        facts, path = page.entry.facts, page.entry.path
        made = page.entity is not None
        return PageSummary(
            page.url,
            path,
            page.title,
            page.layout,
            None if made else list(facts.runes),
            True if facts.draft and not made else None,
            self._count(path) or None,
            made or None,
        )


Count = Callable[[str], int]
Test = Callable[[SitePage], bool]


# Which pages ----------------------------------------------------------------------------------------------------------


def _tests(query: PagesQuery, context: Context, count: Count) -> Iterator[Test]:
    """What must be true of a page, what costs most last."""
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
        yield lambda page: any(text in each.casefold() for each in _words(page))
    if query.frontmatter is not None:
        wanted = query.frontmatter
        yield lambda page: all(_has(_facts(page).frontmatter, key, value) for key, value in wanted.items())
    if query.has_problems is not None:
        has_problems = query.has_problems
        yield lambda page: (count(page.entry.path) > 0) == has_problems


_NOTHING = PageFacts()


def _facts(page: SitePage) -> PageFacts:
    """What the page itself says; one that is made of a thing says nothing."""
    return page.entry.facts if page.entity is None else _NOTHING


def _words(page: SitePage) -> Iterator[str]:
    yield page.url
    for each in (page.title, _facts(page).frontmatter.get("description")):
        if isinstance(each, str):
            yield each


def _has(frontmatter: Mapping[str, Any], key: str, wanted: Any) -> bool:
    if key not in frontmatter or wanted is None:
        return key in frontmatter
    value = frontmatter[key]
    items = value if isinstance(value, list) and not isinstance(wanted, list) else [value]
    return any(each == wanted and isinstance(each, bool) == isinstance(wanted, bool) for each in items)


# What is known to be wrong --------------------------------------------------------------------------------------------


def _problems(context: Context, known: SitePages, path: str) -> int:
    """How many problems of a file are known: those between pages, and of the page alone where somebody has looked."""
    with known.index.lock:
        entry = known.site.entries.get(path)
        across = known.site.problems(path)
    if entry is None:
        return 0
    site, editor = known.site.spec.context, context.snapshot.settings.rules
    buffer = context.snapshot.paths.get(known.index.root / path)
    if buffer is not None and buffer.document.options == site.options:
        alone = len(problems(buffer.document, site, path, editor, buffer.remembered))
    else:
        reading = known.index.reading(path)
        found = reading.problems if reading is not None and reading.problems is not None else ()
        alone = len(judged(found, entry.facts, site.rules, editor))
    return len(judged(across, entry.facts, site.rules, editor)) + alone
