"""The replacement of one range of a text."""

from __future__ import annotations

from typing import NamedTuple

from refrakt.markdoc.tree import Span


class TextEdit(NamedTuple):
    """Replaces the text of a span. A span without a block counts from the start of the file."""

    span: Span
    new: str
