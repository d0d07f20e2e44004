"""The things a site speaks of: its pages and headings, what pages declare by frontmatter or rune, the items of its plan.

Pages call them by id or title, list, count and tie them. The functions tell what one file brings; a `Registry` answers questions
about all of them, in the order in which the site's own build finds them: pages with their headings, drawers, what other runes
declare, the plan, pages that are things of a kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..pages.facts import Entity, Tie
from ..pages.routes import Routes
from ..pages.tree import collated
from .entry import Entry
from .fieldmatch import field_text, parse

if TYPE_CHECKING:
    from .entity_routes import EntityRoutes

PAGE, HEADING, DRAWER = "page", "heading", "drawer"
UNASKED = frozenset({"layout", "tint", "tint-mode", "tint-lock", "slug", "redirect", "type", "id"})
"""Frontmatter that says how a page is served or shown, and nothing about what it is."""


class EntityRecord(NamedTuple):
    """A thing, where it is declared, and what a query can ask of it."""

    type: str
    id: str
    title: str | None
    path: str
    """The file, below the project's folder."""
    url: str | None
    """The page that shows it; None where no page does."""
    start: int
    end: int
    scope: Literal["site", "page"]
    data: Mapping[str, Any]
    ties: tuple[Tie, ...] = ()

    @property
    def href(self) -> str | None:
        """Where a reference to it leads."""
        own = self.data.get("url")
        url = own if isinstance(own, str) and own else self.url
        return f"{url}#{self.data['headingId']}" if url is not None and self.type == HEADING else url

    @property
    def names(self) -> frozenset[str]:
        """What it can be called besides its id, in small letters."""
        return frozenset(each.lower() for each in (self.title, self.data.get("name")) if isinstance(each, str) and each)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names a character goes by; a bond may use them, a reference may not."""
        written = self.data.get("aliases") if self.type == "character" else None
        return tuple(filter(None, map(str.strip, written.split(",")))) if isinstance(written, str) else ()


# One file -------------------------------------------------------------------------------------------------------------


def page_entity(entry: Entry) -> EntityRecord | None:
    """A page as a thing of the kind `page`; its id is its address."""
    if entry.kind != "page" or entry.url is None:
        return None
    facts, url = entry.facts, entry.url
    return EntityRecord(PAGE, url, facts.title, entry.path, url, 0, 0, "site", page_data(entry))


def page_data(entry: Entry) -> dict[str, Any]:
    """What a query can ask of a page: its frontmatter, and where it stands."""
    facts, url = entry.facts, entry.url or "/"
    asked = {key: value for key, value in facts.frontmatter.items() if key not in UNASKED}
    draft = facts.frontmatter.get("draft")
    found = {"title": facts.title, "url": url, "parentUrl": parent_url(url), "draft": False if draft is None else draft}
    return asked | found


def parent_url(url: str) -> str:
    """The folder of a page, with a slash at its end: queries are written so."""
    above = url.removesuffix("/").rpartition("/")[0]
    return f"{above}/" if above else "/"


def heading_entities(entry: Entry) -> tuple[EntityRecord, ...]:
    """The headings of a page that a link can lead to."""
    url = entry.url
    if entry.kind != "page" or url is None:
        return ()
    return tuple(
        EntityRecord(HEADING, f"{url}#{each.id}", None, entry.path, url, each.start, each.end, "site", data)
        for each in entry.facts.headings
        if each.id
        for data in ({"level": each.level, "text": each.text, "headingId": each.id, "url": url},)
    )


def declared(entry: Entry, routes: Routes) -> tuple[EntityRecord, ...]:
    """What a file declares besides being a page: things of its runes, and the page itself as a thing of another kind.

    A file of the plan is one item, its first. Text that pages take in belongs to no page yet, and a layout declares nothing.
    """
    typed = typed_page(entry, routes)
    return rune_entities(entry) if typed is None else (*rune_entities(entry), typed)


def rune_entities(entry: Entry) -> tuple[EntityRecord, ...]:
    """What the runes of a file declare."""
    if entry.kind == "layout":
        return ()
    found = tuple(_record(entry, each) for each in entry.facts.entities if each.rune is not None)
    return tuple(each for each in found if each.scope == "site")[:1] if entry.kind == "plan" else found


def typed_page(entry: Entry, routes: Routes) -> EntityRecord | None:
    """A page that is a thing of a kind, because its frontmatter or a route rule says so; without an id its address is one."""
    if entry.kind != "page" or entry.url is None:
        return None
    facts, url = entry.facts, entry.url
    own = next((each for each in facts.entities if each.rune is None), None)
    type = own.type if own is not None else routes.entity(url)
    if type is None:
        return None
    written = facts.frontmatter.get("id")
    id = (written.strip() if isinstance(written, str) else "") or url
    place = (own.start, own.end) if own is not None else (0, 0)
    return EntityRecord(type, id, facts.title, entry.path, url, *place, "site", page_data(entry))


def _record(entry: Entry, entity: Entity) -> EntityRecord:
    id = entity.id or ""
    url = f"{entry.url}#drawer-{id}" if entity.type == DRAWER and entry.url is not None else entry.url
    data = entity.data if entity.title is None else {**entity.data, "title": entity.title}
    place = (entity.start, entity.end)
    return EntityRecord(entity.type, id, entity.title, entry.path, url, *place, entity.scope, data, entity.ties)


# All of them ----------------------------------------------------------------------------------------------------------


def records_of(
    entries: Iterable[Entry], routes: Routes, entity_routes: EntityRoutes | None = None
) -> Iterator[EntityRecord]:
    """Everything there is, in the order of the site's build, with the pages that the config makes of things."""
    known = list(entries)
    pages = [each for each in known if each.kind == "page"]
    for entry in pages:
        page = page_entity(entry)
        if page is not None:
            yield page
            yield from heading_entities(entry)
    written = {each.url.rstrip("/") for each in pages if each.url is not None}
    templates = {each.name: each for each in known if each.kind == "partial"}
    made_pages: list[EntityRecord] = []
    for thing in _things(known, routes):
        made = entity_routes.pages(thing) if entity_routes is not None else ()
        for each in made:
            if each.url.rstrip("/") not in written:
                made_pages += each.records(thing, templates)
        yield thing._replace(url=made[-1].url) if made else thing
    yield from made_pages


def _things(entries: list[Entry], routes: Routes) -> Iterator[EntityRecord]:
    """What is declared. An item of the plan that a page shows is that page's; of two files with one id the first counts."""
    shown = [each for entry in entries if entry.kind != "plan" for each in rune_entities(entry)]
    yield from (each for each in shown if each.type == DRAWER)
    yield from (each for each in shown if each.type != DRAWER)
    known = {(each.type, each.id) for each in shown}
    for item in (each for entry in entries if entry.kind == "plan" for each in rune_entities(entry)):
        if (item.type, item.id) not in known:
            known.add((item.type, item.id))
            yield item
    for entry in entries:
        typed = typed_page(entry, routes)
        if typed is not None:
            yield typed


class Registry:
    """Everything a site speaks of. Of two things with the same type and id the later one counts."""

    def __init__(self, records: Iterable[EntityRecord]) -> None:
        self._given = records

    @cached_property
    def _types(self) -> dict[str, dict[tuple[str, str], EntityRecord]]:
        """By type, then by id and the page where that matters."""
        found: dict[str, dict[tuple[str, str], EntityRecord]] = {}
        for each in self._given:
            found.setdefault(each.type, {})[each.id, each.path if each.scope == "page" else ""] = each
        return found

    @cached_property
    def _by_id(self) -> dict[str, list[EntityRecord]]:
        return _grouped((each.id, each) for each in self)

    @cached_property
    def _by_name(self) -> dict[str, list[EntityRecord]]:
        return _grouped((name, each) for each in self for name in each.names)

    @cached_property
    def _by_url(self) -> dict[str, list[EntityRecord]]:
        return _grouped((each.url, each) for each in self if each.url is not None)

    @cached_property
    def _ties(self) -> dict[str, dict[Tie, None]]:
        """What each thing is to others, from both of their sides."""
        found: dict[str, dict[Tie, None]] = {}
        for each in self:
            for tie in each.ties:
                found.setdefault(each.id, {})[tie] = None
                found.setdefault(tie.to, {})[Tie(tie.back, tie.kind, each.id)] = None
        return found

    def __iter__(self) -> Iterator[EntityRecord]:
        return (each for things in self._types.values() for each in things.values())

    def __len__(self) -> int:
        return sum(map(len, self._types.values()))

    def types(self) -> tuple[str, ...]:
        return tuple(self._types)

    def of_type(self, type: str) -> tuple[EntityRecord, ...]:
        return tuple(self._types.get(type, {}).values())

    def find(self, id: str, type: str | None = None, path: str | None = None) -> EntityRecord | None:
        """The thing that goes by an id: on the page that asks, on the site, on any page. Kinds are tried one after another."""
        candidates = [each for each in self._by_id.get(id, ()) if type is None or each.type == type]
        first = candidates[0].type if candidates else None
        return best([each for each in candidates if each.type == first], path)

    def named(self, name: str, type: str | None = None) -> tuple[EntityRecord, ...]:
        """The things that are called so, whatever the case of letters."""
        return tuple(each for each in self._by_name.get(name.lower(), ()) if type is None or each.type == type)

    def at(self, url: str, type: str | None = None) -> tuple[EntityRecord, ...]:
        """The things that stand on a page."""
        return tuple(each for each in self._by_url.get(url, ()) if type is None or each.type == type)

    def related(
        self, id: str, kind: Collection[str] = (), type: Collection[str] = ()
    ) -> tuple[tuple[str, EntityRecord], ...]:
        """The things that are tied to one, each with what the one is to it. Ties to what does not exist are left out."""
        ties = ((tie.kind, self.find(tie.to)) for tie in self._ties.get(id, ()) if not kind or tie.kind in kind)
        return tuple((tie, other) for tie, other in ties if other is not None and (not type or other.type in type))

    def select(
        self, query: str, type: Collection[str] = (), sort: str = "", limit: int | None = None
    ) -> list[EntityRecord]:
        """The things of these kinds that a query fits; all kinds where none is given."""
        asked = parse(query)
        found = [each for name in type or self.types() for each in self.of_type(name) if asked.matches(each)]
        return in_order(found, sort)[:limit]


def best(candidates: Collection[EntityRecord], path: str | None) -> EntityRecord | None:
    """Of things of one kind and id, the one that a page means: its own, else the site's, else any page's."""
    for wanted in (lambda each: each.scope == "page" and each.path == path, lambda each: each.scope == "site"):
        found = next(filter(wanted, candidates), None)
        if found is not None:
            return found
    return next(iter(candidates), None)


def in_order(records: Iterable[EntityRecord], sort: str) -> list[EntityRecord]:
    """Sorted by a field: `date`, `-date` or `date-desc`. Numbers come before text, in the order of numbers."""
    field = sort.strip()
    backwards = field.startswith("-") or field.endswith("-desc")
    field = field.removeprefix("-") if field.startswith("-") else field.removesuffix("-desc").removesuffix("-asc")
    if not field:
        return list(records)
    return sorted(records, key=lambda each: _sortable(field_text(each, field)), reverse=backwards)


def _sortable(text: str) -> tuple[int, float, tuple[str, str, str]]:
    try:
        number = float(text) if text.isascii() and "_" not in text else None
    except ValueError:
        number = None
    if number is not None and number - number == 0:
        return 0, number, ("", "", "")
    return 1, 0, collated(text)


def _grouped(pairs: Iterable[tuple[str, EntityRecord]]) -> dict[str, list[EntityRecord]]:
    found: dict[str, list[EntityRecord]] = {}
    for key, record in pairs:
        found.setdefault(key, []).append(record)
    return found
