"""The problem of a file among the pages that cannot be read as one; documented in `site_rules.unreadable_page`."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.rules.problem import Problem

CODE = "unreadable-page"
UNREADABLE = {
    "not-text": ("this is not UTF-8 text", "Save it as UTF-8."),
    "too-large": ("this is too large to be a page", "Split it, or keep it outside the content folder."),
    "too-many": (
        "the folders of this site hold more files than are indexed; problems between pages are not reported",
        "Name a smaller folder in the config.",
    ),
    "unreadable": ("this cannot be read", "Check its permissions."),
    "failed": ("this could not be read to its end", "Report it as a bug of refrakt."),
    "name": ("its name is not UTF-8 text", "Rename it."),
}
"""Why a file cannot be read, and what to do. A file that was deleted meanwhile is not a problem."""


def unreadable(reason: str) -> Iterator[Problem]:
    """The problem of a file that has no facts."""
    if reason in UNREADABLE:
        message, suggestion = UNREADABLE[reason]
        yield Problem(Span(0, 0), message, suggestion, severity="error", code=CODE)
