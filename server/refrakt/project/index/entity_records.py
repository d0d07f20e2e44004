"""The entities of a site: its pages, what files declare by frontmatter or rune, the items of its plan.

Pages refer to them by id or title, list and count them. The functions here read the entities off one file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple

from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.pages.page_facts import EntityFact, Relation
from refrakt.project.pages.routes import Routes

PAGE, HEADING, DRAWER = "page", "heading", "drawer"
UNASKED = frozenset({"layout", "tint", "tint-mode", "tint-lock", "slug", "redirect", "type", "id"})
"""Frontmatter that configures how a page is served or shown, and is not a field for queries."""


class EntityRecord(NamedTuple):
    """An entity, where it is declared, and the fields that a query can match."""

    type: str
    id: str
    title: str | None
    path: str
    """The file, below the project root."""
    url: str | None
    """The page that shows it; None where no page does."""
    start: int
    end: int
    scope: Literal["site", "page"]
    data: Mapping[str, Any]
    relations: tuple[Relation, ...] = ()

    @property
    def href(self) -> str | None:
        """The URL to which a reference to it links."""
        own = self.data.get("url")
        url = own if isinstance(own, str) and own else self.url
        return f"{url}#{self.data['headingId']}" if url is not None and self.type == HEADING else url

    @property
    def names(self) -> frozenset[str]:
        """Its names besides its id, in lower case."""
        return frozenset(each.lower() for each in (self.title, self.data.get("name")) if isinstance(each, str) and each)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of a character, for bonds and not for references."""
        written = self.data.get("aliases") if self.type == "character" else None
        return tuple(filter(None, map(str.strip, written.split(",")))) if isinstance(written, str) else ()


def page_entity(entry: IndexedFile) -> EntityRecord | None:
    """A page as an entity of the type `page`, whose id is its URL."""
    if entry.kind != "page" or entry.url is None:
        return None
    facts, url = entry.facts, entry.url
    return EntityRecord(PAGE, url, facts.title, entry.path, url, 0, 0, "site", page_data(entry))


def page_data(entry: IndexedFile) -> dict[str, Any]:
    """The fields of a page: its frontmatter and its URL."""
    facts, url = entry.facts, entry.url or "/"
    fields = {key: value for key, value in facts.frontmatter.items() if key not in UNASKED}
    draft = facts.frontmatter.get("draft")
    found = {"title": facts.title, "url": url, "parentUrl": parent_url(url), "draft": False if draft is None else draft}
    return fields | found


def parent_url(url: str) -> str:
    """The folder of a page, with a slash at its end as queries are written."""
    above = url.removesuffix("/").rpartition("/")[0]
    return f"{above}/" if above else "/"


def declared_entities(entry: IndexedFile, routes: Routes) -> tuple[EntityRecord, ...]:
    """The entities of a file besides the page: those of its runes, and the page as an entity of another type.

    A file of the plan is one item, its first. A partial has no page of its own, and a layout declares nothing.
    """
    typed = typed_page(entry, routes)
    return rune_entities(entry) if typed is None else (*rune_entities(entry), typed)


def rune_entities(entry: IndexedFile) -> tuple[EntityRecord, ...]:
    """The entities that the runes of a file declare."""
    if entry.kind == "layout":
        return ()
    found = tuple(_record(entry, each) for each in entry.facts.entities if each.rune is not None)
    return tuple(each for each in found if each.scope == "site")[:1] if entry.kind == "plan" else found


def typed_page(entry: IndexedFile, routes: Routes) -> EntityRecord | None:
    """A page to which its frontmatter or a route rule gives an entity type. Without an id, its URL is the id."""
    if entry.kind != "page" or entry.url is None:
        return None
    facts, url = entry.facts, entry.url
    own = next((each for each in facts.entities if each.rune is None), None)
    type = own.type if own is not None else routes.entity(url)
    if type is None:
        return None
    written = facts.frontmatter.get("id")
    id = (written.strip() if isinstance(written, str) else "") or url
    span = (own.start, own.end) if own is not None else (0, 0)
    return EntityRecord(type, id, facts.title, entry.path, url, *span, "site", page_data(entry))


def _record(entry: IndexedFile, entity: EntityFact) -> EntityRecord:
    id = entity.id or ""
    url = f"{entry.url}#drawer-{id}" if entity.type == DRAWER and entry.url is not None else entry.url
    data = entity.data if entity.title is None else {**entity.data, "title": entity.title}
    span = (entity.start, entity.end)
    return EntityRecord(entity.type, id, entity.title, entry.path, url, *span, entity.scope, data, entity.relations)


def best(candidates: Collection[EntityRecord], path: str | None) -> EntityRecord | None:
    """Of entities with one type and id, the one that a page refers to: its own, else the site's, else any page's."""
    for matches in (lambda each: each.scope == "page" and each.path == path, lambda each: each.scope == "site"):
        found = next(filter(matches, candidates), None)
        if found is not None:
            return found
    return next(iter(candidates), None)
