"""A list item that does not say what the rune reads off it.

A track of a playlist has its name in bold; without it there is no track. The message names what was not found.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.runes.content import ItemField

from .bodies import bodies, head_of
from .finding import Found
from .page import Here
from .registry import rule

_WORDS = {"strong": "in bold", "em": "in italics", "link": "as a link", "image": "as an image", "list": "as a list"}


@rule("item-pattern-miss", "info", node="tag")
def item_pattern_miss(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        for unread in body.trace.unread:
            field = unread.field
            if isinstance(field, ItemField) and not field.optional:
                how = _WORDS.get(field.match.partition(":")[0], "as text")
                message = f"`{body.name}` finds no `{field.name}` in this item"
                yield Found(head_of(unread.node), message, f"Write the {field.name} {how}.")
