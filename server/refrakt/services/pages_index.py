"""The list of all pages of a site.

Pages that the config generates from entities, such as the items of a plan, come last; their file is the one that declares the
entity.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from refrakt.errors import RefraktError
from refrakt.project.index.entity_records import declared_entities
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.site_spec import SiteSpec
from refrakt.services.context import Context, SitePages
from refrakt.services.json_payload import NULL, JsonPayload, as_json

AT_ONCE = 1_000
"""Most pages per answer."""
LARGEST = 800_000
"""Most characters of JSON per answer: frontmatter can be long, and clients refuse long answers."""
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class EntityName(JsonPayload):
    """The type and id of an entity."""

    type: str
    id: str


class SitePage(NamedTuple):
    """A page of a site. Its URL is None where only the code of the site knows it."""

    url: str | None
    entry: IndexedFile
    """Its file, or the file that declares its entity."""
    title: str | None
    layout: str | None
    entity: EntityName | None = None
    """The entity of a generated page."""


@dataclass(frozen=True, slots=True)
class PagesIndexInput(JsonPayload):
    """The site, and the fields of each page."""

    site: str | None = None
    cursor: str | None = None
    """`nextCursor` of the previous page"""
    form: Literal["full", "compact"] = "full"
    """`compact` has only URL, file and title"""


@dataclass(frozen=True, slots=True)
class ListedPage(JsonPayload):
    """A page of the index."""

    url: str | None = field(metadata=NULL)
    """Null if only the code of the site knows it."""
    file: str
    """Below the project's folder."""
    title: str | None = field(default=None, metadata=NULL)
    layout: str | None = None
    runes: list[str] | None = None
    frontmatter: dict[str, Any] | None = None
    contributed: bool | None = None
    """True for a page generated from an entity."""
    entity: EntityName | None = None


@dataclass(frozen=True, slots=True)
class PagesIndex(JsonPayload):
    """The index, or a part of it."""

    site: str | None = field(metadata=NULL)
    pages: list[ListedPage]
    total: int
    """Number of all pages."""
    indexing: str | None = None
    """Share of pages read so far, while indexing: the list lacks the rest."""
    next_cursor: str | None = None


def pages_index(context: Context, query: PagesIndexInput) -> PagesIndex:
    """The index from a cursor on."""
    site = context.content(query.site)
    pages = site_pages(site)
    start = _start(query.cursor, len(pages))
    taken = list(_fitting(_entry(each, query.form) for each in pages[start : start + AT_ONCE]))
    end = start + len(taken)
    cursor = str(end) if end < len(pages) else None
    return PagesIndex(site.site.spec.name, taken, len(pages), site.indexing, cursor)


def site_pages(pages: SitePages) -> list[SitePage]:
    """Every page of a site by URL, then pages whose URLs are not known, generated pages last."""
    with pages.index.lock:
        entries = [pages.site.entries[path] for path in sorted(pages.site.entries)]
    written = [page for entry in entries if (page := page_of(entry)) is not None]
    taken = {normal_url(each.url) for each in written if each.url is not None}
    made: dict[str, SitePage] = {}  # of two entities at one URL the first wins
    for entry in entries:
        for page in generated_pages(entry, pages.site.spec):
            if page.url is not None and normal_url(page.url) not in taken:
                made.setdefault(normal_url(page.url), page)
    return [*sorted(written, key=_url_key), *sorted(made.values(), key=_url_key)]


def page_of(entry: IndexedFile) -> SitePage | None:
    """The page of a file."""
    return SitePage(entry.url, entry, entry.facts.title, entry.layout) if entry.kind == "page" else None


def generated_pages(entry: IndexedFile, spec: SiteSpec) -> Iterator[SitePage]:
    """The pages that the config generates from the entities of a file."""
    if not spec.entity_routes.rules:
        return
    for entity in declared_entities(entry, spec.routes):
        for page in spec.entity_routes.pages(entity):
            layout = spec.routes.layout(page.url)
            yield SitePage(page.url, entry, page.title, layout, EntityName(entity.type, entity.id))


def _url_key(page: SitePage) -> tuple[bool, str]:
    return page.url is None, page.url or page.entry.path


def _entry(page: SitePage, form: str) -> ListedPage:
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
        message = f"`{cursor[:40]}` is not a cursor of this list"
        raise RefraktError("INVALID_ARGS", message, "Leave `cursor` out to begin with the first page.")
    return int(cursor)
