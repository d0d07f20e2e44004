"""The files that `partial` can put in a page."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Offer
from ..page import PageContext
from ..place import Place
from .values import written


def offers(page: PageContext, place: Place) -> Iterator[Offer]:
    rune = page.site.vocabulary.get(place.name)
    if rune is None or (rune.name, rune.category, place.attribute) != ("partial", "Markdoc", "file"):
        return
    if place.cursor is None or place.cursor.within:
        return
    for name in sorted(page.site.surroundings.partials or ()):
        yield Offer(name, "partial", *written(place, name), sort=f"0{name}")
