"""Attributes of a rune: those that must be given first, its own before those it shares, never one that is set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.rules.attributes import types_of
from refrakt.runes.model import Attribute, Rune
from refrakt.runes.universal import UNIVERSAL

from ..answers import Offer
from ..page import PageContext
from ..place import Place
from ..reference import attribute_text, type_name
from ..snippets import assignment, plain

_UNIVERSAL = frozenset(each.name for each in UNIVERSAL)


def offers(page: PageContext, place: Place) -> Iterator[Offer]:
    rune = page.site.vocabulary.get(place.name)
    if rune is None or place.tag is None:
        return
    written = {
        each.annotation.name
        for each in place.tag.syntax.attributes
        if place.tag.base + each.key[0] != place.word.start or place.word.start == place.word.end
    }
    for number, attribute in enumerate(rune.every_attribute.values()):
        if attribute.name not in written and attribute.name != "primary":
            yield _offer(rune, attribute, place, f"{_rank(rune, attribute)}{number:03}")


def takes_value(page: PageContext, place: Place) -> bool:
    """Whether the value without a name may stand here."""
    rune = page.site.vocabulary.get(place.name)
    return (
        rune is not None
        and place.cursor is not None
        and place.cursor.first
        and place.behind != "="
        and any(each.name == "primary" for each in rune.attributes)
    )


def is_before_value(place: Place) -> bool:
    """Whether the value without a name follows: nothing may stand before it."""
    assert place.tag is not None
    start = place.word.start - place.tag.base
    return any(each.form == "primary" and each.key[0] >= start for each in place.tag.syntax.attributes)


def _rank(rune: Rune, attribute: Attribute) -> int:
    if attribute.deprecated:
        return 4
    if attribute.required:
        return 0
    if rune.universal and attribute.name in _UNIVERSAL:
        return 3
    return 1 if attribute in rune.attributes else 2


def _offer(rune: Rune, attribute: Attribute, place: Place, sort: str) -> Offer:
    insert, bare = attribute.name, ""
    if place.behind != "=":
        insert = f"{attribute.name}=true" if types_of(attribute) == ("Boolean",) else assignment(attribute, 1)
        insert += " " if place.behind not in ("", " ", "\t", "/", "%", "}") else ""
        bare = plain(insert)
    is_snippet = bool(bare) and bare != insert
    return Offer(
        attribute.name,
        "attribute",
        place.word,
        insert,
        is_snippet,
        bare if is_snippet else "",
        f"{type_name(attribute)}{', required' if attribute.required else ''}",
        partial(attribute_text, rune, attribute),
        sort,
        attribute.deprecated is not None,
    )
