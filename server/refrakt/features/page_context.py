"""The page that a request is about: its text, its site and its path."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from refrakt.markdoc.document import Document
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.facts_cache import FactsCache
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import SiteContext

if TYPE_CHECKING:
    from refrakt.project.index.site_view import SiteView


@dataclass(frozen=True)
class PageContext:
    """What a feature gets besides the cursor."""

    document: Document
    site: SiteContext
    path: str | None = None
    """Relative to the project's folder."""
    view: SiteView | None = None
    """The other pages of the site, as far as they are indexed."""
    facts_cache: FactsCache | None = None
    """The facts of the previous version, where the page is open."""

    @cached_property
    def facts(self) -> PageFacts:
        """The facts of this text."""
        indexed = self.view.known_facts(self.path, self.document) if self.view is not None and self.path else None
        return indexed or facts_of(self.document, self.site.vocabulary, self.facts_cache)

    @cached_property
    def tracked(self) -> TrackedSite | None:
        """The site for queries from this page; None where the site is not indexed.

        The caller holds the lock of the view.
        """
        return (
            self.view.tracked_with(self.path, self.facts) if self.view is not None and self.path is not None else None
        )
