"""The keys of a page's frontmatter, as they are written."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Range
from .text import FileText
from .thing import Mention, Thing


def key_mentions(path: str, text: FileText) -> Iterator[Mention]:
    """What the frontmatter declares. Quotes around a key are not part of it."""
    frontmatter = text.frontmatter
    if frontmatter is None or frontmatter.root is None or frontmatter.root.kind != "mapping":
        return
    for key, value in frontmatter.root.entries:
        if isinstance(key.value, str):
            start, end = text.head.offsets(key.span)
            whole = Range(start, max(end, text.head.offsets(value.span)[1]))
            if text.text.startswith(("'", '"'), start):
                start, end = start + 1, end - 1
            yield Mention(Thing("key", path, key.value), path, Range(start, end), True, whole)
