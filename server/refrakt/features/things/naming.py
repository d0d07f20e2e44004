"""What one file names and declares, fact by fact.

Every fact becomes the places that name something. Whoever asks about one place gives the facts around it, whoever asks about a file
all of them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from refrakt.markdoc import Document
from refrakt.project.index.calling import called
from refrakt.project.index.entities import DRAWER
from refrakt.project.index.look import Look
from refrakt.project.index.targets import normal, target_of
from refrakt.project.pages.facts import Anchor, Entity, Heading, Link, PageFacts, Reference

from ..answers import Range
from .definitions import definition_mentions, unused_definitions
from .files import linked_file, named_file
from .headings import heading_place
from .keys import key_mentions
from .queries import IDS, Wanted, wanted_in
from .resolving import (
    anchor_thing,
    bound_thing,
    called_thing,
    entity_thing,
    file_thing,
    page_thing,
    places_in,
)
from .targets import may_name, parts_of
from .text import FileText
from .thing import Mention, Thing

_DRAWER = "drawer-"
_LAYOUT = "layout"


class Naming:
    """Turns the facts of a file into mentions. Whoever uses it with a look holds the lock of the site."""

    def __init__(self, look: Look | None, facts: PageFacts, path: str, text: FileText | None) -> None:
        self.look = look
        self.facts = facts
        self.path = path
        self.text = text
        self._places: dict[str, tuple[PageFacts, dict[str, Thing]]] = {}

    def all(self, wanted: Thing | None = None, ends: frozenset[str] | None = None) -> Iterator[Mention]:
        """All mentions; with a thing, those that may be of it. `ends` are the last steps of all paths that lead to it."""
        yield from self.declarations(wanted)
        yield from self._uses(wanted, ends)

    def declarations(self, wanted: Thing | None = None) -> Iterator[Mention]:
        """What is declared here."""
        kind, name = (wanted.kind, wanted.name) if wanted is not None else (None, "")
        facts = self.facts
        if kind in (None, "heading"):
            told: set[str | None] = set()
            for heading in facts.headings:
                if heading.id not in told and (kind is None or heading.id == name):
                    told.add(heading.id)  # of several with one id a link finds the first
                    yield from self.heading(heading)
        if kind in (None, "entity", "drawer", "anchor"):
            for entity in facts.entities:
                if kind is None or entity.id == name:
                    yield from self.entity(entity)
            for anchor in facts.anchors:
                if kind is None or anchor.id == name:
                    yield from self.anchor(anchor)
        if kind in (None, "key") and self.text is not None:
            yield from key_mentions(self.path, self.text)
        if kind in (None, "definition") and self.text is not None:
            unused = unused_definitions(self.text.known, facts.links) if self.text.known is not None else ()
            found = definition_mentions((*facts.links, *unused), self.path, self.text.text)
            yield from (each for each in found if each.declares)

    def _uses(self, wanted: Thing | None, ends: frozenset[str] | None) -> Iterator[Mention]:
        kind = wanted.kind if wanted is not None else None
        told: set[tuple[Thing, Range]] = set()
        for link in self.facts.links:
            if wanted is not None and not may_name(link.target, wanted, ends):
                continue
            for each in self.link(link):
                # Links that share a definition share the place where their target is written.
                if (each.thing, each.place) not in told:
                    told.add((each.thing, each.place))
                    yield each
        for reference in self.facts.references:
            if kind is None or (kind == "key") == (reference.kind == "frontmatter"):
                yield from self.reference(reference)
        if kind in (None, "entity"):
            for asked in wanted_in(self.facts.filters):
                yield from self.query(asked)
        if kind in (None, "definition") and self.text is not None:
            found = definition_mentions(self.facts.links, self.path, self.text.text)
            yield from (each for each in found if not each.declares)

    # Links ------------------------------------------------------------------------------------------------------------

    def link(self, link: Link) -> Iterator[Mention]:
        parts = parts_of(link, self.text.text if self.text is not None else None)
        if parts is None:
            return
        inside = link.start <= parts.path.start < link.end
        whole = Range(link.start, link.end) if inside else None
        look = self.look
        if look is None:
            fragment = unquote(link.target[1:]) if link.target.startswith("#") else ""
            there = self._place(self.facts, self.path, fragment)
            if there is not None and parts.fragment is not None:
                yield self._fragment(there, fragment, parts.fragment, whole)
            return
        target = look.target(link)
        if target.kind == "elsewhere":
            return
        page = look.page_of(target)
        if page is not None and target.kind != "here":
            place = next((each for each in target.places if look.page(each) is page), None)
            thing = page_thing(look, page, place if target.kind != "source" else None)
            if thing is not None:
                yield Mention(thing, self.path, parts.path, False, whole)
        elif page is None:
            file = linked_file(look, target)
            if file is not None:
                yield Mention(self._file(file), self.path, parts.path, False, whole)
        if page is not None and target.fragment and parts.fragment is not None:
            entry = look.holding(page, target.fragment)
            there = self._place(entry.facts, entry.path, target.fragment) if entry is not None else None
            if there is not None:
                yield self._fragment(there, target.fragment, parts.fragment, whole)

    def _place(self, facts: PageFacts, path: str, fragment: str) -> Thing | None:
        """The place of this name in a file. A page may have a thousand links to one file."""
        known = self._places.get(path)
        if known is None or known[0] is not facts:
            known = self._places[path] = facts, places_in(facts, path)
        return known[1].get(fragment)

    def _fragment(self, thing: Thing, fragment: str, place: Range, whole: Range | None) -> Mention:
        """A drawer's fragment begins with what it is, and only the rest is its name."""
        if thing.kind == "drawer" and fragment.startswith(_DRAWER) and fragment != thing.name:
            place = Range(place.start + len(_DRAWER), place.end)
        return Mention(thing, self.path, place, False, whole)

    def _file(self, path: str) -> Thing:
        """A file, which may be one of the site's own."""
        entry = self.look.entry_at(path) if self.look is not None else None
        return file_thing(entry) if entry is not None else Thing("file", path)

    # Names ------------------------------------------------------------------------------------------------------------

    def reference(self, reference: Reference) -> Iterator[Mention]:
        place = Range(reference.start, reference.end)
        if reference.kind == "frontmatter":
            yield Mention(Thing("key", self.path, reference.name), self.path, place)
            return
        look = self.look
        if look is None:
            return
        if reference.kind == "nav":
            yield from self._nav(look, reference)
            return
        found: Thing | None = None
        if reference.kind in ("xref", "expand"):
            if reference.name.startswith("/") and "#" in reference.name:
                yield from self._address(look, reference)
                return
            found = called_thing(look, reference.name, reference.hint)
        elif reference.kind == "bond":
            found = bound_thing(look, reference.name.strip())
        elif reference.kind == "partial":
            entry = look.partial(reference.name)
            found = file_thing(entry) if entry is not None else None
        elif reference.kind in ("file", "sandbox"):
            file = named_file(look, reference)
            found = self._file(file) if file is not None else None
        elif reference.kind == "layout":
            layouts = look.layouts()
            found = file_thing(layouts[-1]) if layouts else None
        if found is not None:
            yield Mention(found, self.path, place)

    def _address(self, look: Look, reference: Reference) -> Iterator[Mention]:
        """A name that is the address of a heading: it names the page, too."""
        whole = Range(reference.start, reference.end)
        found = called_thing(look, reference.name, reference.hint)
        url, _, fragment = reference.name.partition("#")
        exact = whole.end - whole.start == len(reference.name)
        if found is not None and (found.kind == "entity" or not exact):
            yield Mention(found, self.path, whole)
            return
        if not exact or not called(look, reference.name, reference.hint).things:
            return
        # Which places a page has may be for a build to say, but not which page it is.
        page = look.page(url)
        thing = page_thing(look, page, url) if page is not None else None
        if thing is not None:
            yield Mention(thing, self.path, Range(whole.start, whole.start + len(url)), False, whole)
        if found is not None:
            yield self._fragment(found, fragment, Range(whole.start + len(url) + 1, whole.end), whole)

    def _nav(self, look: Look, reference: Reference) -> Iterator[Mention]:
        """An item of a navigation is an address, seen from the folder of its file."""
        base, name = look.spec.routes.base, reference.name.partition("#")[0]
        if name.startswith("/"):
            urls: Iterable[str] = target_of(name, look.entry.url, look.folder, base).places
        elif look.entry.kind != "partial":  # where a partial is taken in decides what is near it
            url = normal(posixpath.join("/", look.folder, name))
            url = url.removesuffix("/index") or "/"
            urls = (base.rstrip("/") + url, url)
        else:
            return
        for each in urls:
            page = look.page_of_slug(each)
            if page is not None:
                thing = page_thing(look, page) or page_thing(look, page, each)
                if thing is not None:
                    yield Mention(thing, self.path, Range(reference.start, reference.end))
                return

    def query(self, wanted: Wanted) -> Iterator[Mention]:
        """A value of a query that is the id of a thing."""
        if self.look is not None and wanted.field in IDS:
            found = called_thing(self.look, wanted.value, IDS[wanted.field])
            if found is not None and found.kind == "entity" and found.name == wanted.value:
                yield Mention(found, self.path, wanted.place)

    # What is declared -------------------------------------------------------------------------------------------------

    def heading(self, heading: Heading) -> Iterator[Mention]:
        if heading.id is not None:
            whole = Range(heading.start, heading.end)
            yield Mention(
                Thing("heading", self.path, heading.id), self.path, heading_place(heading, self.text), True, whole
            )

    def anchor(self, anchor: Anchor) -> Iterator[Mention]:
        place = Range(anchor.start, anchor.end)
        thing = anchor_thing(self.facts, self.path, anchor.id, place)
        if thing.kind == "anchor":  # a thing is told of as such
            yield Mention(thing, self.path, place, True)

    def entity(self, entity: Entity) -> Iterator[Mention]:
        if entity.id and (self.look is None or self.look.entry.kind != _LAYOUT or entity.type == DRAWER):
            yield Mention(entity_thing(entity, self.path), self.path, Range(entity.start, entity.end), True)

    def layout(self, document: Document, offset: int) -> Iterator[Mention]:
        """The tag that makes a file a layout, if this is it."""
        tag = document.tag_at(offset)
        if tag is not None and tag.name == _LAYOUT:
            name = Range(*document.offsets(tag.name_span))
            yield Mention(Thing("layout", self.path), self.path, name, True, Range(*document.offsets(tag.span)))
