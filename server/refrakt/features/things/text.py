"""The text of a file, taken apart as far as somebody needs it.

Facts tell where most things are written. What a heading says and the keys of the frontmatter are read off the tree; to read a whole
file for that would take too long, so only the lines concerned are read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from refrakt.markdoc import Document, Options, parse
from refrakt.markdoc.frontmatter import Frontmatter

_DASHES = "---"


@dataclass(frozen=True)
class FileText:
    """A text. Whoever has its tree gives it along."""

    text: str
    options: Options
    known: Document | None = None

    def piece(self, start: int, end: int) -> Document:
        """A stretch of the text read on its own, for what means the same wherever it stands."""
        return parse(self.text[start:end], self.options)

    @cached_property
    def head(self) -> Document:
        """A document whose frontmatter is that of the text, and which holds no more of the text than it must."""
        if self.known is not None:
            return self.known
        close = self.text.find(f"\n{_DASHES}", len(_DASHES)) if self.text.startswith(_DASHES) else -1
        if close < 0:
            return parse("", self.options)
        return parse(self.text[: close + len(_DASHES) + 1] + "\n", self.options)

    @property
    def frontmatter(self) -> Frontmatter | None:
        return self.head.frontmatter


def text_of(document: Document) -> FileText:
    """The text of a page that has been read."""
    return FileText(document.text, document.options, document)
