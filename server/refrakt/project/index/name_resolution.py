"""Name resolution: the entity with an id, the page at a URL, or anything with a title.

A site tries them in this order; a name that resolves to none of them is left to the patterns of the config's `xrefs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from refrakt.project.index.entity_records import HEADING, PAGE, EntityRecord, page_entity
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.tracked_site import TrackedSite


@dataclass(frozen=True)
class ResolvedName:
    """What a name refers to. All files that use the name share it, so what follows from it is computed once."""

    entities: tuple[EntityRecord, ...] = ()
    by_title: bool = False
    """Whether the name is a title, which several entities may have."""
    sure: bool = True
    """False where only a build knows whether the entity exists."""

    @cached_property
    def types(self) -> frozenset[str]:
        return frozenset(each.type for each in self.entities)

    @cached_property
    def linked_types(self) -> frozenset[str]:
        """The types of the entities in `hrefs`."""
        return frozenset(each.type for each in self.hrefs.values())

    @cached_property
    def hrefs(self) -> dict[str, EntityRecord]:
        """The URLs to which a reference could link, each with its first entity."""
        found: dict[str, EntityRecord] = {}
        for each in self.entities:
            if each.href is not None:
                found.setdefault(each.href, each)
        return found


def resolve_name(site: TrackedSite, name: str, type: str | None = None) -> ResolvedName:
    """The entities to which a name may refer, of one type where it is given."""
    return site.cached_query(("resolved", name, type), lambda site: _resolve(site, name, type))


def expanded_file(site: TrackedSite, name: str, type: str | None) -> IndexedFile | None:
    """The file of the plan that `expand` shows for a name."""

    def first(site: TrackedSite) -> IndexedFile | None:
        files = map(site.declaring_file, resolve_name(site, name, type).entities)
        return next((each for each in files if each.kind == "plan"), None)

    return site.cached_query(("expanded", name, type), first)


def _resolve(site: TrackedSite, name: str, type: str | None) -> ResolvedName:
    found = site.entities(name, type)
    if found:
        return ResolvedName(tuple(found))
    if name.startswith("/"):
        page = _resolve_url(site, name, type)
        if page is not None:
            return page
    titled = [*site.named(name, type), *(_pages(site, name) if type in (None, PAGE) else ())]
    return ResolvedName(tuple(titled), by_title=True)


def _resolve_url(site: TrackedSite, name: str, type: str | None) -> ResolvedName | None:
    url, separator, fragment = name.partition("#")
    page = site.page(url)
    if page is None or page.url is None or (type is not None and type != (HEADING if separator else PAGE)):
        return None
    entity = page_entity(page)
    if entity is None or not separator:
        return ResolvedName((entity,)) if entity is not None and page.url == url else None
    exists = site.has_anchor(page, fragment)
    return ResolvedName((entity,), sure=exists is not None) if exists is not False and page.url == url else None


def _pages(site: TrackedSite, title: str) -> Iterable[EntityRecord]:
    return (entity for each in site.pages_titled(title) if (entity := page_entity(each)) is not None)
