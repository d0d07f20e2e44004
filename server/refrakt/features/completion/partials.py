"""The files that `partial` can put in a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ..answers import Offer
from ..page import PageContext
from ..place import Place
from .cards import partial_card
from .values import written


def offers(page: PageContext, place: Place) -> Iterator[Offer]:
    rune = page.site.vocabulary.get(place.name)
    if rune is None or (rune.name, rune.category, place.attribute) != ("partial", "Markdoc", "file"):
        return
    if place.cursor is None or place.cursor.within:
        return
    names = sorted(page.site.surroundings.partials or ())
    cards = dict(_cards(page, names))
    for name in names:
        yield Offer(name, "partial", *written(place, name), about=cards.get(name), sort=f"0{name}")


def _cards(page: PageContext, names: Iterable[str]) -> Iterator[tuple[str, Callable[[], str]]]:
    """What is told of the files the index has."""
    if page.view is None:
        return
    with page.view.lock:
        for name in names:
            if paths := page.view.site.partials.get(name):
                yield name, partial(partial_card, page, paths[0], name)
