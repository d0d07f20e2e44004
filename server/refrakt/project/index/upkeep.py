"""Keeping the indexes of a project's sites as its files are: on disk, and where a page is open, in the editor.

One thread does this. Others look at what it keeps, under the `lock` where that takes longer than a moment.
"""

from __future__ import annotations

import gc
import logging
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc import Document, parse

from ..files import LARGEST_PAGE
from ..pages.facts import PageFacts
from ..pages.reading import facts_of
from ..pages.remembering import Memory
from ..pages.tree import LeftOut
from ..site import Project
from .agenda import Agenda, Turn
from .entry import made
from .ignored import Ignored
from .reading_pool import ReadingPool, Want
from .readings import Group, Readings
from .site_index import SiteIndex
from .sources import Source, relative, source_at, sources, unsaved
from .spec import specs_of

if TYPE_CHECKING:
    from ..workspace import Snapshot

log = logging.getLogger("refrakt.index")

PLAN = Group(None, plan=True)
_FEW = 50
"""So many changed files are looked at one by one; more of them, and the folders are walked."""
_MANY = 200
"""So many files that have been read at once stay for a long time, and the garbage collector is told so."""
_TOLD_TOGETHER = 500
_LOST = PageFacts(open_ended=True)
"""What is known of an open page that could not be read: nothing, so that nobody is blamed for what it may say."""


class Opened(NamedTuple):
    """An open page, and what was read off it for each group of files it is part of."""

    document: Document
    memory: Memory
    facts: dict[Group, PageFacts]


class Upkeep:
    """All that is known of a project's files."""

    def __init__(self, readings: Readings, pool: ReadingPool, agenda: Agenda, snapshot: Callable[[], Snapshot]) -> None:
        self.root = readings.project.root
        self.lock = threading.RLock()
        self.readings = readings
        self.sites = _indexes(readings.project)
        self.sources: dict[Group, dict[str, Source]] = {}
        self.left_out: dict[str | None, list[LeftOut]] = {}
        self.opened: dict[str, Opened] = {}
        """The open pages as they are in the index."""
        self.ignored = Ignored(self.root)
        self.progress: tuple[int, int] | None = (0, 0)
        """How many of how many files have been read; None once all have been."""
        self._pool = pool
        self._agenda = agenda
        self._snapshot = snapshot
        self._came = 0
        """How many files have been read in this turn."""
        self._want: tuple[Want, ...] = ()
        self._is_interrupted = False
        self._changed: set[str] = set()
        """The files of which something else is known than was told."""

    def turn(self, turn: Turn) -> Iterator[set[str]]:
        """Do what is to be done; yields files of which something else is known than before, as soon as that is so."""
        self._came, self._want = 0, turn.want
        walk, paths = turn.walk, turn.paths
        if turn.project is not None:
            self._changed |= self._replace(*turn.project)
            walk = True
        if self._concern_many(paths):
            walk, paths = True, set()
        if walk:
            yield from self._look_at_everything(turn.want)
        for path in paths:
            yield from self._look_at(path, turn.want)
        self._pool.close()
        self._changed |= self._read_open()
        yield from self._told_changes()
        if self._came >= _MANY:
            # What is known now stays known. Going through it again and again, the garbage collector would stop everybody,
            # also those who type, for as long as that takes: a quarter of a second for ten thousand pages.
            gc.freeze()

    def _told_changes(self) -> Iterator[set[str]]:
        """Look again at what has to be, and tell of what is new."""
        for some in self._looked_again():
            changed, self._changed = self._changed, set()
            yield changed | some

    def _news_of_open(self) -> set[str]:
        """Look again at the open pages alone; what there is to tell of then."""
        news = self._look_at_open()
        changed, self._changed = self._changed, set()
        return changed | news

    def _interrupt(self) -> Iterator[set[str]]:
        """Do at once what somebody waits for while many files are being read or looked at, which takes seconds."""
        if self._is_interrupted or not self._agenda.is_interrupted:
            return
        self._is_interrupted = True
        try:
            self._changed |= self._read_open()
            if self.progress is None:  # before all files are known nothing is told of them
                paths = self._agenda.take_paths()
                if self._concern_many(paths):
                    self._agenda.files_changed(None)
                    paths = set()
                for path in paths:
                    yield from self._look_at(path, self._want)
                yield self._news_of_open()
        finally:
            self._is_interrupted = False

    def groups_of(self, site: str | None) -> list[Group]:
        """The groups of files that the addresses of a site come from."""
        known = self.sites.get(site)
        plans = known is not None and known.spec.plan is not None and bool(known.spec.entity_routes.rules)
        return [Group(site), PLAN] if plans else [Group(site)]

    def sites_of(self, path: str) -> list[SiteIndex]:
        """The sites a file is part of."""
        return [each for each in self.sites.values() if path in each.entries]

    def _replace(self, project: Project, config: str | None) -> set[str]:
        """Begin again with another config. What is open is read again: other names may stand for other runes."""
        readings, sites = self.readings.taken_over(project, config), _indexes(project)
        with self.lock:
            before = {path for files in self.sources.values() for path in files}
            self.readings, self.sites, self.sources, self.opened, self.left_out = readings, sites, {}, {}, {}
            self.progress = (0, 0)
        self._agenda.begin_again(self._snapshot().paths)
        return before

    # Files ------------------------------------------------------------------------------------------------------------

    def _look_at_everything(self, want: tuple[Want, ...]) -> Iterator[set[str]]:
        """Walk the folders, read what has changed, drop what is gone."""
        self.ignored = Ignored(self.root)
        found, left_out = self._walked()
        for group, known in self.sources.items():
            for path in known.keys() - found.get(group, {}).keys():
                self._changed |= self._drop(group, path)
        with self.lock:
            self.sources, self.left_out = found, left_out
        self._changed |= self._read_open()
        if self.progress is None:  # reading may take seconds, and who typed would wait for it
            yield self._news_of_open()
        with self.lock:
            for site in self.sites.values():
                site.assets_changed()
        due = {group: self.readings.stale(group, tuple(files.values()), want) for group, files in found.items()}
        first = self.progress is not None or not all(site.complete for site in self.sites.values())
        if first:
            self.progress = (0, sum(map(len, due.values())))
            for group, files in found.items():
                stale = {each.path for each in due[group]}
                for path in [each for each in files if each not in stale]:
                    self._changed |= self._show(group, path)
                    self._agenda.give_way()
        for group in sorted(due, key=lambda each: each.plan):
            yield from self._read(group, due[group], want)
            if self._agenda.is_for_nothing:
                return
            self._agenda.group_done(group)
        for group in {*(Group(name) for name in self.sites), PLAN} - due.keys():
            self._agenda.group_done(group)
        if first and not self._agenda.stop.is_set():
            self._finish()

    def _walked(self) -> tuple[dict[Group, dict[str, Source]], dict[str | None, list[LeftOut]]]:
        """The files there are now, those that are open and not saved yet included; and what does not count."""
        found: dict[Group, dict[str, Source]] = {}
        left_out: dict[str | None, list[LeftOut]] = {}
        for name, site in self.sites.items():
            listing = sources(site.spec)
            left_out[name] = listing.left_out
            site.cut_off = listing.cut_off
            new = (unsaved(site.spec, path) for path in self._snapshot().paths)
            for file in (*listing.sources, *filter(None, new)):
                found.setdefault(_group(name, file), {}).setdefault(file.path, file)
        return found, left_out

    def _read(self, group: Group, files: list[Source], want: tuple[Want, ...]) -> Iterator[set[str]]:
        for path in self.readings.read(group, files, want, self._agenda.stop):
            if path is not None:
                self._changed |= self._show(group, path)
                self._came += 1
                if self.progress is not None:
                    self.progress = (self.progress[0] + 1, self.progress[1])
                self._agenda.give_way()
            if self._agenda.is_interrupted and not self._is_interrupted:
                yield from self._interrupt()
                if self.progress is None:
                    yield from self._told_changes()
            if self._agenda.is_for_nothing:
                break

    def _finish(self) -> None:
        with self.lock:
            for site in self.sites.values():
                site.complete = not site.cut_off
            self.progress = None

    def _concern_many(self, paths: set[Path]) -> bool:
        return len(paths) > _FEW or any(map(self._concerns_many, paths))

    def _concerns_many(self, path: Path) -> bool:
        """Whether a change may concern more than one file, or one that was left out, or will be."""
        where = relative(self.root, path)
        if any(each.path == where for some in self.left_out.values() for each in some):
            return True
        try:
            mark = path.lstat()
        except (OSError, ValueError):
            mark = None
        if mark is not None and (stat.S_ISDIR(mark.st_mode) or mark.st_size > LARGEST_PAGE):
            return True
        if any(where in files for files in self.sources.values()):
            return False
        # It may have been a folder, whatever it is now.
        return any(each.startswith(f"{where}/") for files in self.sources.values() for each in files)

    def _look_at(self, path: Path, want: tuple[Want, ...]) -> Iterator[set[str]]:
        """One file that has changed on disk."""
        where = relative(self.root, path)
        for name, site in self.sites.items():
            file = source_at(site.spec, path)
            if file is None and path in self._snapshot().paths:
                file = unsaved(site.spec, path)
            if file is None:
                for group in [each for each in (Group(name), PLAN) if where in self.sources.get(each, {})]:
                    self._changed |= self._forget(group, where)
                with self.lock:
                    site.asset_changed(str(path))
                continue
            group = _group(name, file)
            with self.lock:
                self.sources.setdefault(group, {})[where] = file
            if file.stamp is None:
                self.readings.forget(group, [where])
                self._changed |= self._show(group, where)
            yield from self._read(group, self.readings.stale(group, [file], want), want)

    def _forget(self, group: Group, path: str) -> set[str]:
        """A file is not there any more, on disk or in the editor."""
        with self.lock:
            self.sources[group].pop(path)
        return self._drop(group, path)

    def _drop(self, group: Group, path: str) -> set[str]:
        self.readings.forget(group, [path])
        with self.lock:
            for site in self._of(group):
                site.remove(path)
        return {path}

    def _of(self, group: Group) -> list[SiteIndex]:
        if group.plan:
            return [each for each in self.sites.values() if each.spec.plan is not None]
        return [self.sites[group.site]]

    def _show(self, group: Group, path: str) -> set[str]:
        """Put a file into the indexes it belongs to, as it is in the editor, else as it was read."""
        file = self.sources.get(group, {}).get(path)
        if file is None:
            return set()  # it has gone while others were read
        reading = self.readings.of(group).get(path)
        opened = self.opened.get(path)
        if opened is not None and group not in opened.facts:
            opened.facts[group] = self._facts(group, opened.document, opened.memory)
        if opened is None and reading is not None and reading.trouble == "gone":  # since the folders were walked
            return self._forget(group, path)
        facts = opened.facts[group] if opened is not None else reading.facts if reading is not None else None
        with self.lock:
            for site in self._of(group):
                if facts is None:
                    site.remove(path)
                else:
                    site.put(made(site.spec, path, file.kind, file.name, facts))
        return {path}

    # Open pages -------------------------------------------------------------------------------------------------------

    def _read_open(self) -> set[str]:
        """Read the pages that were typed in, opened or closed."""
        changed: set[str] = set()
        typed = self._agenda.take_typed()
        buffers = self._snapshot().paths if typed else {}
        for path in typed:
            where = relative(self.root, path)
            buffer = buffers.get(path)
            groups = self._groups_at(where, path if buffer is not None else None)
            if buffer is None:
                # Also one that was never read: what is on disk counts again, and others may have forgotten about it.
                was_open = self.opened.pop(where, None) is not None
                for group in groups:
                    changed |= self._closed(group, where) if was_open else {where}
                continue
            known = self.opened.get(where)
            if groups and (known is None or known.document is not buffer.document):
                document, memory = buffer.document, buffer.memory
                opened = Opened(document, memory, {group: self._facts(group, document, memory) for group in groups})
                # At once, so that nobody takes what was wrong with the text before for the problems of this one.
                with self.lock:
                    self.opened[where] = opened
                    for group in groups:
                        changed |= self._show(group, where)
        return changed

    def _groups_at(self, where: str, path: Path | None) -> list[Group]:
        """As what a file is read. One that is open counts before it has been saved."""
        known = [group for group, files in self.sources.items() if where in files]
        if known or path is None:
            return known
        for name, site in self.sites.items():
            new = unsaved(site.spec, path)
            if new is not None:
                group = _group(name, new)
                with self.lock:
                    self.sources.setdefault(group, {})[where] = new
                known.append(group)
        return list(dict.fromkeys(known))

    def _closed(self, group: Group, where: str) -> set[str]:
        return self._show(group, where) if self.sources[group][where].stamp is not None else self._forget(group, where)

    def _facts(self, group: Group, document: Document, memory: Memory) -> PageFacts:
        context = self.readings.context(group)
        if context is None:
            return _LOST
        try:
            if document.options != context.options:
                return facts_of(parse(document.text, context.options), context.vocabulary)
            return facts_of(document, context.vocabulary, memory)
        except Exception:
            log.exception("an open page could not be read")
            return _LOST

    # Problems ---------------------------------------------------------------------------------------------------------

    def _looked_again(self) -> Iterator[set[str]]:
        """Look again at the files that have to be, one by one, so that others get their turn; those that are open first.

        Yields those with which something else is wrong than before.
        """
        yield self._look_at_open()
        for site in tuple(self.sites.values()):
            while site.complete and not self._agenda.stop.is_set() and (path := self._next_stale(site)):
                yield from self._interrupt()
                self._look_again(site, path)
                self._agenda.give_way()
                if len(site.news) >= _TOLD_TOGETHER:
                    yield self._news(site)
            with self.lock:
                site.answers.clear()
            yield self._news(site)

    def _look_at_open(self) -> set[str]:
        """Look again at the open pages; which files have other problems now."""
        for path in tuple(self.opened):
            for site in self.sites_of(path):
                self._look_again(site, path)
        return {path for site in self.sites.values() for path in self._news(site)}

    def _next_stale(self, site: SiteIndex) -> str:
        with self.lock:
            return next(iter(site.stale), "")

    def _look_again(self, site: SiteIndex, path: str) -> None:
        with self.lock:
            site.problems(path)

    def _news(self, site: SiteIndex) -> set[str]:
        with self.lock:
            news, site.news = site.news, set()
        return news


def _group(site: str | None, file: Source) -> Group:
    return PLAN if file.kind == "plan" else Group(site)


def _indexes(project: Project) -> dict[str | None, SiteIndex]:
    return {spec.name: SiteIndex(spec) for spec in specs_of(project)}
