"""Values of an attribute: the words it allows, true and false, its default first, each quoted as the place wants it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attributes import accepts, types_of
from refrakt.runes.model import Attribute, Rune

from ..answers import Offer, Range
from ..page import PageContext
from ..place import Place
from ..reference import attribute_text


def offers(page: PageContext, place: Place) -> Iterator[Offer]:
    rune = page.site.vocabulary.get(place.name)
    attribute = rune.every_attribute.get(place.attribute or "") if rune is not None else None
    if rune is None or attribute is None:
        return
    within = place.cursor.within if place.cursor is not None else ""
    is_list = "Array" in types_of(attribute)
    if "SpaceSeparatedList" in types_of(attribute):
        place = _one_word(place)
    if within not in (("", "[") if is_list else ("",)):
        return
    for number, value in enumerate(allowed(attribute)):
        whole = [value] if is_list and not within else value
        yield _offer(rune, attribute, value, written(place, whole), f"0{number:03}")


def _one_word(place: Place) -> Place:
    """The same place with no more than the word the cursor is in, of several in one string."""
    before, after = place.text[: place.offset - place.word.start], place.text[place.offset - place.word.start :]
    start = place.offset - len(before) + before.rfind(" ") + 1
    end = place.offset + len(after.partition(" ")[0])
    return replace(place, word=Range(start, end)) if place.quote == '"' else place


def allowed(attribute: Attribute) -> list[Any]:
    """The values to choose from, the default first."""
    values = list(attribute.values)
    if not values and "Boolean" in types_of(attribute):
        values = [True, False]
    default = attribute.default
    if default is not UNDEFINED and default not in (None, "") and accepts(attribute, default):
        values = [default, *(each for each in values if each != default or type(each) is not type(default))]
    return values


def written(place: Place, value: Any) -> tuple[Range, str]:
    """A value as it is put in at a place, and what it replaces: within quotes the bare word, elsewhere all of it."""
    text = format_value(value)
    if not place.quote:
        return place.word, text
    if isinstance(value, str) and place.quote == '"':
        return place.word, text[1:-1] + ("" if place.closed else '"')
    # Quotes of the wrong kind, or around what takes none, go with the word.
    return Range(place.word.start - 1, place.word.end + place.closed), text


def _offer(rune: Rune, attribute: Attribute, value: Any, edit: tuple[Range, str], sort: str) -> Offer:
    label = value if isinstance(value, str) else format_value(value)
    detail = "default" if value == attribute.default and type(value) is type(attribute.default) else ""
    about = partial(attribute_text, rune, attribute)
    return Offer(label, "value", *edit, detail=detail, about=about, sort=sort)
