"""A page as it would be after changes that nobody has made yet.

Every edit of a document costs something, however small it is. Changes that lie close together are made as one, such as those of the
rows of a table; those far apart are not, so that only what lies around them is read again.
"""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc import Document

from .answers import Range, Replacement

_NEAR = 1_000
"""Characters between two changes that are made as one."""


def supposed(document: Document, changes: Iterable[Replacement]) -> Document:
    """The document after changes, no two of which overlap."""
    for place, new in reversed(_together(document, sorted(changes))):
        document = document.edit(*place, new)
    return document


def _together(document: Document, changes: list[Replacement]) -> list[Replacement]:
    """The same changes with those in one that are close together."""
    if len(changes) < 2:
        return changes
    text = document.text
    joined = changes[:1]
    for place, new in changes[1:]:
        last = joined[-1]
        if place.start - last.place.end <= _NEAR:
            between = text[last.place.end : place.start]
            joined[-1] = Replacement(Range(last.place.start, place.end), f"{last.new}{between}{new}")
        else:
            joined.append(Replacement(place, new))
    return joined
