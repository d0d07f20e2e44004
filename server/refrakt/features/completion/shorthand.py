"""A rune by its name alone: `hint:`, or just `hint`, at the beginning of a paragraph.

The page is read once more as if the tag had been opened there, so that what fits the place comes first and as much of the rune is
put in as would be after `{%`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refrakt.markdoc.literals import IDENTIFIER
from refrakt.rules.places import line_end, line_start

from ..answers import Offer, Range
from ..around import Surroundings, nodes_around
from ..page import PageContext
from ..place import place_at
from . import runes

_OPENING = "{% "
_LEAST = 2
"""With fewer letters any word could be meant."""


def offers(page: PageContext, offset: int) -> Iterator[Offer]:
    word = _word(page, offset)
    if word is None:
        return
    written = page.document.text[word.start : word.end]
    typed, colon = written.rstrip(":"), ":" * written.endswith(":")
    if not any(name.startswith(typed) for name in page.site.vocabulary.names):
        return
    opened = replace(page, document=page.document.edit(word.start, word.end, _OPENING + typed))
    place = place_at(opened.document, word.start + len(_OPENING) + len(typed))
    if place.tag is None or place.kind != "name":
        return
    for offer in runes.offers(opened, place, Surroundings(opened.document, place.tag)):
        if offer.label.startswith(typed):
            bare = f"{_OPENING}{offer.plain}" if offer.plain else ""
            insert, filter = f"{_OPENING}{offer.insert}", f"{offer.label}{colon}"
            yield replace(offer, kind="snippet", place=word, insert=insert, plain=bare, filter=filter)


def _word(page: PageContext, offset: int) -> Range | None:
    """The word before the cursor, if nothing else stands in its paragraph's first line."""
    document = page.document
    nodes = nodes_around(document, offset)
    if [node.type for node in nodes[-2:]] != ["inline", "text"] or any(
        node.type in ("heading", "td", "th", "link") for node in nodes
    ):
        return None
    inline = nodes[-2]
    if inline.block is None:
        return None
    text, base = inline.block.text, document.offsets(inline.span)[0] - inline.start
    at = offset - base
    found = IDENTIFIER.match(text, inline.start, at)
    if found is None or len(found[0]) < _LEAST or line_start(text, at) > inline.start:
        return None
    is_word = found.end() == at or (found.end() == at - 1 and text[at - 1] == ":")
    return Range(base + inline.start, offset) if is_word and not text[at : line_end(text, at)].strip() else None
