"""Colours on a page, for editors that show them and let people choose others.

A colour is where a rune says that one is meant: in attributes such as a swatch's `color`, and in the lists of a `palette` and a
`tint`. It may be written in any of the ways CSS has for numbers; a colour by its name is left to the theme, which may have names of
its own. Whoever chooses another colour gets it in the notation that was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from refrakt.markdoc import Document, Node
from refrakt.markdoc.tree import Span

from .answers import Range
from .colour_notation import Colour, notations, read_colour, written
from .page import PageContext

_ATTRIBUTES = frozenset({("bg", each) for each in ("from", "to", "via", "overlay")} | {("swatch", "color")})
"""Attributes of one rune that mean a colour."""
_ANYWHERE = frozenset({"bg-from", "bg-to", "bg-via", "color", "colour"})
"""Those that mean one wherever they stand; a word such as `dark` is none."""
_LISTS = frozenset({"palette", "tint"})
"""Runes with a list of names and colours."""


class ColourAt(NamedTuple):
    """A colour and where it is written."""

    place: Range
    colour: Colour


def colours(page: PageContext) -> list[ColourAt]:
    """All colours of a page, in the order of the text."""
    document, names = page.document, page.site.vocabulary.names
    found = list(_in_attributes(document, names))
    if any(names.get(tag.name) in _LISTS for tag in document.tags()):
        for node in document.tree.walk():
            if node.type == "tag" and names.get(node.tag or "") in _LISTS:
                found += _in_list(document, node)
    return sorted(dict.fromkeys(found))


def presentations(page: PageContext, colour: Colour, place: Range) -> list[str]:
    """How another colour could be written in the place of one: in its own notation first."""
    now = read_colour(page.document.text[place.start : place.end])
    # Some colour pickers overshoot. In this order, what is no number becomes 0.
    red, green, blue, alpha = (min(1.0, max(0.0, each)) for each in colour[:4])
    chosen = colour._replace(red=red, green=green, blue=blue, alpha=alpha)
    return [written(chosen, each) for each in notations(now.notation if now is not None else None)]


def _in_attributes(document: Document, names: Mapping[str, str]) -> Iterator[ColourAt]:
    for tag in document.tags():
        rune = names.get(tag.name, tag.name)
        for each in tag.attributes:
            name, value = each.annotation.name, each.annotation.value
            if not isinstance(value, str) or not ((rune, name) in _ATTRIBUTES or name in _ANYWHERE):
                continue
            colour = read_colour(value)
            start, end = document.offsets(Span(*each.value, tag.block))
            # Where the string has escapes in it, its characters stand elsewhere.
            if colour is not None and end - start == len(value) + 2:
                lead = len(value) - len(value.lstrip())
                yield ColourAt(Range(start + 1 + lead, start + 1 + len(value.rstrip())), colour)


def _in_list(document: Document, rune: Node) -> Iterator[ColourAt]:
    """What follows the colon in the items of a list: a colour, or several with commas between them."""
    for item in rune.walk():
        if item.type != "item":
            continue
        text = next((each for each in item.walk() if each.type == "text"), None)
        if text is None:
            continue
        start, end = document.offsets(text.span)
        source = document.text[start:end]
        for begin, stop in _parts(source):
            colour = read_colour(source[begin:stop])
            if colour is not None:
                yield ColourAt(Range(start + begin, start + stop), colour)


def _parts(source: str) -> Iterator[tuple[int, int]]:
    """The stretches between commas behind the first colon, without white space; a comma in brackets parts nothing."""
    begin = source.find(":") + 1
    if not begin:
        return
    depth, stops = 0, []
    for at in range(begin, len(source)):
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        if source[at] == "," and depth <= 0:
            stops.append(at)
    for stop in (*stops, len(source)):
        part = source[begin:stop]
        lead = len(part) - len(part.lstrip())
        if part.strip():
            yield begin + lead, begin + len(part.rstrip())
        begin = stop + 1
