"""The page a question is about: its text as it is now, the site it belongs to, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from refrakt.markdoc import Document
from refrakt.project.pages.facts import PageFacts
from refrakt.project.pages.reading import facts_of
from refrakt.project.pages.remembering import Memory
from refrakt.project.site import SiteContext

if TYPE_CHECKING:
    from refrakt.project.index.look import Look
    from refrakt.project.index.view import SiteView


@dataclass(frozen=True)
class PageContext:
    """All that a feature is given besides the cursor."""

    document: Document
    site: SiteContext
    path: str | None = None
    """Below the project's folder."""
    view: SiteView | None = None
    """The other pages, where there are any and as far as they have been read."""
    memory: Memory | None = None
    """What was read off the version before, where the page is open."""

    @cached_property
    def facts(self) -> PageFacts:
        """The facts of this very text."""
        known = self.view.known_facts(self.path, self.document) if self.view is not None and self.path else None
        return known or facts_of(self.document, self.site.vocabulary, self.memory)

    @cached_property
    def look(self) -> Look | None:
        """A look at the site from this page as it is now; None where nothing is known of the others.

        Whoever uses it holds the lock of the view.
        """
        return self.view.look_with(self.path, self.facts) if self.view is not None and self.path is not None else None
