"""What could stand at the cursor. Each kind of offer has a module; this one asks those that fit the place."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Offer, Offers
from ..around import Surroundings
from ..page import PageContext
from ..place import Place, place_at
from . import attributes, closing, functions, partials, runes, values, variables
from .ending import ending_of


def complete(page: PageContext, offset: int) -> Offers:
    """Everything that could stand at an offset of a page, the likeliest first."""
    place = place_at(page.document, offset)
    return Offers(tuple(sorted(_offers(page, place), key=lambda offer: (offer.sort, offer.label))))


def _offers(page: PageContext, place: Place) -> Iterator[Offer]:
    if place.tag is None:
        return
    around = Surroundings(page.document, place.tag)
    if place.kind in ("name", "attribute", "value") and place.behind == "(":
        yield from functions.offers(page, place)
        return
    match place.kind:
        case "name":
            yield from runes.offers(page, place, around)
            if ending_of(place).is_last and around.closed_by is None:
                yield from closing.after_opening(place, around)
                yield from functions.offers(page, place)
                yield from variables.offers(page, place, around)
        case "closing":
            yield from closing.offers(place, around)
        case "attribute" if not attributes.is_before_value(place):
            yield from attributes.offers(page, place)
            if attributes.takes_value(page, place):
                yield from functions.offers(page, place)
                yield from variables.offers(page, place, around)
        case "value":
            yield from partials.offers(page, place)
            yield from values.offers(page, place)
            if not place.quote:
                yield from functions.offers(page, place)
                yield from variables.offers(page, place, around)
        case "variable":
            yield from variables.offers(page, place, around)
