"""The occurrences in one file, computed from its facts.

Each fact gives the occurrences in it. Callers pass the facts around an offset, or all facts of a file.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from refrakt.features.symbols.file_text import FileText
from refrakt.features.symbols.filter_queries import ID_FIELDS, FieldValue, field_values
from refrakt.features.symbols.frontmatter_keys import key_occurrences
from refrakt.features.symbols.headings import heading_span
from refrakt.features.symbols.link_definitions import definition_occurrences, unused_definitions
from refrakt.features.symbols.link_target_spans import may_refer_to, target_spans
from refrakt.features.symbols.linked_files import linked_file, referenced_file
from refrakt.features.symbols.resolution import (
    anchor_symbol,
    entity_symbol,
    file_symbol,
    page_symbol,
    resolve_bond,
    resolve_symbol,
    symbols_by_fragment,
)
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span
from refrakt.project.index.entity_records import DRAWER
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Anchor, EntityFact, Heading, Link, PageFacts, Reference

_DRAWER = "drawer-"
_LAYOUT = "layout"


class OccurrenceFinder:
    """Turns the facts of a file into occurrences. With `tracked`, the caller holds the lock of the site."""

    def __init__(self, tracked: TrackedSite | None, facts: PageFacts, path: str, text: FileText | None) -> None:
        self.tracked = tracked
        self.facts = facts
        self.path = path
        self.text = text
        self._fragments: dict[str, tuple[PageFacts, dict[str, Symbol]]] = {}

    def find(self, sought: Symbol | None = None, ends: frozenset[str] | None = None) -> Iterator[Occurrence]:
        """All occurrences; with `sought`, those that may refer to it. `ends` are the last segments of all paths that resolve
        to it.
        """
        yield from self.declarations(sought)
        yield from self._references(sought, ends)

    def declarations(self, sought: Symbol | None = None) -> Iterator[Occurrence]:
        """The declarations in this file."""
        kind, name = (sought.kind, sought.name) if sought is not None else (None, "")
        facts = self.facts
        if kind in (None, "heading"):
            reported: set[str | None] = set()
            for heading in facts.headings:
                if heading.id not in reported and (kind is None or heading.id == name):
                    reported.add(heading.id)  # of several headings with one id, links resolve to the first
                    yield from self.heading(heading)
        if kind in (None, "entity", "drawer", "anchor"):
            for entity in facts.entities:
                if kind is None or entity.id == name:
                    yield from self.entity(entity)
            for anchor in facts.anchors:
                if kind is None or anchor.id == name:
                    yield from self.anchor(anchor)
        if kind in (None, "key") and self.text is not None:
            yield from key_occurrences(self.path, self.text)
        if kind in (None, "definition") and self.text is not None:
            unused = unused_definitions(self.text.document, facts.links) if self.text.document is not None else ()
            found = definition_occurrences((*facts.links, *unused), self.path, self.text.text)
            yield from (each for each in found if each.is_declaration)

    def _references(self, sought: Symbol | None, ends: frozenset[str] | None) -> Iterator[Occurrence]:
        kind = sought.kind if sought is not None else None
        reported: set[tuple[Symbol, Span]] = set()
        for link in self.facts.links:
            if sought is not None and not may_refer_to(link.target, sought, ends):
                continue
            for each in self.link(link):
                # Links that share a definition share the span of their target.
                if (each.symbol, each.span) not in reported:
                    reported.add((each.symbol, each.span))
                    yield each
        for reference in self.facts.references:
            if kind is None or (kind == "key") == (reference.kind == "frontmatter"):
                yield from self.reference(reference)
        if kind in (None, "entity"):
            for value in field_values(self.facts.filters):
                yield from self.query(value)
        if kind in (None, "definition") and self.text is not None:
            found = definition_occurrences(self.facts.links, self.path, self.text.text)
            yield from (each for each in found if not each.is_declaration)

    # Links ------------------------------------------------------------------------------------------------------------

    def link(self, link: Link) -> Iterator[Occurrence]:
        parts = target_spans(link, self.text.text if self.text is not None else None)
        if parts is None:
            return
        inside = link.start <= parts.path.start < link.end
        full_span = Span(link.start, link.end) if inside else None
        tracked = self.tracked
        if tracked is None:
            fragment = unquote(link.target[1:]) if link.target.startswith("#") else ""
            target_symbol = self._symbol_at_fragment(self.facts, self.path, fragment)
            if target_symbol is not None and parts.fragment is not None:
                yield self._fragment_occurrence(target_symbol, fragment, parts.fragment, full_span)
            return
        target = tracked.target(link)
        if target.kind == "elsewhere":
            return
        page = tracked.page_of(target)
        if page is not None and target.kind != "here":
            urls = target.candidates if target.kind in ("page", "asset") else ()
            url = next((each for each in urls if tracked.page(each) is page), None)
            symbol = page_symbol(tracked, page, url)
            if symbol is not None:
                yield Occurrence(symbol, self.path, parts.path, False, full_span)
        elif page is None:
            file = linked_file(tracked, target)
            if file is not None:
                yield Occurrence(self._file_symbol(file), self.path, parts.path, False, full_span)
        if page is not None and target.fragment and parts.fragment is not None:
            entry = tracked.file_with_anchor(page, target.fragment)
            target_symbol = (
                self._symbol_at_fragment(entry.facts, entry.path, target.fragment) if entry is not None else None
            )
            if target_symbol is not None:
                yield self._fragment_occurrence(target_symbol, target.fragment, parts.fragment, full_span)

    def _symbol_at_fragment(self, facts: PageFacts, path: str, fragment: str) -> Symbol | None:
        """The symbol of a fragment in a file. Cached: a page may have a thousand links to one file."""
        cached = self._fragments.get(path)
        if cached is None or cached[0] is not facts:
            cached = self._fragments[path] = facts, symbols_by_fragment(facts, path)
        return cached[1].get(fragment)

    def _fragment_occurrence(self, symbol: Symbol, fragment: str, span: Span, full_span: Span | None) -> Occurrence:
        """The fragment of a drawer has a prefix that is not part of its name."""
        if symbol.kind == "drawer" and fragment.startswith(_DRAWER) and fragment != symbol.name:
            span = Span(span.start + len(_DRAWER), span.end)
        return Occurrence(symbol, self.path, span, False, full_span)

    def _file_symbol(self, path: str) -> Symbol:
        """A file, which may be one that the site indexes."""
        entry = self.tracked.entry_at(path) if self.tracked is not None else None
        return file_symbol(entry) if entry is not None else Symbol("file", path)

    # References -------------------------------------------------------------------------------------------------------

    def reference(self, reference: Reference) -> Iterator[Occurrence]:
        span = Span(reference.start, reference.end)
        if reference.kind == "frontmatter":
            yield Occurrence(Symbol("key", self.path, reference.name), self.path, span)
            return
        tracked = self.tracked
        if tracked is None:
            return
        if reference.kind == "nav":
            yield from self._nav(tracked, reference)
            return
        found: Symbol | None = None
        if reference.kind in ("xref", "expand"):
            if reference.name.startswith("/") and "#" in reference.name:
                yield from self._url_reference(tracked, reference)
                return
            found = resolve_symbol(tracked, reference.name, reference.hint)
        elif reference.kind == "bond":
            found = resolve_bond(tracked, reference.name.strip())
        elif reference.kind == "partial":
            entry = tracked.partial(tracked.spec.partial_name(self.path, reference.name))
            found = file_symbol(entry) if entry is not None else None
        elif reference.kind in ("file", "sandbox"):
            file = referenced_file(tracked, reference)
            found = self._file_symbol(file) if file is not None else None
        elif reference.kind == "layout":
            layouts = tracked.layouts()
            found = file_symbol(layouts[-1]) if layouts else None
        if found is not None:
            yield Occurrence(found, self.path, span)

    def _url_reference(self, tracked: TrackedSite, reference: Reference) -> Iterator[Occurrence]:
        """A reference by URL and fragment: it refers to the page and to the heading."""
        full_span = Span(reference.start, reference.end)
        found = resolve_symbol(tracked, reference.name, reference.hint)
        url, _, fragment = reference.name.partition("#")
        exact = full_span.end - full_span.start == len(reference.name)
        if found is not None and (found.kind == "entity" or not exact):
            yield Occurrence(found, self.path, full_span)
            return
        if not exact or not resolve_name(tracked, reference.name, reference.hint).entities:
            return
        # Only a build may know the fragments of a page, but its URL is known.
        page = tracked.page(url)
        symbol = page_symbol(tracked, page, url) if page is not None else None
        if symbol is not None:
            yield Occurrence(symbol, self.path, Span(full_span.start, full_span.start + len(url)), False, full_span)
        if found is not None:
            yield self._fragment_occurrence(
                found, fragment, Span(full_span.start + len(url) + 1, full_span.end), full_span
            )

    def _nav(self, tracked: TrackedSite, reference: Reference) -> Iterator[Occurrence]:
        """A navigation item: a URL relative to the folder of its file."""
        base, name = tracked.spec.routes.base, reference.name.partition("#")[0]
        if name.startswith("/"):
            urls: Iterable[str] = tracked.spec.target(name, tracked.entry.url, tracked.folder).candidates
        elif tracked.entry.kind != "partial":  # relative paths in a partial depend on the page that includes it
            url = normal_url(posixpath.join("/", tracked.folder, name))
            url = url.removesuffix("/index") or "/"
            urls = (base.rstrip("/") + url, url)
        else:
            return
        for each in urls:
            page = tracked.page_ignoring_case(each)
            if page is not None:
                symbol = page_symbol(tracked, page) or page_symbol(tracked, page, each)
                if symbol is not None:
                    yield Occurrence(symbol, self.path, Span(reference.start, reference.end))
                return

    def query(self, value: FieldValue) -> Iterator[Occurrence]:
        """A query value that is the id of an entity."""
        if self.tracked is not None and value.field in ID_FIELDS:
            found = resolve_symbol(self.tracked, value.value, ID_FIELDS[value.field])
            if found is not None and found.kind == "entity" and found.name == value.value:
                yield Occurrence(found, self.path, value.span)

    # Declarations -----------------------------------------------------------------------------------------------------

    def heading(self, heading: Heading) -> Iterator[Occurrence]:
        if heading.id is not None:
            full_span = Span(heading.start, heading.end)
            yield Occurrence(
                Symbol("heading", self.path, heading.id), self.path, heading_span(heading, self.text), True, full_span
            )

    def anchor(self, anchor: Anchor) -> Iterator[Occurrence]:
        span = Span(anchor.start, anchor.end)
        symbol = anchor_symbol(self.facts, self.path, anchor.id, span.bounds)
        if symbol.kind == "anchor":  # entities are reported by `entity`
            yield Occurrence(symbol, self.path, span, True)

    def entity(self, entity: EntityFact) -> Iterator[Occurrence]:
        if entity.id and (self.tracked is None or self.tracked.entry.kind != _LAYOUT or entity.type == DRAWER):
            yield Occurrence(entity_symbol(entity, self.path), self.path, Span(entity.start, entity.end), True)

    def layout(self, document: Document, offset: int) -> Iterator[Occurrence]:
        """The `layout` tag, if it is at the offset."""
        tag = document.tag_at(offset)
        if tag is not None and tag.name == _LAYOUT:
            name = Span(*document.offsets(tag.name_span))
            yield Occurrence(Symbol("layout", self.path), self.path, name, True, Span(*document.offsets(tag.span)))
