"""A file of the index: what it is to the site, where it is served, and the facts its text tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..pages.facts import PageFacts

if TYPE_CHECKING:
    from .spec import SiteSpec

Kind = Literal["page", "layout", "partial", "plan"]
"""A page of the site, a layout around pages, text that pages take in, or an item of the project's plan."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file. Equal entries tell the same, so nobody has to be asked again when one takes the place of the other."""

    path: str
    """Below the project's folder, with `/` between the steps."""
    kind: Kind
    name: str
    """A page by its path below the content folder, a partial by what pages call it, a layout by the folder it holds for."""
    facts: PageFacts
    url: str | None = None
    """Where a page is served."""
    layout: str | None = None
    """The theme's layout a page is shown in."""


def made(spec: SiteSpec, path: str, kind: Kind, name: str, facts: PageFacts) -> Entry:
    """A file as a site sees it."""
    if kind != "page":
        return Entry(path, kind, name, facts)
    url = spec.routes.url(name, facts.slug)
    return Entry(path, kind, name, facts, url, spec.routes.layout(url))
