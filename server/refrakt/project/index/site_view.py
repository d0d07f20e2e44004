"""A site for editor features: its index, and the current text of its files.

The index may be a moment behind the buffers and the disk. A feature that edits a file needs facts whose offsets match the text it
edits: `source` returns both, and reads the file again if the index has another version.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc.document import Document, parse
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.page_cache import digest
from refrakt.project.index.reader_process import content
from refrakt.project.index.site_files import kind_and_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.facts_cache import FactsCache
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import SiteContext

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex
    from refrakt.project.index.site_index import SiteIndex
    from refrakt.project.snapshot import Snapshot


class PageText(NamedTuple):
    """The current text of a file, and the facts of this text."""

    text: str
    facts: PageFacts
    version: int | None = None
    """Of the buffer, if the file is open."""


@dataclass(frozen=True, slots=True)
class SiteView:
    """A site. Hold the `lock` while you read `site`, and only briefly: keystrokes may wait for it."""

    site: SiteIndex
    lock: AbstractContextManager[object]
    source: Callable[[str], PageText | None]
    """A file by its path below the project root; None if it cannot be read."""
    known_facts: Callable[[str, Document], PageFacts | None] = lambda path, document: None
    """The facts of an open page, if this version of it is indexed."""

    def tracked(self, path: str) -> TrackedSite | None:
        """The site for queries from one of its files; None if the file is not indexed."""
        entry = self.site.entries.get(path)
        return TrackedSite(self.site, entry) if entry is not None else None

    def tracked_with(self, path: str, facts: PageFacts) -> TrackedSite | None:
        """The same with other facts of the file, as during an edit; None if the file is not part of the site."""
        site = self.site
        entry = site.entries.get(path)
        if entry is not None and entry.facts is facts:
            return TrackedSite(site, entry)
        found = (entry.kind, entry.name) if entry is not None else kind_and_name(site.spec, site.spec.root / path)
        return TrackedSite(site, index_file(site.spec, path, *found, facts)) if found is not None else None


def site_view(index: ProjectIndex, site: SiteIndex, snapshot: Snapshot) -> SiteView:
    """A site of a project's index, with the buffers of a snapshot."""
    context = site.spec.context

    def source(path: str) -> PageText | None:
        buffer = snapshot.paths.get(index.root / path)
        if buffer is not None:
            facts = index.open_facts(path, buffer.document, site.spec.name)
            facts = facts or _facts(buffer.document, context, buffer.facts_cache)
            return PageText(buffer.document.text, facts, buffer.version)
        data = content(index.root / path)
        if not isinstance(data, bytes):
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
        entry = site.entries.get(path)
        record = index.file_record(path)
        if (
            entry is not None
            and record is not None
            and record.facts is entry.facts
            and record.stamp.digest == digest(data)
        ):
            return PageText(text, entry.facts)
        return PageText(text, _facts(parse(text, context.options), context))

    def known_facts(path: str, document: Document) -> PageFacts | None:
        return index.open_facts(path, document, site.spec.name)

    return SiteView(site, index.lock, source, known_facts)


def _facts(document: Document, context: SiteContext, cache: FactsCache | None = None) -> PageFacts:
    if document.options != context.options:
        return facts_of(parse(document.text, context.options), context.vocabulary)
    return facts_of(document, context.vocabulary, cache)
