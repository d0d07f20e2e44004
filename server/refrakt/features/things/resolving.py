"""Which thing a record, an address or a fragment stands for."""

from __future__ import annotations

from refrakt.project.index.calling import called
from refrakt.project.index.entities import DRAWER, HEADING, PAGE, EntityRecord, best, declared
from refrakt.project.index.entry import Entry
from refrakt.project.index.look import Look
from refrakt.project.index.targets import normal
from refrakt.project.pages.facts import Entity, PageFacts

from .thing import Thing

_BOUND = frozenset({"character", "realm", "faction", "lore", "plot"})
"""What a bond can tie."""
_DRAWER = "drawer-"


def file_thing(entry: Entry) -> Thing:
    """A file of the site as a whole. An item of a plan is no page, so it is a file like any other."""
    if entry.kind == "partial":
        return Thing("partial", entry.path, entry.name)
    if entry.kind == "layout":
        return Thing("layout", entry.path)
    return Thing("page" if entry.kind == "page" else "file", entry.path)


def page_thing(look: Look, entry: Entry, url: str | None = None) -> Thing | None:
    """What is served at an address: the page of a file, or the thing that a page is made of."""
    if entry.kind == "page" and (url is None or (entry.url is not None and normal(entry.url) == normal(url))):
        return Thing("page", entry.path)
    if url is None:
        return None
    for record in declared(entry, look.spec.routes):
        if any(normal(page.url) == normal(url) for page in look.spec.entity_routes.pages(record)):
            return record_thing(look, record)
    return None


def record_thing(look: Look, record: EntityRecord) -> Thing | None:
    """What a record of the index is about."""
    if record.type == HEADING:
        return Thing("heading", record.path, str(record.data.get("headingId", "")))
    if record.type == DRAWER:
        return Thing("drawer", record.path, record.id)
    entry = look.declaring(record)
    if record.type == PAGE:
        return page_thing(look, entry, record.id)
    if record.id == entry.url:
        return Thing("page", record.path)
    return Thing("entity", record.path, record.id, record.type)


def called_thing(look: Look, name: str, type: str | None) -> Thing | None:
    """What a reference means: the page's own thing of this id, else the site's, else the first that is called so."""
    found = called(look, name, type)
    if not found.things:
        return None
    first = found.things[0]
    if found.by_title:
        return record_thing(look, first)
    if first.type == PAGE and "#" in name:
        page = look.page(name.partition("#")[0])
        return fragment_thing(look, page, name.partition("#")[2]) if page is not None else None
    own = best([each for each in found.things if each.type == first.type], look.entry.path)
    return record_thing(look, own) if own is not None else None


def bound_thing(look: Look, name: str) -> Thing | None:
    """What one end of a bond is tied to."""
    found = next((each for each in look.entities(name) if each.type in _BOUND), None) or look.of_alias(name)
    return record_thing(look, found) if found is not None else None


def fragment_thing(look: Look, page: Entry, fragment: str) -> Thing | None:
    """The place that a fragment leads to on a page."""
    entry = look.holding(page, fragment)
    return places_in(entry.facts, entry.path).get(fragment) if entry is not None else None


def places_in(facts: PageFacts, path: str) -> dict[str, Thing]:
    """What each fragment leads to in one file. A browser finds the first place of a name."""
    found: dict[str, Thing] = {}
    for heading in facts.headings:
        if heading.id:
            found.setdefault(heading.id, Thing("heading", path, heading.id))
    for anchor in facts.anchors:
        if anchor.id not in found:
            found[anchor.id] = anchor_thing(facts, path, anchor.id, (anchor.start, anchor.end))
    for entity in facts.entities:
        if entity.type == DRAWER:
            found.setdefault(f"{_DRAWER}{entity.id}", entity_thing(entity, path))
    return found


def anchor_thing(facts: PageFacts, path: str, id: str, place: tuple[int, int]) -> Thing:
    """An id that is written somewhere: it may be the id of a thing at the same time."""
    declared = next((each for each in facts.entities if each.id == id and (each.start, each.end) == place), None)
    return entity_thing(declared, path) if declared is not None else Thing("anchor", path, id)


def entity_thing(entity: Entity, path: str) -> Thing:
    """What a page declares under an id."""
    if entity.type == DRAWER:
        return Thing("drawer", path, entity.id or "")
    return Thing("entity", path, entity.id or "", entity.type)
