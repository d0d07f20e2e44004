"""The end of a tag, for items that complete it: what is missing, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.features.cursor_context import CursorContext
from refrakt.markdoc.tree import Span

_PARTIAL_ENDS = ("%", "}")
"""What editors that close brackets, or typos, leave instead of `%}`."""


@dataclass(frozen=True, slots=True)
class TagEnding:
    """What an item must insert to complete the tag."""

    missing_space: str
    """The missing space between `{%` and the name."""
    missing_end: str
    """The missing end of a tag that has only a name."""
    span: Span
    """What an item that ends the tag replaces: the name and a partial end."""
    is_terminated: bool
    """Whether the tag has its `%}`."""
    is_last: bool
    """Whether only the end of the tag follows the name."""


def tag_ending(cursor: CursorContext) -> TagEnding:
    assert cursor.tag is not None
    tag = cursor.tag
    missing_space = " " if cursor.previous_char == "%" else ""
    rest = tag.block.text[cursor.span.end - tag.base : tag.content_end].strip()
    if tag.syntax.terminated:
        return TagEnding(missing_space, " " if cursor.next_char in ("%", "/") else "", cursor.span, True, not rest)
    is_left_over = rest in _PARTIAL_ENDS
    span = Span(cursor.span.start, tag.base + tag.reach) if is_left_over else cursor.span
    is_last = not rest or is_left_over
    return TagEnding(missing_space, " %}" if is_last else "", span, False, is_last)
