"""All pages of a site in one list, for those who want to know the site rather than to find a page.

Beside the pages that are written there are those that the config makes of things, such as the items of a plan: they come last,
and the file told for them is the one that declares the thing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from refrakt.errors import RefraktError
from refrakt.project.index.entities import declared
from refrakt.project.index.entry import Entry
from refrakt.project.index.spec import SiteSpec
from refrakt.project.index.targets import normal

from .context import Context, SitePages
from .payload import NULL, SHAPE, as_json

AT_ONCE = 1_000
"""How many pages are told at once."""
LARGEST = 800_000
"""How many characters of JSON, at most: frontmatter can be long, and what is too long cannot be read at all."""
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class EntityName:
    """What a thing is called."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    type: str
    id: str


class SitePage(NamedTuple):
    """A page of a site."""

    url: str
    entry: Entry
    """The file it is written in, or in which the thing is declared that it shows."""
    title: str | None
    layout: str | None
    entity: EntityName | None = None
    """The thing, where the config makes the page of one."""


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """Which site, and how much of each page."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    site: str | None = None
    cursor: str | None = None
    """`nextCursor` of the list before."""
    form: Literal["full", "compact"] = "full"
    """`compact` tells only address, file and title."""


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page in the list."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    url: str
    file: str
    """Below the project's folder."""
    title: str | None = field(default=None, metadata=NULL)
    layout: str | None = None
    runes: list[str] | None = None
    frontmatter: dict[str, Any] | None = None
    contributed: bool | None = None
    """True for a page that is made of a thing and not written."""
    entity: EntityName | None = None


@dataclass(frozen=True, slots=True)
class PagesIndex:
    """The list, or a part of it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    site: str | None = field(metadata=NULL)
    pages: list[ListedPage]
    total: int
    """How many pages there are in all."""
    indexing: str | None = None
    """How far the pages have been read, while that goes on: what is not read yet is not in the list."""
    next_cursor: str | None = None


def pages_index(context: Context, query: IndexQuery) -> PagesIndex:
    """The list from a cursor on."""
    known = context.pages(query.site)
    pages = site_pages(known)
    start = _start(query.cursor, len(pages))
    taken = list(_fitting(_told(each, query.form) for each in pages[start : start + AT_ONCE]))
    end = start + len(taken)
    cursor = str(end) if end < len(pages) else None
    return PagesIndex(known.site.spec.name, taken, len(pages), known.indexing, cursor)


def site_pages(known: SitePages) -> list[SitePage]:
    """Every page of a site: those that are written by their addresses, then those that are made, by theirs."""
    with known.index.lock:
        entries = [known.site.entries[path] for path in sorted(known.site.entries)]
    written = [page for entry in entries if (page := written_page(entry)) is not None]
    taken = {normal(each.url) for each in written}
    made: dict[str, SitePage] = {}  # of two things at one address the first counts
    for entry in entries:
        for page in made_pages(entry, known.site.spec):
            if normal(page.url) not in taken:
                made.setdefault(normal(page.url), page)
    return [*sorted(written, key=_address), *sorted(made.values(), key=_address)]


def written_page(entry: Entry) -> SitePage | None:
    """The page a file is."""
    return SitePage(entry.url, entry, entry.facts.title, entry.layout) if entry.url is not None else None


def made_pages(entry: Entry, spec: SiteSpec) -> Iterator[SitePage]:
    """The pages that the config makes of the things a file declares."""
    if not spec.entity_routes.rules:
        return
    for thing in declared(entry, spec.routes):
        for page in spec.entity_routes.pages(thing):
            layout = spec.routes.layout(page.url)
            yield SitePage(page.url, entry, page.title, layout, EntityName(thing.type, thing.id))


def _address(page: SitePage) -> str:
    return page.url


def _told(page: SitePage, form: str) -> ListedPage:
    entity = page.entity
    made = entity is not None or None
    if form == "compact":
        return ListedPage(page.url, page.entry.path, page.title, contributed=made)
    facts = page.entry.facts
    if entity is not None:  # the runes and the frontmatter of the file are not those of the page
        return ListedPage(page.url, page.entry.path, page.title, page.layout, contributed=made, entity=entity)
    return ListedPage(page.url, page.entry.path, page.title, page.layout, list(facts.runes), facts.frontmatter)


def _fitting(pages: Iterable[ListedPage]) -> Iterator[ListedPage]:
    """As many as can be sent, and at least one."""
    size = 0
    for each in pages:
        more = len(json.dumps(as_json(each), ensure_ascii=False)) + 1
        if size and size + more > LARGEST:
            return
        size += more
        yield each


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    counts = cursor.isascii() and cursor.isdigit() and len(cursor) <= _DIGITS
    if not counts or int(cursor) >= total:
        message = f"`{cursor[:40]}` is no cursor of this list"
        raise RefraktError("INVALID_ARGS", message, "Leave `cursor` out to begin with the first page.")
    return int(cursor)
