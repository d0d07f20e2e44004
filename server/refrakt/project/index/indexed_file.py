"""A file of the index: its kind, its URL and the facts of its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from refrakt.project.pages.page_facts import PageFacts

if TYPE_CHECKING:
    from refrakt.project.index.site_spec import SiteSpec

Kind = Literal["page", "layout", "partial", "plan"]
"""A page, a layout around pages, a partial that pages include, or an item of the plan."""


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A file of a site. Replacing it by an equal one invalidates nothing."""

    path: str
    """Below the project root, with `/` between the segments."""
    kind: Kind
    name: str
    """The path of a page below the content folder, the name of a partial, the folder of a layout."""
    facts: PageFacts
    url: str | None = None
    """Where a page is served."""
    layout: str | None = None
    """The layout of the theme for a page."""


def index_file(spec: SiteSpec, path: str, kind: Kind, name: str, facts: PageFacts) -> IndexedFile:
    """A file with the URL and layout that a site gives it."""
    if kind != "page":
        return IndexedFile(path, kind, name, facts)
    if spec.markdoc is not None:
        routes = spec.markdoc.routes
        url = routes.url_of(name, facts.frontmatter)
        # Where routes are not known, a URL that follows from the path finds pages, but no link is broken because of it.
        return IndexedFile(path, kind, name, facts, url if url or routes.known else spec.routes.url(name))
    url = spec.routes.url(name, facts.slug)
    return IndexedFile(path, kind, name, facts, url, spec.routes.layout(url))
