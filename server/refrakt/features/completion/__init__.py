"""What could stand at the cursor. Each kind of offer has a module; this one asks those that fit the place."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Offer, Offers
from ..around import Surroundings
from ..page import PageContext
from ..place import Place, place_at
from . import (
    attributes,
    closing,
    frontmatter,
    functions,
    links,
    names,
    navigation,
    partials,
    runes,
    shorthand,
    values,
    variables,
)
from .ending import ending_of
from .target import in_markdown
from .yaml import yaml_at


def complete(page: PageContext, offset: int) -> Offers:
    """Everything that could stand at an offset of a page, the likeliest first."""
    place = place_at(page.document, offset)
    of_site = _of_site(page, place)
    items = sorted((*of_site.items, *_in_tag(page, place)), key=lambda offer: (offer.sort, offer.label))
    # The default of an attribute may be one of the names that the site knows.
    unique = {(offer.label, offer.insert, offer.place): offer for offer in reversed(items)}
    return Offers(tuple(reversed(unique.values())), of_site.complete)


def _of_site(page: PageContext, place: Place) -> Offers:
    """What other pages have to do with."""
    if place.tag is not None:
        is_first = place.kind == "attribute" and attributes.takes_value(page, place)
        if place.kind == "value" or is_first:
            return names.offers(page, place, "primary" if is_first else None)
        return Offers()
    if place.kind == "code":
        return Offers()
    document, offset = page.document, place.offset
    key = yaml_at(document, offset)
    if key is not None:
        return frontmatter.offers(page, key)
    if place.kind == "frontmatter":
        return Offers()
    target = in_markdown(document, offset)
    if target is not None:
        return links.offers(page, target)
    item = navigation.item_at(page, offset)
    if item is not None:
        return navigation.offers(page, item)
    return Offers((*closing.after_end(page, offset), *shorthand.offers(page, offset)))


def _in_tag(page: PageContext, place: Place) -> Iterator[Offer]:
    """What the rune and the page itself say about a place in a tag."""
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
