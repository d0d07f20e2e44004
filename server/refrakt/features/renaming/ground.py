"""A site as it is, and the same site as it will be once files have been moved.

Nothing is read or indexed for the second: what is moved is looked up by its new path and address, everything else in the index of
the site as it is. So a link can be followed on both, and whether it still leads to the same thing is not guessed.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from refrakt.project.index.entry import Entry, made
from refrakt.project.index.given import given
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import Several, SiteIndex
from refrakt.project.index.sources import place_of, relative
from refrakt.project.index.targets import Target, normal
from refrakt.project.pages.facts import PageFacts

from .moves import Moves, is_below


class Touched(NamedTuple):
    """What moves: by the addresses and the names of pages, and whether other files do, and files that are served as they are."""

    urls: frozenset[str]
    files: frozenset[str]
    others: bool
    served: bool

    def concerns(self, target: Target) -> bool:
        """Whether a link that means this may lead to something else afterwards."""
        if target.kind == "source":
            return self.others or not self.files.isdisjoint(target.places)
        if not self.urls.isdisjoint(target.places):
            return True
        return self.others if target.kind == "asset" else self.served


class Ground:
    """Where everything is. Whoever asks holds the lock of the index."""

    def __init__(
        self, index: SiteIndex, moves: Moves | None = None, facts: Mapping[str, PageFacts] | None = None
    ) -> None:
        """`facts` are those of files that will have another text."""
        self.spec = index.spec
        self.moves = moves or Moves()
        self._index = index
        self._gone: set[str] = set()
        self._moved: dict[str, Entry] = {}
        self._urls: Several = {}
        self._slugs: Several = {}
        self._files: Several = {}
        self._partials: Several = {}
        told = dict(facts or {})
        if self.moves:
            others = (each for each in index.entries.values() if self.moves.after(each.path) != each.path)
            told = {each.path: each.facts for each in others} | told
        for path, said in told.items():
            self._gone.add(path)
            self._put(self.moves.after(path), said)

    @cached_property
    def touched(self) -> Touched:
        """What is asked about otherwise than on the ground as it is: everything that is somewhere else here."""
        known = [each for path in self._gone if (each := self._index.entries.get(path)) is not None]
        gave = [given(each, self.spec) for each in known]
        urls = {*self._urls, *(url for each in gave for url in each.urls)}
        files = {*self._files, *(each.file for each in gave if each.file is not None)}
        paths = {path for pair in self.moves.pairs for path in pair}
        others = {old for old, _ in self.moves.pairs} - self._gone
        served = any(is_below(path, self.name(str(top))) for path in paths for top in self.spec.static)
        return Touched(frozenset(urls), frozenset(files), bool(others), served)

    def _put(self, path: str, facts: PageFacts) -> None:
        spec = self.spec
        placed = place_of(spec, spec.root / path)
        if placed is None:
            return
        found = self._moved[path] = made(spec, path, *placed, facts)
        gives = given(found, spec)
        for table, words in (
            (self._urls, gives.urls),
            (self._slugs, tuple(map(str.lower, gives.urls))),
            (self._files, (gives.file,)),
            (self._partials, (gives.partial,)),
        ):
            for word in words:
                if word is not None and path not in table.setdefault(word, []):
                    table[word].append(path)

    def entry(self, path: str) -> Entry | None:
        """What a file is to the site."""
        found = self._moved.get(path)
        return found if found is not None or path in self._gone else self._index.entries.get(path)

    def page(self, url: str) -> str | None:
        """The file that is served at an address."""
        return self._first(self._index.urls, self._urls, normal(url))

    def page_called(self, url: str) -> str | None:
        """The same, whatever the capitals."""
        return self._first(self._index.slugs, self._slugs, normal(url).lower())

    def source(self, name: str) -> str | None:
        """A page by its path below the content folder."""
        return self._first(self._index.files, self._files, name)

    def partial(self, name: str) -> str | None:
        return self._first(self._index.partials, self._partials, name)

    def _first(self, table: Several, more: Several, word: str) -> str | None:
        known = table.get(word, [])
        if not self._moved and not self._gone:
            return known[0] if known else None
        left = [each for each in known if each not in self._gone] + more.get(word, [])
        return min(left, key=self._order) if left else None

    def _order(self, path: str) -> tuple[bool, str]:
        entry = self.entry(path)
        return entry is None or entry.kind != "page", path

    def urls(self, path: str) -> tuple[str, ...]:
        """The addresses at which a file is served: its own, and those of pages that are made of what it declares."""
        entry = self.entry(path)
        return (*((entry.url,) if entry is not None and entry.url is not None else ()), *self.made_urls(path))

    def made_urls(self, path: str) -> tuple[str, ...]:
        """The addresses of pages that the config makes of what a file declares."""
        entry = self.entry(path)
        if entry is None:
            return ()
        own = normal(entry.url) if entry.url is not None else None
        return tuple(each for each in given(entry, self.spec).urls if each != own)

    def lacks(self, path: str, fragment: str) -> bool:
        """Whether it is sure that a page has no place of a name."""
        entry = self.entry(path)
        return entry is not None and Look(self._index, entry).has_anchor(entry, fragment) is False

    @cached_property
    def pages(self) -> tuple[Entry, ...]:
        """Every page that is written."""
        known = (*self._index.entries.values(), *self._moved.values())
        return tuple(each for each in known if each.url is not None and self.entry(each.path) is each)

    @cached_property
    def pages_below(self) -> dict[str, frozenset[str]]:
        """For the address of a folder the pages served directly in it."""
        found: dict[str, set[str]] = {}
        for entry in self.pages:
            if entry.url is not None and entry.url != "/":
                found.setdefault(posixpath.dirname(normal(entry.url)), set()).add(entry.path)
        return {folder: frozenset(pages) for folder, pages in found.items()}

    def folder(self, entry: Entry) -> str:
        """The folder of a file, below the content folder."""
        return entry.path.removeprefix(self.spec.content_path).rpartition("/")[0]

    # Other files ------------------------------------------------------------------------------------------------------

    def name(self, file: str) -> str:
        """An absolute path as the index has it: below the project's folder."""
        return relative(self.spec.root, self.spec.root / file)

    def file(self, file: str | None) -> str | None:
        """The path below the project's folder of a file, given by its absolute one; None where there is none."""
        return self._there(file, False)

    def file_or_folder(self, file: str | None) -> str | None:
        """The same for what may be a folder."""
        return self._there(file, True)

    def _there(self, file: str | None, folders: bool) -> str | None:
        if file is None:
            return None
        name = self.name(file)
        now = self.moves.before(name) if self.moves else name
        if now is None:
            return None
        path = str(self.spec.root / now)
        return name if self.spec.is_file(path) or (folders and self.spec.is_folder(path)) else None
