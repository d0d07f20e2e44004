"""The text of a file, parsed only as far as necessary.

Facts hold most spans. The text span of a heading and the keys of the frontmatter need a syntax tree; parsing whole files for
them would be too slow, so only the lines in question are parsed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.frontmatter import Frontmatter
from refrakt.markdoc.parse_options import ParseOptions

_DASHES = "---"


@dataclass(frozen=True)
class FileText:
    """A text, and its parsed document where the caller has it."""

    text: str
    options: ParseOptions
    document: Document | None = None

    def parse_slice(self, start: int, end: int) -> Document:
        """A slice of the text parsed on its own, for syntax that does not depend on its context."""
        return parse(self.text[start:end], self.options)

    @cached_property
    def frontmatter_document(self) -> Document:
        """A document with the frontmatter of the text and as little else as possible."""
        if self.document is not None:
            return self.document
        close = self.text.find(f"\n{_DASHES}", len(_DASHES)) if self.text.startswith(_DASHES) else -1
        if close < 0:
            return parse("", self.options)
        return parse(self.text[: close + len(_DASHES) + 1] + "\n", self.options)

    @property
    def frontmatter(self) -> Frontmatter | None:
        return self.frontmatter_document.frontmatter


def file_text(document: Document) -> FileText:
    """The text of a parsed page."""
    return FileText(document.text, document.options, document)
