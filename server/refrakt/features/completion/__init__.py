"""What could stand at the cursor. Each kind of offer has a module; this one asks those that fit the place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..answers import Offer, Offers
from ..around import Surroundings
from ..page import PageContext
from ..place import Place, place_at
from . import (
    attributes,
    closing,
    frontmatter,
    functions,
    labels,
    links,
    names,
    navigation,
    partials,
    runes,
    shorthand,
    templates,
    values,
    variables,
)
from .ending import ending_of
from .target import in_markdown, label_at
from .yaml import yaml_at


def complete(page: PageContext, offset: int) -> Offers:
    """Everything that could stand at an offset of a page, the likeliest first."""
    place = place_at(page.document, offset)
    if not {"\n", "\r"}.isdisjoint(place.text):
        return Offers()  # a text of several lines is no word, and editors replace within a line only
    of_site = _of_site(page, place)
    in_tag = (_found_by(offer, place) for offer in (*of_site.items, *_in_tag(page, place)))
    items = sorted(in_tag, key=lambda offer: (offer.sort, offer.label))
    # The default of an attribute may be one of the names that the site knows.
    unique = {(offer.label, offer.insert, offer.place): offer for offer in reversed(items)}
    return Offers(tuple(reversed(unique.values())), of_site.complete)


def _found_by(offer: Offer, place: Place) -> Offer:
    """An offer that an editor finds although it replaces more than the word: a wrong quote before it, or a dot."""
    if place.tag is None or offer.place.start >= place.word.start:
        return offer
    before = place.tag.block.text[offer.place.start - place.tag.base : place.word.start - place.tag.base]
    return replace(offer, filter=before + (offer.filter or offer.label))


def _of_site(page: PageContext, place: Place) -> Offers:
    """What other pages have to do with."""
    if place.tag is not None:
        is_first = place.kind == "attribute" and attributes.takes_value(page, place)
        if place.kind == "value" or is_first:
            return _so_far(page, names.offers(page, place, "primary" if is_first else None))
        return Offers()
    if place.kind == "code":
        return Offers()
    document, offset = page.document, place.offset
    key = yaml_at(document, offset)
    if key is not None:
        return _so_far(page, frontmatter.offers(page, key))
    if place.kind == "frontmatter":
        return Offers()
    target = in_markdown(document, offset)
    if target is not None:
        return _so_far(page, links.offers(page, target))
    label = label_at(document, offset)
    if label is not None:
        return labels.offers(page, label)
    item = navigation.item_at(page, offset)
    if item is not None:
        return _so_far(page, navigation.offers(page, item))
    return Offers((*closing.after_end(page, offset), *shorthand.offers(page, offset), *templates.offers(page, offset)))


def _so_far(page: PageContext, offers: Offers) -> Offers:
    """What other pages bring. While they are being read, there may be more of it with the next letter."""
    is_read = page.view is None or page.view.site.complete
    return offers if is_read else replace(offers, complete=False)


def _in_tag(page: PageContext, place: Place) -> Iterator[Offer]:
    """What the rune and the page itself say about a place in a tag."""
    if place.tag is None:
        return
    around = Surroundings(page.document, place.tag)
    if place.kind in ("name", "attribute", "value") and place.behind == "(" and not place.quote:
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
