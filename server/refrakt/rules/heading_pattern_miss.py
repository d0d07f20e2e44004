"""A heading that does not say what the rune reads off it.

A stop of an itinerary is headed `9:00 – Harbour`: a time, a dash, a place. Without the dash the whole heading is taken for
both.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.runes.content import HeadingField

from .bodies import bodies, head_of
from .finding import Found
from .page import Here
from .registry import rule


@rule("heading-pattern-miss", "info", node="tag")
def heading_pattern_miss(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        for unread in body.trace.unread:
            if isinstance(unread.field, HeadingField) and not unread.field.optional:
                message = f"`{body.name}` finds no `{unread.field.name}` in this heading and uses all of it"
                yield Found(head_of(unread.node), message, f"Begin it with the {unread.field.name}, then a dash.")
