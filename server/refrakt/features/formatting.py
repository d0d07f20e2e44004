"""Formatting: a page, or some of its blocks, in the normal form, as changes of the lines that look different.

What a page says stays the same, to the last attribute; a page that cannot be formatted without saying something else is left
alone. Line ends stay what they are. How wide an editor's tabs are makes no difference: in Markdoc, indentation means something.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc import Document
from refrakt.markdoc.format import format_edits, format_ranges
from refrakt.markdoc.text import WHITE

from .answers import Range, Replacement


def formatted(document: Document) -> list[Replacement] | None:
    """What a page in its normal form looks like; None if it cannot be brought there."""
    edits = format_edits(document)
    return [Replacement(Range(start, end), new) for start, end, new in edits] if edits is not None else None


def formatted_parts(document: Document, places: Sequence[Range]) -> list[Replacement]:
    """The same for every block that one of these stretches touches."""
    wanted = [_without_margin(document.text, each) for each in places]
    return [Replacement(Range(start, end), new) for start, end, new in format_ranges(document, wanted)]


def _without_margin(text: str, place: Range) -> Range:
    """Whole lines that are selected reach to the beginning of the next one, which is not meant."""
    start, end = place
    chosen = text[start:end].rstrip(WHITE)
    return Range(end - len(text[start:end].lstrip(WHITE)), start + len(chosen)) if chosen else place
