"""The things that a page can call by name: what runes and frontmatter declare, items of a plan, pages by their address."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from refrakt.project.index.entities import HEADING, PAGE, EntityRecord
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import SiteIndex

from ..answers import Offer, Offers
from ..page import PageContext
from ..place import Place
from . import links
from .cards import thing_card
from .remembered import remembered
from .steps import MOST
from .target import in_value
from .values import written


def offers(page: PageContext, look: Look, place: Place, types: Collection[str] = ()) -> Offers:
    """The things of these types, or of any, by their ids; where a slash is typed, pages and headings by their addresses."""
    assert page.view is not None
    typed = place.text[: place.offset - place.word.start]
    only_pages = bool(types) and not {*types} - {PAGE, HEADING}
    if only_pages or typed.startswith("/"):
        target = in_value(place, "link")
        return links.offers(page, target) if target is not None and (only_pages or not types) else Offers()
    found: list[Offer] = []
    for record in _records(page.view.site, look, typed.lower(), types):
        if len(found) == MOST:
            return Offers(tuple(found), complete=False)
        found.append(_offer(page, place, record))
    return Offers(tuple(found))


def _records(site: SiteIndex, look: Look, typed: str, types: Collection[str]) -> Iterator[EntityRecord]:
    """The things whose id or title has these letters in it and that this page may mean, each id once."""
    seen: set[str] = set()
    for record in _called(site, typed):
        if types and record.type not in types:
            continue
        if record.id and record.id not in seen and (record.scope == "site" or record.path == look.entry.path):
            seen.add(record.id)
            yield record


def _called(site: SiteIndex, typed: str) -> Iterator[EntityRecord]:
    """In the order of ids, then of titles."""
    ids, small = remembered(site, "ids", lambda: _ids(site))
    for id, letters in zip(ids, small, strict=True):
        if typed in letters:
            yield from site.records[id]
    for name in [each for each in site.named if typed in each] if typed else ():
        yield from site.named[name]


def _ids(site: SiteIndex) -> tuple[list[str], list[str]]:
    """Every id, and the same in small letters."""
    ids = sorted(site.records)
    return ids, [*map(str.lower, ids)]


def _offer(page: PageContext, place: Place, record: EntityRecord) -> Offer:
    title = record.title if record.title != record.id else None
    detail = ": ".join(filter(None, (record.type, title)))
    about = partial(thing_card, page, record)
    edit, sort = written(place, record.id), f"0{record.id}"
    # Whoever types its title is shown it, too.
    words = f"{record.id} {title}" if title else ""
    return Offer(record.id, "entity", *edit, detail=detail, about=about, sort=sort, filter=words)
