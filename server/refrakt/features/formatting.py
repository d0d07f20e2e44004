"""Formatting of a page or of some of its blocks, as minimal text edits.

Formatting never changes the meaning: a page that cannot be formatted without that is left alone. Line ends are kept, and the
editor's tab width is ignored, since indentation has a meaning in Markdoc. On a refrakt site pages get one normal form; on other
sites `keep_style` is set, and the style of the author stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.document import Document
from refrakt.markdoc.format import format_edits, format_ranges, tidy_page
from refrakt.markdoc.text import WHITESPACE
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span


def format_page(document: Document, keep_style: bool = False) -> list[TextEdit] | None:
    """The edits that format a page; None if it cannot be formatted."""
    return tidy_page(document) if keep_style else format_edits(document)


def format_spans(document: Document, spans: Sequence[Span], keep_style: bool = False) -> list[TextEdit]:
    """The edits that format every block that one of the spans touches."""
    ranges = [_trimmed(document.text, each).bounds for each in spans]
    return tidy_page(document, ranges) if keep_style else format_ranges(document, ranges)


def _trimmed(text: str, span: Span) -> Span:
    """A selection of whole lines ends at the start of the next line, which is not part of it."""
    start, end = span.bounds
    chosen = text[start:end].rstrip(WHITESPACE)
    return Span(end - len(text[start:end].lstrip(WHITESPACE)), start + len(chosen)) if chosen else span
