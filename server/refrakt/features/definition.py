"""Where the thing under the cursor is declared."""

from __future__ import annotations

from itertools import islice

from .answers import Definition, Location
from .page import PageContext
from .place import place_at
from .things.mentions import declaration, declared_on, mention_at, mentions_of
from .things.runes import rune_source
from .things.thing import Mention, Thing

_MOST = 100
"""How many pages are told that set what a layout speaks of."""


def define(page: PageContext, offset: int) -> Definition | None:
    """What the cursor is on, and its declaration; None where nothing is, or nobody has declared it."""
    mention = mention_at(page, offset)
    if mention is None:
        return None
    found = declared(page, mention.thing)
    return Definition(mention.place, (_location(found),)) if found is not None else None


def define_elsewhere(page: PageContext, offset: int) -> Definition | None:
    """The same where files have to be read for it, or every page looked at: nobody who types should have to wait for that."""
    return define_rune(page, offset) or define_on_pages(page, offset)


def define_on_pages(page: PageContext, offset: int) -> Definition | None:
    """Where the pages around which a layout is, or that take in a partial, set what it speaks of."""
    mention = mention_at(page, offset)
    if mention is None or mention.thing.kind != "key" or page.view is None:
        return None
    found = (_location(each) for each in mentions_of(page.view, mention.thing) if each.declares)
    targets = tuple(islice(found, _MOST))
    return Definition(mention.place, targets) if targets else None


def define_rune(page: PageContext, offset: int) -> Definition | None:
    """Where a catalogue of the project defines the rune whose name the cursor is on."""
    place = place_at(page.document, offset)
    if place.kind not in ("name", "closing"):
        return None
    rune = page.site.vocabulary.get(place.text.strip())
    source = rune_source(page.site, rune) if rune is not None else None
    return Definition(place.word, (source,)) if source is not None else None


def declared(page: PageContext, thing: Thing) -> Mention | None:
    """Where a thing is declared, which may be on this very page."""
    if thing.path == (page.path or "") and thing.kind not in ("page", "partial", "layout"):
        return declared_on(page, thing)
    return declaration(page.view, thing) if page.view is not None else None


def _location(mention: Mention) -> Location:
    return Location(mention.path, mention.place, mention.whole)
