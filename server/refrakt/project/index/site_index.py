"""The pages of one site: who is served where, who asked for what, and what is wrong between them.

One file can be replaced by another version of it at any time. Whoever has asked for something that is answered differently since
is looked at again when somebody wants to know, and nobody else is. The index opens no file but to see whether there is one.
"""

from __future__ import annotations

import logging
import os
import posixpath
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal, TypeVar

from .cycles import CycleGraph
from .entities import EntityRecord
from .entry import Entry
from .given import NOTHING, Given, Key, alike, changed, given
from .look import Look
from .problem import PageProblem
from .spec import SiteSpec

log = logging.getLogger("refrakt.index")

_MANY = 500
"""With so many problems rules may have stopped asking about a file."""

_Item = TypeVar("_Item")
_Word = TypeVar("_Word", str, Key)

CycleKind = Literal["partial", "expand"]
"""Partials that include partials, by name; items of a plan that expand items, by path."""

Several = dict[str, list[str]]
"""For a word the files that stand for it, sorted by path: the order must not tell in which order they came."""


class SiteIndex:
    """All files of a site. Not safe for several threads at once."""

    def __init__(self, spec: SiteSpec) -> None:
        self.spec = spec
        self.entries: dict[str, Entry] = {}
        """By path below the project's folder."""
        self.complete = False
        """Whether every file has been read once. Before that, what is not there may only not be there yet."""
        self.cut_off = False
        """Whether it has more files than are looked at. Then it is never complete."""
        self.revision = 0
        """Another number after every change."""
        self.urls: Several = {}
        """By address. Pages that are written come before what pages are made of."""
        self.folders: Counter[str] = Counter()
        """Of addresses: how many files are served directly below."""
        self.files: Several = {}
        self.partials: Several = {}
        self.layouts: Several = {}
        self.titles: Several = {}
        self.used: Counter[str] = Counter()
        """How many files take in a partial."""
        self.types: Counter[str] = Counter()
        self.includes: dict[str, tuple[str, ...]] = {}
        """By path: the names of the partials that a file includes."""
        self.expands: dict[str, tuple[tuple[str, str | None], ...]] = {}
        """By path: what a file of the plan expands, with the type it names."""
        self.records: dict[str, list[EntityRecord]] = {}
        """The declared entities, by id."""
        self.named: dict[str, list[EntityRecord]] = {}
        self.aliases: Counter[str] = Counter()
        self.fields: dict[str, dict[str, int]] = {}
        """For a type, how many files have things of it with a field."""
        self.slugs: Several = {}
        """The addresses in small letters."""
        self.answers: dict[Hashable, Any] = {}
        """What was computed since the last change and concerns many files; see `Look.once`."""
        self._stale: dict[str, None] = {}
        self._cycles: dict[CycleKind, CycleGraph] = {"partial": CycleGraph({}), "expand": CycleGraph({})}
        self._changed_cycles: set[CycleKind] = set()
        """Those to be found again. That is left until somebody asks: many files may change at once."""
        self.news: set[str] = set()
        """The files with which something else is wrong than before, whoever found out; emptied by whoever tells of them."""
        self._users: dict[Key, set[str]] = {}
        self._asked: dict[str, frozenset[Key]] = {}
        self._problems: dict[str, tuple[PageProblem, ...]] = {}
        self.guesses: dict[str, list[str]] = {}
        """Addresses and files by their last step and by their folder; true as long as the addresses are the same."""
        self.anchors: dict[str, tuple[frozenset[str], bool]] = {}
        """For files that somebody has linked into, by path: the names of their places, and whether there may be more."""
        self.incomplete: set[str] = set()
        """The files whose frontmatter exceeds a limit and was not read."""
        self.called: dict[Key, dict[str, int]] = {}
        """Ids and titles, with those they could be mistaken for."""

    @property
    def stale(self) -> dict[str, None]:
        """The files that have to be looked at again, in the order in which that became known."""
        if self._changed_cycles and self.complete:
            self._find_cycles()
        return self._stale

    # Changing ---------------------------------------------------------------------------------------------------------

    def put(self, entry: Entry) -> None:
        """A file is this now."""
        path = entry.path
        old = self.entries.get(path)
        if old == entry:
            return
        gave, gives = given(old, self.spec), given(entry, self.spec)
        self.entries[path] = entry
        self._turn(path, gave, gives)
        self._stale[path] = None

    def remove(self, path: str) -> None:
        """A file is gone."""
        old = self.entries.get(path)
        if old is None:
            return
        self._turn(path, given(old, self.spec), NOTHING)
        del self.entries[path]
        self._stale.pop(path, None)
        self._problems.pop(path, None)
        self._remember(path, frozenset())

    def assets_changed(self) -> None:
        """Files that are no pages may have come or gone, and nobody knows which."""
        self.answers.clear()
        for path in self.spec.changed():
            self._tell([("asset", path)])
        for folder in self.spec.changed_folders():
            self._tell([("folder", folder)])

    def asset_changed(self, path: str) -> None:
        """A file that is no page may have come or gone, and folders with it; the path is absolute."""
        folder = path
        self.answers.clear()
        self.spec.forget_names(os.path.dirname(path))
        self._tell([("folder", os.path.dirname(path))])
        if self.spec.forget(path):
            self._tell([("asset", path)])
        for each in self.spec.forget_below(path):
            self._tell([("asset", each), ("folder", os.path.dirname(each))])
        while len(folder) >= len(str(self.spec.root)):
            if self.spec.forget(folder + os.sep):
                self._tell([("asset", folder + os.sep)])
            folder = os.path.dirname(folder)

    def _turn(self, path: str, old: Given, new: Given) -> None:
        self.revision += 1
        self.answers.clear()
        self.anchors.pop(path, None)
        if old == new:
            return
        self._file(path, old, new)
        if self._users:
            self._tell(changed(path, old, new))

    def _tell(self, keys: Iterable[Key]) -> None:
        for key in keys:
            # Who is stale will ask again. Until then nobody has to be told twice, however many files change at once.
            for user in sorted(self._users.pop(key, ())):
                self._stale[user] = None

    def _file(self, path: str, old: Given, new: Given) -> None:
        """Put a file where it belongs in every table."""
        if old.urls != new.urls:
            _moved(self.urls, path, old.urls, new.urls, self._is_made)
            _count(self.folders, _folders(old.urls), _folders(new.urls))
            _moved(self.slugs, path, map(str.lower, old.urls), map(str.lower, new.urls))
            self.guesses.clear()
        for table, before, after in (
            (self.files, old.file, new.file),
            (self.partials, old.partial, new.partial),
            (self.layouts, old.folder, new.folder),
            (self.titles, _lower(old.title), _lower(new.title)),
        ):
            if before != after:
                _moved(table, path, _one(before), _one(after))
        for name in old.called ^ new.called:
            for key in alike(name):
                _tally(self.called, key, name, name in new.called)
        for type, field in old.fields ^ new.fields:
            _tally(self.fields, type, field, (type, field) in new.fields)
        if new.incomplete:
            self.incomplete.add(path)
        else:
            self.incomplete.discard(path)
        self._file_inclusion(path, old, new)
        if old.records != new.records:
            _count(self.types, [each.type for each in old.records], [each.type for each in new.records])
            _count(self.aliases, _aliases(old), _aliases(new))
            _registered(
                self.records, path, {each.id for each in old.records}, [(each.id, each) for each in new.records]
            )
            called = [(name, each) for each in new.records for name in each.names]
            _registered(self.named, path, {name for each in old.records for name in each.names}, called)

    def _file_inclusion(self, path: str, old: Given, new: Given) -> None:
        if old.includes != new.includes:
            _count(self.used, old.includes, new.includes)
            _set(self.includes, path, new.includes)
        if old.partial != new.partial or (new.partial is not None and old.includes != new.includes):
            self._changed_cycles.add("partial")
        is_plan = path in self.entries and self.entries[path].kind == "plan"
        _set(self.expands, path, new.expands if is_plan else ())
        if self.expands or self._cycles["expand"].cycles:
            self._changed_cycles.add("expand")  # any new name may be one that is expanded

    def _is_made(self, path: str) -> bool:
        return self.entries[path].kind != "page"

    # Asking -----------------------------------------------------------------------------------------------------------

    def problems(self, path: str) -> tuple[PageProblem, ...]:
        """What is wrong between a file and the others, with the usual severities. Nothing, before all files are known."""
        entry = self.entries.get(path)
        if entry is None:
            self._stale.pop(path, None)
            return ()
        if not self.complete:
            return ()
        if path in self.stale or path not in self._problems:
            self._stale.pop(path, None)
            look = Look(self, entry)
            found = _problems_of(look)
            if found != self._problems.get(path, ()):
                self.news.add(path)
            self._problems[path] = found
            self._remember(path, frozenset(look.asked))
        return self._problems[path]

    def cycles(self, kind: CycleKind) -> CycleGraph:
        """The cycles of a kind, as they are now. Who depends on one notes `("partial cycle", name)` or `("expand cycle", path)`."""
        if self._changed_cycles:
            self._find_cycles()
        return self._cycles[kind]

    def _find_cycles(self) -> None:
        changed, self._changed_cycles = self._changed_cycles, set()
        for kind in changed:
            edges = self._partial_edges() if kind == "partial" else self._expand_edges()
            before, self._cycles[kind] = self._cycles[kind], CycleGraph(edges)
            self._tell((f"{kind} cycle", each) for each in sorted(self._cycles[kind].changed_nodes(before)))

    def _partial_edges(self) -> dict[str, dict[str, str]]:
        return {
            name: {each: each for each in self.includes.get(paths[0], ()) if each in self.partials}
            for name, paths in self.partials.items()
        }

    def _expand_edges(self) -> dict[str, dict[str, str]]:
        from .calling import expanded_file

        edges: dict[str, dict[str, str]] = {}
        for path, things in self.expands.items():
            look = Look(self, self.entries[path])
            found = ((expanded_file(look, name, type), name) for name, type in things)
            edges[path] = {}
            for file, name in found:
                if file is not None and file.path in self.expands:
                    edges[path].setdefault(file.path, name)
        return edges

    def askers(self, keys: Iterable[Key]) -> set[str]:
        """The files that may have asked one of these questions: those that have, and those that were not asked about yet."""
        unknown = {path for path in self.entries if path not in self._problems} if self.complete else {*self.entries}
        many = (path for path, found in self._problems.items() if len(found) >= _MANY)
        return unknown.union(self.stale, many, *(self._users.get(key, ()) for key in keys)) & self.entries.keys()

    def _remember(self, path: str, asked: frozenset[Key]) -> None:
        for key in self._asked.get(path, frozenset()) - asked:
            users = self._users.get(key)
            if users is not None:
                users.discard(path)
                if not users:
                    del self._users[key]
        for key in asked:
            self._users.setdefault(key, set()).add(path)
        if asked:
            self._asked[path] = asked
        else:
            self._asked.pop(path, None)


def _problems_of(look: Look) -> tuple[PageProblem, ...]:
    from ..across.registry import problems_of
    from ..across.unreadable_page import unreadable

    try:
        return problems_of(look)
    except Exception:
        # A rule that stumbles over one page is our mistake, and must not cost anybody the others.
        log.exception("%s could not be checked", look.entry.path)
        return tuple(unreadable("failed"))


def _folders(urls: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(posixpath.dirname(each) for each in urls if each != "/"))


def _one(word: str | None) -> tuple[str, ...]:
    return () if word is None else (word,)


def _lower(word: str | None) -> str | None:
    return None if word is None else word.lower()


def _is_no_exception(_: str) -> bool:
    return False


def _moved(
    table: Several,
    path: str,
    old: Iterable[str],
    new: Iterable[str],
    comes_last: Callable[[str], bool] = _is_no_exception,
) -> None:
    """Nothing is sorted or copied anew: a hundred thousand files may stand for one word."""

    def order(each: str) -> tuple[bool, str]:
        return comes_last(each), each

    for word in old:
        known = table.get(word, [])
        at = bisect_left(known, order(path), key=order)
        if known[at : at + 1] == [path]:
            del known[at]
            if not known:
                del table[word]
    for word in new:
        known = table.setdefault(word, [])
        at = bisect_left(known, order(path), key=order)
        if known[at : at + 1] != [path]:
            known.insert(at, path)


def _set(table: dict[str, tuple[_Item, ...]], word: str, items: tuple[_Item, ...]) -> None:
    """An entry of a table, where there is anything in it."""
    if items:
        table[word] = items
    else:
        table.pop(word, None)


def _aliases(given: Given) -> list[str]:
    return [alias for each in given.records for alias in each.aliases]


def _tally(table: dict[_Word, dict[str, int]], word: _Word, name: str, more: bool) -> None:
    """One file more or less that has a name under a word."""
    names = table.get(word)
    if names is None:
        names = table[word] = {}
    count = names.get(name, 0) + (1 if more else -1)
    if count:
        names[name] = count
    else:
        del names[name]
        if not names:
            del table[word]


def _count(counter: Counter[str], old: Iterable[str], new: Iterable[str]) -> None:
    counter.update(new)
    counter.subtract(old)
    for word in old:
        if counter[word] <= 0:
            del counter[word]


def _registered(
    table: dict[str, list[EntityRecord]],
    path: str,
    old: Iterable[str],
    new: Iterable[tuple[str, EntityRecord]],
) -> None:
    for word in old:
        known = table.get(word, [])
        del known[bisect_left(known, path, key=_path) : bisect_right(known, path, key=_path)]
        if not known:
            table.pop(word, None)
    for word, record in new:
        known = table.setdefault(word, [])
        known.insert(bisect_right(known, _order(record), key=_order), record)


def _path(record: EntityRecord) -> str:
    return record.path


def _order(record: EntityRecord) -> tuple[str, str, str]:
    return record.path, record.type, record.title or ""
