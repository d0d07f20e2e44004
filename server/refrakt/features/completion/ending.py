"""The end of a tag, for an offer that finishes one: whether it is missing, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass

from ..answers import Range
from ..place import Place

_LEFT_OVER = ("%", "}")
"""What an editor that closes brackets by itself, or a hasty writer, leaves where `%}` should be."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What an offer must bring along so that the tag is whole."""

    lead: str
    """The space that is missing between `{%` and the word."""
    finish: str
    """The end of a tag that takes nothing more than the word, where it is missing."""
    stretch: Range
    """What an offer that ends the tag replaces: the word, and what is left of an end."""
    is_there: bool
    """Whether the `%}` of the tag is there."""
    is_last: bool
    """Whether nothing of the tag follows the word."""


def ending_of(place: Place) -> Ending:
    assert place.tag is not None
    tag = place.tag
    lead = " " if place.before == "%" else ""
    rest = tag.block.text[place.word.end - tag.base : tag.content_end].strip()
    if tag.syntax.terminated:
        return Ending(lead, " " if place.behind in ("%", "/") else "", place.word, True, not rest)
    is_left_over = rest in _LEFT_OVER
    stretch = Range(place.word.start, tag.base + tag.reach) if is_left_over else place.word
    is_last = not rest or is_left_over
    return Ending(lead, " %}" if is_last else "", stretch, False, is_last)
