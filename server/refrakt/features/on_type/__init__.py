"""What is added while somebody types: a closing tag, the marker of the next item, the beginning of the next row.

It is asked for with a sign that has just been typed, and the writer types on meanwhile. So nothing is ever added that could be in
the way: every change is tried on the page first, and made only if nothing is wrong afterwards that was right before.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc import Document

from ..answers import Replacement
from ..page import PageContext
from ..supposing import supposed


def after_typing(page: PageContext, offset: int, sign: str) -> list[Replacement]:
    """The changes that follow from a sign in front of the cursor, in the order of the text."""
    from . import closing, rows, starts
    from .line import line_at

    document = page.document
    if sign == "}":
        found = closing.of_tag(page, offset)
    elif sign == "|":
        found = rows.completed(document, line_at(document, offset))
    elif sign == "\n":
        line = line_at(document, offset)
        found = rows.begun(document, line) or starts.begun(document, line)
    else:
        found = []
    return found if found and _does_no_harm(document, found) else []


def _does_no_harm(document: Document, changes: Sequence[Replacement]) -> bool:
    return len(supposed(document, changes).problems) <= len(document.problems)
