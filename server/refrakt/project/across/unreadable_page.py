"""A file among the pages that cannot be read as one.

It is not UTF-8 text, larger than any page that a person would write, closed to us, or it brings the reader down. The site's own
build would stumble over it as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.problem import PageProblem
from .registry import declare

_CODE = "unreadable-page"
UNREADABLE = {
    "not-text": ("this is not UTF-8 text", "Save it as UTF-8."),
    "too-large": ("this is too large to be a page", "Split it, or keep it outside the content folder."),
    "too-many": (
        "the folders of this site hold more files than are indexed; problems between pages are not reported",
        "Name a smaller folder in the config.",
    ),
    "unreadable": ("this cannot be read", "Look at its permissions."),
    "failed": ("this could not be read to its end", "Tell us: a page should never do that."),
    "name": ("its name is not UTF-8 text", "Rename it."),
}
"""Why a file cannot be read, and what to do. A file that has gone meanwhile is no problem."""

declare(_CODE, "error", __doc__ or "")


def unreadable(reason: str) -> Iterator[PageProblem]:
    """The problem of a file of which nothing is known."""
    if reason in UNREADABLE:
        message, suggestion = UNREADABLE[reason]
        yield PageProblem(_CODE, "error", 0, 0, message, suggestion)
