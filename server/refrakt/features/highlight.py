"""The places of a page that have to do with what the cursor is on."""

from __future__ import annotations

from typing import NamedTuple

from refrakt.markdoc import TagSyntax

from .answers import Range
from .around import Surroundings
from .page import PageContext
from .place import place_at
from .things.mentions import mention_at, mentions_on


class Highlight(NamedTuple):
    """A place; `writes` where it declares what the others name."""

    place: Range
    writes: bool = False


def highlight(page: PageContext, offset: int) -> list[Highlight]:
    """All places on the page that name the same thing, in their order; on the name of a tag, that of its other end."""
    ends = _ends(page, offset)
    if ends:
        return ends
    mention = mention_at(page, offset)
    if mention is None:
        return []
    found = {Highlight(each.place, each.declares): None for each in mentions_on(page, mention.thing)}
    return sorted(each for each in found if each.place.start < each.place.end)


def _ends(page: PageContext, offset: int) -> list[Highlight]:
    """The names of the opening and the closing tag, if the cursor is on one of them."""
    document = page.document
    place = place_at(document, offset)
    if place.kind not in ("name", "closing") or place.tag is None:
        return []
    around = Surroundings(document, place.tag)
    tags: list[TagSyntax | None] = [place.tag.syntax]
    if place.kind == "name":
        tags.append(around.closed_by)
    else:
        tags.append(next((node.open for node in around.open_tags if node.close is place.tag.syntax), None))
    if place.tag.stretch is not None:
        return [Highlight(place.word)]
    spans = sorted(Range(*document.offsets(each.name_span)) for each in tags if each is not None and each.name)
    return [Highlight(each) for each in spans]
