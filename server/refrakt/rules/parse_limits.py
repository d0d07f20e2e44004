"""Which part of a page was not read because it exceeds a limit.

A problem there may not be one: the closing tag of an open tag may be in the part that was not read. So rules about pairs of
tags are not run from there on, and no fix is offered on such a page.
"""

from __future__ import annotations

from refrakt.markdoc.document import Document

_LIMITS = frozenset({"too-deep", "too-long"})


def unread_from(document: Document) -> int | None:
    """The offset of the first text that was not read for markup; None if all of it was. Frontmatter does not count."""
    found = (
        document.offsets(problem.span)[0]
        for problem in document.problems
        if problem.id in _LIMITS and not _is_frontmatter(document, problem.span.block)
    )
    return min(found, default=None)


def _is_frontmatter(document: Document, block: object) -> bool:
    return document.frontmatter is not None and block is document.blocks[0].source
