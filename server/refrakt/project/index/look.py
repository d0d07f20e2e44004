"""What a rule between pages sees: one file, and its questions about the others.

Every question is noted. So a rule need not say what it depends on: whoever gets another answer than before is looked at again.
A rule that went around this class and looked at the index itself would go on telling what is true no longer.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from refrakt.rules.words import nearest

from ..pages.facts import Link, PageFacts
from .entities import EntityRecord
from .entry import Entry
from .given import IDS, INCOMPLETE, PARTIALS, URLS, Key, alike, expanded, needed
from .spec import SiteSpec
from .targets import Target, normal, target_of

if TYPE_CHECKING:
    from .site_index import SiteIndex

_MOST_GUESSES = 3
_MOST_PLACES = 1_000
"""The places of one page among which the one is looked for that was meant."""
_MOST_COMPARED = 5_000
"""With so many names at most another is compared. Where there are more, a wrong name costs too much time."""


class Look:
    """A look at one file of a site."""

    def __init__(self, index: SiteIndex, entry: Entry) -> None:
        self._index = index
        self.entry = entry
        self.facts: PageFacts = entry.facts
        self.spec: SiteSpec = index.spec
        self.asked: set[Key] = set()
        self._page: tuple[Target | None, Entry | None] = None, None
        self._layouts: dict[str, list[Entry]] = {}
        self._unknown: tuple[PageFacts, tuple[frozenset[str], bool]] | None = None
        """The places of a text that is not in the index."""

    @cached_property
    def folder(self) -> str:
        """The folder of this file below the content folder."""
        return self.entry.path.removeprefix(self.spec.content_path).rpartition("/")[0]

    @property
    def is_complete(self) -> bool:
        """Whether every page and every pattern of the config could be read. If not, any address, id or title may exist."""
        self.asked.add(INCOMPLETE)
        return self.spec.complete and not self._index.incomplete

    def is_incomplete(self, path: str) -> bool:
        """Whether the frontmatter of a file was not read."""
        self.asked.add(INCOMPLETE)
        return path in self._index.incomplete

    # Links ------------------------------------------------------------------------------------------------------------

    def target(self, link: Link) -> Target:
        """What a link means here."""
        return target_of(link.target, self.entry.url, self.folder, self.spec.routes.base)

    def page_of(self, target: Target) -> Entry | None:
        """The page a target leads to: the first of its places at which there is one."""
        # Every rule for links asks for the same page in turn.
        known, found = self._page
        if known is not target:
            found = self._found(target)
            self._page = target, found
        return found

    def _found(self, target: Target) -> Entry | None:
        if target.kind == "here":
            return self.entry
        for place in target.places:
            found = self.source(place) if target.kind == "source" else self.page(place)
            if found is not None:
                return found
        return None

    def page(self, url: str) -> Entry | None:
        """The file that is served at an address: a page, or the item of a plan that a page is made of."""
        paths = self.paths_at(url)
        return self._index.entries[paths[0]] if paths else None

    def paths_at(self, url: str) -> tuple[str, ...]:
        """All files that would be served at an address. A page that is written wins over one that is made."""
        url = normal(url)
        self.asked.add(("url", url))
        return tuple(self._index.urls.get(url, ()))

    def page_called(self, url: str) -> str | None:
        """The address of a page that differs from this one in capitals at most."""
        slug = normal(url).lower()
        self.asked.add(("slug", slug))
        paths = self._index.slugs.get(slug)
        return slug if paths else None

    def page_of_slug(self, url: str) -> Entry | None:
        """The page at an address that differs from this one in capitals at most."""
        slug = self.page_called(url)
        return self._index.entries[self._index.slugs[slug][0]] if slug is not None else None

    def has_pages_in(self, folder: str) -> bool:
        """Whether a page is served directly below an address, which ends with a slash."""
        self.asked.add(URLS)
        return normal(folder) in self._index.folders

    def entry_at(self, path: str) -> Entry | None:
        """The file of the site at a path below the project's folder."""
        return self._index.entries.get(path)

    def source(self, file: str) -> Entry | None:
        """A page by its path below the content folder."""
        self.asked.add(("file", file))
        paths = self._index.files.get(file)
        return self._index.entries[paths[0]] if paths else None

    def nearest_urls(self, url: str) -> list[str]:
        """The addresses that may have been meant: those with the same last step first, then those beside it spelt alike."""
        return self._nearest("url", url, self._index.urls)

    def nearest_sources(self, file: str) -> list[str]:
        """The same for pages by their paths below the content folder."""
        return self._nearest("file", file, self._index.files)

    def _nearest(self, kind: str, word: str, names: Collection[str]) -> list[str]:
        # No page comes or goes without its address, so one question stands for both.
        self.asked.add(URLS)
        tables = self._index.guesses
        if kind not in tables:
            # A look at every name for every broken link would take long on a large site, so they are put in order once.
            tables[kind] = sorted(names)
            for name in tables[kind]:
                folder, _, last = name.lower().rpartition("/")
                tables.setdefault(f"{kind} ends {last}", []).append(name)
                tables.setdefault(f"{kind} in {folder}", []).append(name)
        folder, _, last = word.lower().rpartition("/")
        same = tables.get(f"{kind} ends {last}", []) if last else []
        beside = tables.get(f"{kind} in {folder}", [])
        close = nearest(word, beside) if len(beside) <= _MOST_COMPARED else []
        return list(dict.fromkeys([*same, *close]))[:_MOST_GUESSES]

    def has_anchor(self, entry: Entry, fragment: str) -> bool | None:
        """Whether a page has a place of this name, its partials and layouts included. None where only a build can tell."""
        sure = True
        for each in self._shown(entry):
            self.asked.add(("anchor", each.path, fragment))
            ids, more = self._places_of(each)
            if fragment in ids:
                return True
            if each.kind == "plan" or more:
                sure = False
            if any(self.partial(name) is None for name in self.includes(each)):
                sure = False
        return False if sure else None

    def holding(self, entry: Entry, fragment: str) -> Entry | None:
        """The file in which the place stands that a fragment of a page leads to: the page, one of its partials or its layouts."""
        for each in self._shown(entry):
            self.asked.add(("anchor", each.path, fragment))
            if fragment in self._places_of(each)[0]:
                return each
        return None

    def _places_of(self, entry: Entry) -> tuple[frozenset[str], bool]:
        """The names of the places in a file, and whether there may be more of them."""
        index, facts = self._index, entry.facts
        if entry is not index.entries.get(entry.path):  # somebody asks about a text that the index does not have yet
            if self._unknown is None or self._unknown[0] is not facts:
                self._unknown = facts, (facts.fragments, _may_have_more(facts))
            return self._unknown[1]
        known = index.anchors.get(entry.path)
        if known is None:
            known = index.anchors[entry.path] = facts.fragments, _may_have_more(facts)
        return known

    def anchors(self, entry: Entry) -> dict[str, str]:
        """The names of places on a page that may have been meant, each with what the heading says."""
        found: dict[str, str] = {}
        for each in self._shown(entry):
            self.asked.add(("anchors", each.path))
            for heading in each.facts.headings[:_MOST_PLACES]:
                if heading.id is not None:
                    found.setdefault(heading.id, heading.text)
            for anchor in each.facts.anchors[:_MOST_PLACES]:
                found.setdefault(anchor.id, anchor.id)
        return found

    def _shown(self, entry: Entry) -> Iterator[Entry]:
        """A page, the partials it takes in and the layouts around it."""
        seen: set[str] = set()
        pending = [entry]
        while pending:
            each = pending.pop(0)
            if each.path in seen:
                continue
            seen.add(each.path)
            yield each
            if each is entry and entry.kind == "page":
                pending += self.layouts(entry)
            partials = self.includes(each)
            if partials:
                pending += (found for name in partials if (found := self.partial(name)) is not None)

    def around(self) -> list[Entry]:
        """What stands on a page besides its own text: the layouts around it, and the partials that all of them take in."""
        return [each for each in self._shown(self.entry) if each is not self.entry]

    def asset(self, path: str) -> bool:
        """Whether there is a file; the path is absolute."""
        self.asked.add(("asset", path))
        return self.spec.is_file(path)

    def has_folder(self, path: str) -> bool:
        """Whether there is a folder; the path is absolute."""
        self.asked.add(("asset", path.rstrip(os.sep) + os.sep))
        return self.spec.is_folder(path)

    def beside(self, path: str) -> list[str]:
        """The names of all that lies in the folder where a file should be; the path is absolute."""
        folder = os.path.dirname(path)
        self.asked.add(("folder", folder))
        return list(self.spec.names_in(folder))

    # Partials and layouts ---------------------------------------------------------------------------------------------

    def partial(self, name: str) -> Entry | None:
        """The text that pages take in under a name."""
        self.asked.add(("partial", name))
        paths = self._index.partials.get(name)
        return self._index.entries[paths[0]] if paths else None

    def partials(self) -> Collection[str]:
        self.asked.add(PARTIALS)
        return self._index.partials.keys()

    def includes(self, entry: Entry) -> tuple[str, ...]:
        """The partials that a file takes in."""
        self.asked.add(("includes", entry.path))
        return entry.facts.partials

    def is_used(self, partial: str) -> bool:
        """Whether any file takes in a partial."""
        self.asked.add(("used", partial))
        return partial in self._index.used

    def layouts(self, page: Entry | None = None) -> list[Entry]:
        """The layouts around a page, the outermost first; without a name around this one."""
        folder = self.folder if page is None else page.name.rpartition("/")[0]
        found = self._layouts.get(folder)
        if found is None:
            steps = folder.split("/") if folder else []
            found = self._layouts[folder] = []
            for count in range(len(steps) + 1):
                around = "/".join(steps[:count])
                self.asked.add(("layout", around))
                paths = self._index.layouts.get(around)
                if paths:
                    found.append(self._index.entries[paths[0]])
        return found

    def expects(self, entry: Entry) -> list[str]:
        """The frontmatter keys that another file, such as a layout, speaks of."""
        self.asked.add(("expects", entry.path))
        return list(dict.fromkeys(each.name for each in entry.facts.references if each.kind == "frontmatter"))

    def needs(self, entry: Entry) -> list[str]:
        """Those of them it does not do without: they stand in no condition, and nothing is said in their place."""
        self.asked.add(("expects", entry.path))
        return needed(entry.facts)

    # Entities ---------------------------------------------------------------------------------------------------------

    def entities(self, id: str, type: str | None = None) -> list[EntityRecord]:
        """The declared things that go by an id. Pages and headings, which go by their address, are not among them."""
        self.asked.add(("id", id))
        return [each for each in self._index.records.get(id, ()) if type is None or each.type == type]

    def named(self, name: str, type: str | None = None) -> list[EntityRecord]:
        """The declared things that are called so, whatever the case of letters."""
        self.asked.add(("named", name.lower()))
        return [each for each in self._index.named.get(name.lower(), ()) if type is None or each.type == type]

    def titled(self, title: str) -> list[Entry]:
        """The pages with a title, whatever the case of letters."""
        self.asked.add(("named", title.lower()))
        return [self._index.entries[each] for each in self._index.titles.get(title.lower(), ())]

    def declaring(self, record: EntityRecord) -> Entry:
        """The file that declares a thing."""
        self.asked.add(("id", record.id))
        return self._index.entries[record.path]

    def expands(self, entry: Entry) -> tuple[tuple[str, str | None], ...]:
        """The things that a file shows as they are: what it calls them, and the type it names."""
        self.asked.add(("expands", entry.path))
        return expanded(entry.facts)

    def is_alias(self, name: str) -> bool:
        """Whether a character goes by this name, too."""
        self.asked.add(("alias", name))
        return name in self._index.aliases

    def of_alias(self, name: str) -> EntityRecord | None:
        """The character that goes by this name, too."""
        if not self.is_alias(name):
            return None
        return next(each for all in self._index.records.values() for each in all if name in each.aliases)

    def nearest_names(self, word: str) -> list[str]:
        """The ids and titles that may have been meant, of those that begin or end alike."""
        keys = alike(word)
        self.asked |= keys
        names = {each.lower(): each for key in sorted(keys) for each in sorted(self._index.called.get(key, ()))}
        return [names[each] for each in nearest(word.lower(), names)][:_MOST_GUESSES] if names else []

    def fields(self, type: str) -> set[str]:
        """What things of a type have fields for."""
        self.asked.add(("fields", type))
        return {*self._index.fields.get(type, ())}

    def ids(self) -> Collection[str]:
        """Every id that something goes by."""
        self.asked.add(IDS)
        return self._index.records.keys()

    def has_type(self, type: str) -> bool:
        """Whether anything of a kind is declared."""
        self.asked.add(("type", type))
        return type in self._index.types

    def types(self) -> Collection[str]:
        self.asked.add(IDS)
        return self._index.types.keys()


def _may_have_more(facts: PageFacts) -> bool:
    """Whether a build may add places nobody can know of."""
    return facts.open_ended or any(each.id is None for each in facts.headings)
