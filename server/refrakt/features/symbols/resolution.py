"""Resolves entity records, URLs and fragments to symbols."""

from __future__ import annotations

from refrakt.features.symbols.symbol import Symbol
from refrakt.project.index.entity_records import DRAWER, HEADING, PAGE, EntityRecord, best, declared_entities
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import EntityFact, PageFacts

_BOUND = frozenset({"character", "realm", "faction", "lore", "plot"})
"""The entity types a bond can connect."""
_DRAWER = "drawer-"


def file_symbol(entry: IndexedFile) -> Symbol:
    """The symbol of a whole file. Plan items are not pages, so they are plain files."""
    if entry.kind == "partial":
        return Symbol("partial", entry.path, entry.name)
    if entry.kind == "layout":
        return Symbol("layout", entry.path)
    return Symbol("page" if entry.kind == "page" else "file", entry.path)


def page_symbol(tracked: TrackedSite, entry: IndexedFile, url: str | None = None) -> Symbol | None:
    """The symbol served at a URL: the page of a file, or the entity for which the config generates a page."""
    if entry.kind == "page" and (url is None or (entry.url is not None and normal_url(entry.url) == normal_url(url))):
        return Symbol("page", entry.path)
    if url is None:
        return None
    for record in declared_entities(entry, tracked.spec.routes):
        if any(normal_url(page.url) == normal_url(url) for page in tracked.spec.entity_routes.pages(record)):
            return record_symbol(tracked, record)
    return None


def record_symbol(tracked: TrackedSite, record: EntityRecord) -> Symbol | None:
    """The symbol of an entity record."""
    if record.type == HEADING:
        return Symbol("heading", record.path, str(record.data.get("headingId", "")))
    if record.type == DRAWER:
        return Symbol("drawer", record.path, record.id)
    entry = tracked.declaring_file(record)
    if record.type == PAGE:
        return page_symbol(tracked, entry, record.id)
    if record.id == entry.url:
        return Symbol("page", record.path)
    return Symbol("entity", record.path, record.id, record.type)


def resolve_symbol(tracked: TrackedSite, name: str, type: str | None) -> Symbol | None:
    """The symbol a reference resolves to: an entity of this page, else of the site, else the first with this title."""
    found = resolve_name(tracked, name, type)
    if not found.entities:
        return None
    first = found.entities[0]
    if found.by_title:
        return record_symbol(tracked, first)
    if first.type == PAGE and "#" in name:
        page = tracked.page(name.partition("#")[0])
        return fragment_symbol(tracked, page, name.partition("#")[2]) if page is not None else None
    own = best([each for each in found.entities if each.type == first.type], tracked.entry.path)
    return record_symbol(tracked, own) if own is not None else None


def resolve_bond(tracked: TrackedSite, name: str) -> Symbol | None:
    """The symbol at one end of a bond."""
    found = next((each for each in tracked.entities(name) if each.type in _BOUND), None) or tracked.entity_with_alias(
        name
    )
    return record_symbol(tracked, found) if found is not None else None


def fragment_symbol(tracked: TrackedSite, page: IndexedFile, fragment: str) -> Symbol | None:
    """The symbol of a fragment on a page."""
    entry = tracked.file_with_anchor(page, fragment)
    return symbols_by_fragment(entry.facts, entry.path).get(fragment) if entry is not None else None


def symbols_by_fragment(facts: PageFacts, path: str) -> dict[str, Symbol]:
    """The symbol of each fragment in one file. As in browsers, the first one with an id wins."""
    found: dict[str, Symbol] = {}
    for heading in facts.headings:
        if heading.id:
            for each in (heading.id, *heading.other_ids):
                found.setdefault(each, Symbol("heading", path, heading.id))
    for anchor in facts.anchors:
        if anchor.id not in found:
            found[anchor.id] = anchor_symbol(facts, path, anchor.id, (anchor.start, anchor.end))
    for entity in facts.entities:
        if entity.type == DRAWER:
            found.setdefault(f"{_DRAWER}{entity.id}", entity_symbol(entity, path))
    return found


def anchor_symbol(facts: PageFacts, path: str, id: str, span: tuple[int, int]) -> Symbol:
    """The symbol of an explicit id, which may declare an entity at the same time."""
    declared = next((each for each in facts.entities if each.id == id and (each.start, each.end) == span), None)
    return entity_symbol(declared, path) if declared is not None else Symbol("anchor", path, id)


def entity_symbol(entity: EntityFact, path: str) -> Symbol:
    """The symbol of an entity."""
    if entity.type == DRAWER:
        return Symbol("drawer", path, entity.id or "")
    return Symbol("entity", path, entity.id or "", entity.type)
