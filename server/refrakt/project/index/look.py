"""What a rule between pages sees: one file, and its questions about the others.

Every question is noted. So a rule need not say what it depends on: whoever gets another answer than before is looked at again.
A rule that went around this class and looked at the index itself would go on telling what is true no longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from ..pages.facts import Link, PageFacts
from .candidates import Candidates
from .cycles import WayBack
from .entities import EntityRecord
from .entry import Entry
from .given import IDS, INCLUDED, INCOMPLETE, PARTIALS, URLS, Key, alike, needed
from .inclusion import MOST_FILES, MOST_KEYS, Inclusion
from .spec import SiteSpec
from .targets import Target, normal, target_of

if TYPE_CHECKING:
    from .site_index import CycleKind, SiteIndex

_MOST_GUESSES = 3
_MOST_PLACES = 1_000
"""The places of one page among which the one is looked for that was meant."""

_Answer = TypeVar("_Answer")


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
        self._other: tuple[Entry | None, dict[str, Any]] = None, {}
        """What was computed about a text that is not in the index."""

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

    def once(self, key: Hashable, compute: Callable[[], _Answer]) -> _Answer:
        """What was computed under a key since the index last changed; all files share it.

        Only for what depends on nothing but the index. Dependencies are not part of it: note them in `asked` each time.
        """
        answers = self._index.answers
        if key not in answers:
            answers[key] = compute()
        found: _Answer = answers[key]
        return found

    def tracked(self, key: Hashable, compute: Callable[[Look], _Answer]) -> _Answer:
        """The same for what asks questions: it gets a look of its own, and its questions count as asked here."""

        def both() -> tuple[_Answer, frozenset[Key]]:
            look = Look(self._index, self.entry)
            return compute(look), frozenset(look.asked)

        found, asked = self.once(key, both)
        self.asked |= asked
        return found

    def once_of(self, entry: Entry, what: str, compute: Callable[[], _Answer]) -> _Answer:
        """The same as `once` for what depends on one file."""
        if self._is_indexed(entry):
            return self.once((what, entry.path), compute)
        if self._other[0] is not entry:
            self._other = entry, {}
        answers = self._other[1]
        if what not in answers:
            answers[what] = compute()
        found: _Answer = answers[what]
        return found

    def _is_indexed(self, entry: Entry) -> bool:
        """Whether this is a file as the index has it, and not another text of it."""
        return entry is self._index.entries.get(entry.path)

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
        paths = self.paths_at(url, 1)
        return self._index.entries[paths[0]] if paths else None

    def paths_at(self, url: str, most: int) -> Sequence[str]:
        """The first files that would be served at an address. A page that is written wins over one that is made."""
        url = normal(url)
        self.asked.add(("url", url))
        return self._index.urls.get(url, [])[:most]

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
        beside = f"{kind} in {folder}"
        near = self.once(beside, lambda: Candidates(tables.get(beside, ())))
        close = self.once((beside, word), lambda: near.nearest(word))
        return list(dict.fromkeys([*same[:_MOST_GUESSES], *close]))[:_MOST_GUESSES]

    def has_anchor(self, entry: Entry, fragment: str) -> bool | None:
        """Whether a page has a place of this name, its partials and layouts included. None where only a build can tell."""
        shown = self._inclusion(entry)
        self._ask_anchor(shown, fragment)
        if fragment in shown.anchors:
            return True
        return None if shown.is_open else False

    def holding(self, entry: Entry, fragment: str) -> Entry | None:
        """The file in which the place stands that a fragment of a page leads to: the page, one of its partials or its layouts."""
        shown = self._inclusion(entry)
        self._ask_anchor(shown, fragment)
        if fragment not in shown.anchors:
            return None
        return next((each for each in shown.files if fragment in self._places_of(each)[0]), None)

    def _ask_anchor(self, shown: Inclusion, fragment: str) -> None:
        for each in shown.tracked_files:
            self.asked.add(("anchor", each.path, fragment))

    def _places_of(self, entry: Entry) -> tuple[frozenset[str], bool]:
        """The names of the places in a file, and whether there may be more of them."""
        index, facts = self._index, entry.facts
        if entry is not index.entries.get(entry.path):  # somebody asks about a text that the index does not have yet
            return facts.fragments, _may_have_more(facts)
        known = index.anchors.get(entry.path)
        if known is None:
            known = index.anchors[entry.path] = facts.fragments, _may_have_more(facts)
        return known

    def anchors(self, entry: Entry) -> dict[str, str]:
        """The names of places on a page that may have been meant, each with what the heading says."""
        shown = self._inclusion(entry)
        for each in shown.tracked_files:
            self.asked.add(("anchors", each.path))
        return self.once_of(entry, "anchors", lambda: _anchors(shown))

    def near_anchors(self, entry: Entry, fragment: str) -> list[str]:
        """Those of them that are spelt alike."""
        names = self.anchors(entry)
        return self.once_of(entry, "near anchors", lambda: Candidates(names)).nearest(fragment)

    def _inclusion(self, entry: Entry) -> Inclusion:
        """A page, the partials it includes and the layouts around it."""
        found = self.once_of(entry, "inclusion", lambda: Look(self._index, entry)._included())
        self.asked |= found.keys
        return found

    def _included(self) -> Inclusion:
        entry = self.entry
        files = {entry.path: entry}
        if entry.kind == "page":
            files |= {each.path: each for each in self.layouts(entry)}
        names: set[str] = set()
        pending = [*files.values()]
        is_open = False
        for each in pending:
            for name in self.includes(each):
                if name in names:
                    continue
                names.add(name)
                found = self.partial(name)
                if found is not None and found.path not in files and len(files) < MOST_FILES:
                    files[found.path] = found
                    pending.append(found)
                is_open = is_open or found is None or found.path not in files
        places = [self._places_of(each) for each in pending]
        is_open = is_open or any(more for _, more in places) or any(each.kind == "plan" for each in pending)
        anchors = places[0][0] if len(places) == 1 else places[0][0].union(*(ids for ids, _ in places[1:]))
        own = {key for key in self.asked if key[0] == "layout" or key == ("includes", entry.path)}
        keys = self.asked if len(self.asked) <= MOST_KEYS else own | {INCLUDED}
        tracked = (entry,) if INCLUDED in keys else tuple(pending)
        return Inclusion(tuple(pending), tracked, frozenset(keys), anchors, is_open)

    def around(self) -> list[Entry]:
        """What stands on a page besides its own text: the layouts around it, and the partials that all of them include."""
        return [*self._inclusion(self.entry).files[1:]]

    def asset(self, path: str) -> bool:
        """Whether there is a file; the path is absolute."""
        self.asked.add(("asset", path))
        return self.spec.is_file(path)

    def has_folder(self, path: str) -> bool:
        """Whether there is a folder; the path is absolute."""
        self.asked.add(("asset", path.rstrip(os.sep) + os.sep))
        return self.spec.is_folder(path)

    def beside(self, path: str) -> Sequence[str]:
        """The names of all that lies in the folder where a file should be; the path is absolute."""
        folder = os.path.dirname(path)
        self.asked.add(("folder", folder))
        return self.spec.names_in(folder)

    def spelt_beside(self, path: str) -> Sequence[str]:
        """Those of them that differ from the name of the file in capitals at most."""
        names, folder = self.beside(path), os.path.dirname(path)
        return self.once(("spelt in", folder), lambda: _by_letters(names)).get(os.path.basename(path).lower(), ())

    def near_beside(self, path: str) -> list[str]:
        """Those of them that are spelt alike."""
        names, folder = self.beside(path), os.path.dirname(path)
        return self.once(("names in", folder), lambda: Candidates(names)).nearest(os.path.basename(path))

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
        """The partials that a file includes."""
        self.asked.add(("includes", entry.path))
        return self._index.includes.get(entry.path, ()) if self._is_indexed(entry) else entry.facts.partials

    def way_back(self, partial: str) -> WayBack | None:
        """The partials through which this one includes itself, beginning with one that it includes; None where it does not."""
        name = self.entry.name
        self.asked |= {("partial cycle", name), ("partial", name)}
        return self._way_back("partial", name, partial, self.partial(name))

    def expand_way_back(self, target: str) -> WayBack | None:
        """The names through which this item of a plan expands itself, beginning with the file of one that it expands."""
        path = self.entry.path
        self.asked.add(("expand cycle", path))
        found = self._way_back("expand", path, target, self._index.entries.get(path))
        if found is None:
            return None
        graph, steps = self._index.cycles("expand"), found.first
        names = [graph.name(each, to) for each, to in pairwise(steps)]
        return WayBack(tuple(names), found.more)

    def _way_back(self, kind: CycleKind, node: str, start: str, known: Entry | None) -> WayBack | None:
        graph = self._index.cycles(kind)
        if known is not self.entry:  # a text that is not in the index, or a file that another hides
            return WayBack() if graph.can_reach(start, node) else None
        cycle = graph.cycles.get(node)
        return cycle.way_back(start, node) if cycle is not None and start in cycle.edges else None

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
        self._ask_expected(entry)
        return list(dict.fromkeys(each.name for each in entry.facts.references if each.kind == "frontmatter"))

    def needs(self, entry: Entry) -> list[str]:
        """Those of them it does not do without: they stand in no condition, and nothing is said in their place."""
        self._ask_expected(entry)
        return self.once_of(entry, "needs", lambda: needed(entry.facts))

    def _ask_expected(self, entry: Entry) -> None:
        if INCLUDED not in self.asked:  # which stands for all that may be included
            self.asked.add(("expects", entry.path))

    # Entities ---------------------------------------------------------------------------------------------------------

    def entities(self, id: str, type: str | None = None) -> Sequence[EntityRecord]:
        """The declared things that go by an id. Pages and headings, which go by their address, are not among them."""
        self.asked.add(("id", id))
        return self._of_type("id", id, self._index.records.get(id, ()), type)

    def named(self, name: str, type: str | None = None) -> Sequence[EntityRecord]:
        """The declared things that are called so, whatever the case of letters."""
        name = name.lower()
        self.asked.add(("named", name))
        return self._of_type("named", name, self._index.named.get(name, ()), type)

    def entity_types(self, id: str) -> Collection[str]:
        """The types of the things that go by an id."""
        self.asked.add(("id", id))
        return self._by_type("id", id, self._index.records.get(id, ())).keys()

    def _of_type(
        self, table: str, word: str, records: Sequence[EntityRecord], type: str | None
    ) -> Sequence[EntityRecord]:
        if type is None or not records:
            return records
        return self._by_type(table, word, records).get(type, ())

    def _by_type(self, table: str, word: str, records: Sequence[EntityRecord]) -> dict[str, list[EntityRecord]]:
        def grouped() -> dict[str, list[EntityRecord]]:
            found: dict[str, list[EntityRecord]] = {}
            for each in records:
                found.setdefault(each.type, []).append(each)
            return found

        return self.once((table, word, "by type"), grouped)

    def titled(self, title: str) -> list[Entry]:
        """The pages with a title, whatever the case of letters."""
        self.asked.add(("named", title.lower()))
        return [self._index.entries[each] for each in self._index.titles.get(title.lower(), ())]

    def declaring(self, record: EntityRecord) -> Entry:
        """The file that declares a thing."""
        self.asked.add(("id", record.id))
        return self._index.entries[record.path]

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
        return self.once(("nearest names", word), lambda: self._near_names(word.lower(), keys))

    def _near_names(self, word: str, keys: Collection[Key]) -> list[str]:
        names: dict[str, str] = {}
        close: dict[str, None] = {}
        for key in sorted(keys):
            known, candidates = self.once(("called", key), partial(self._called_alike, key))
            found = candidates.nearest(word)
            close |= dict.fromkeys(found)
            names |= {each: known[each] for each in found}
        return [names[each] for each in Candidates(close).nearest(word)][:_MOST_GUESSES]

    def _called_alike(self, key: Key) -> tuple[dict[str, str], Candidates]:
        known = {each.lower(): each for each in sorted(self._index.called.get(key, ()))}
        return known, Candidates(known)

    def fields(self, type: str) -> frozenset[str]:
        """What things of a type have fields for."""
        self.asked.add(("fields", type))
        return self.once(("fields", type), lambda: frozenset(self._index.fields.get(type, ())))

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


def _anchors(shown: Inclusion) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in shown.files:
        for heading in each.facts.headings[:_MOST_PLACES]:
            if heading.id is not None:
                found.setdefault(heading.id, heading.text)
        for anchor in each.facts.anchors[:_MOST_PLACES]:
            found.setdefault(anchor.id, anchor.id)
    return found


def _by_letters(names: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in names:
        found.setdefault(each.lower(), []).append(each)
    return found
