"""The replacement of one range of a text."""

from __future__ import annotations

from typing import NamedTuple

from refrakt.markdoc.tree import Span


class TextEdit(NamedTuple):
    """Replaces the text of a span. A span without a block counts from the start of the file."""

    span: Span
    new: str

    @property
    def growth(self) -> int:
        """By how many characters the text becomes longer."""
        return len(self.new) - (self.span.end - self.span.start)

    def on(self, text: str) -> str:
        """A text after the edit."""
        return text[: self.span.start] + self.new + text[self.span.end :]

    def shifted(self, by: int) -> TextEdit:
        """The same edit in a text with more characters before it."""
        return TextEdit(Span(self.span.start + by, self.span.end + by), self.new)
