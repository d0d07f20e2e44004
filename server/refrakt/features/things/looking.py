"""A look at a site from a text that the index does not know yet: one that is typed, or was opened a moment ago."""

from __future__ import annotations

from refrakt.project.index.look import Look
from refrakt.project.index.view import SiteView
from refrakt.project.pages.facts import PageFacts

from ..page import PageContext


def look_from(page: PageContext) -> Look | None:
    """A look from a page at the others; None where nothing is known of them. Whoever uses it holds the lock of the view."""
    return page.look


def look_with(view: SiteView, path: str, facts: PageFacts) -> Look | None:
    """A look from a file as if it had these facts; None for a file that is no part of the site."""
    return view.look_with(path, facts)
