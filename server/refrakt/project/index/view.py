"""The other pages of a site, for somebody who stands on one and asks about them.

What the index knows may lie a moment behind what is typed or written. Whoever is going to change a text needs facts whose places
are those of the very text that will be changed; `source` gives both, and reads the page again where they do not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc import Document, parse

from ..pages.facts import PageFacts
from ..pages.reading import facts_of
from ..pages.remembering import Memory
from ..site import SiteContext
from .cache import digest
from .entry import made
from .look import Look
from .sources import place_of
from .worker import content

if TYPE_CHECKING:
    from ..workspace import Snapshot
    from .project_index import ProjectIndex
    from .site_index import SiteIndex


class Source(NamedTuple):
    """A file of the site: its text as it is now, and facts with the places of this text."""

    text: str
    facts: PageFacts
    version: int | None = None
    """Of the buffer, where it is open."""


@dataclass(frozen=True, slots=True)
class SiteView:
    """A site. Whoever looks into `site` holds the `lock`, and for a moment only: those who type may wait for it."""

    site: SiteIndex
    lock: AbstractContextManager[object]
    source: Callable[[str], Source | None]
    """A file by its path below the project's folder; None for one that cannot be read."""
    known_facts: Callable[[str, Document], PageFacts | None] = lambda path, document: None
    """The facts of an open page, if this text of it has been read."""

    def look(self, path: str) -> Look | None:
        """A look at the site from one of its files; None for what the index does not know, or not yet."""
        entry = self.site.entries.get(path)
        return Look(self.site, entry) if entry is not None else None

    def look_with(self, path: str, facts: PageFacts) -> Look | None:
        """A look from a file as if it had these facts, as while it is typed; None for what is no part of the site."""
        site = self.site
        known = site.entries.get(path)
        if known is not None and known.facts is facts:
            return Look(site, known)
        placed = (known.kind, known.name) if known is not None else place_of(site.spec, site.spec.root / path)
        return Look(site, made(site.spec, path, *placed, facts)) if placed is not None else None


def view_of(index: ProjectIndex, site: SiteIndex, snapshot: Snapshot) -> SiteView:
    """A site as it is in the index of a project, with the buffers of a moment over it."""
    context = site.spec.context

    def source(path: str) -> Source | None:
        buffer = snapshot.paths.get(index.root / path)
        if buffer is not None:
            facts = index.open_facts(path, buffer.document, site.spec.name)
            facts = facts or _facts(buffer.document, context, buffer.memory)
            return Source(buffer.document.text, facts, buffer.version)
        data = content(index.root / path)
        if not isinstance(data, bytes):
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
        entry = site.entries.get(path)
        reading = index.reading(path)
        if (
            entry is not None
            and reading is not None
            and reading.facts is entry.facts
            and reading.seen.digest == digest(data)
        ):
            return Source(text, entry.facts)
        return Source(text, _facts(parse(text, context.options), context))

    def known_facts(path: str, document: Document) -> PageFacts | None:
        return index.open_facts(path, document, site.spec.name)

    return SiteView(site, index.lock, source, known_facts)


def _facts(document: Document, context: SiteContext, memory: Memory | None = None) -> PageFacts:
    if document.options != context.options:
        return facts_of(parse(document.text, context.options), context.vocabulary)
    return facts_of(document, context.vocabulary, memory)
