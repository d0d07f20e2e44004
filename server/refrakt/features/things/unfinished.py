"""What the value of a tag names that is still being typed.

Facts are read off tags that can be read. In one that cannot, because its end or another attribute is missing, the value at the
cursor is known all the same.
"""

from __future__ import annotations

from refrakt.project.pages.facts import Link, Reference
from refrakt.project.pages.references import HINTS, HREF, LINKS, REFERENCES

from ..page import PageContext
from ..place import place_at


def typed_at(page: PageContext, offset: int) -> Link | Reference | None:
    """What would be a fact if the tag around an offset were complete."""
    place = place_at(page.document, offset)
    if place.kind != "value" or place.tag is None or not place.text or not place.quote:
        return None
    tag = place.tag.syntax
    if tag.terminated and tag.fault is None:
        return None
    attribute = place.attribute or ""
    rune = page.site.vocabulary.names.get(place.name, place.name)
    reference = REFERENCES.get((rune, attribute))
    if reference is not None:
        return Reference(reference, place.text, *place.word, HINTS.get((rune, attribute)), rune)
    link = "link" if attribute == HREF else LINKS.get((rune, attribute))
    return Link(link, place.text, *place.tag.place, place.word, rune) if link is not None else None
