"""The index of a project: its sites, kept as they are on disk and in the editor, by a thread of its own.

Whoever asks gets what is known, at once; `indexing` says how far the first reading has come. Changes are told by whoever notices
them: a watcher, an editor, somebody who is about to ask. Nothing is done where nothing has changed.
"""

from __future__ import annotations

import gc
import logging
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from refrakt.markdoc import Document, parse
from refrakt.rules.settings import Settings

from ..across.unreadable_page import UNREADABLE, unreadable
from ..pages.facts import PageFacts
from ..pages.reading import facts_of
from ..pages.tree import LARGEST, LeftOut
from ..site import Project
from .cache import PageCache
from .entry import Entry, Kind
from .ignored import Ignored
from .judging import judged
from .problem import PageProblem
from .reading_pool import ReadingPool, Want
from .readings import FileReading, Group, Readings
from .site_index import SiteIndex
from .sources import Source, relative, source_at, sources, unsaved
from .spec import SiteSpec, specs_of

if TYPE_CHECKING:
    from ..workspace import Snapshot

log = logging.getLogger("refrakt.index")

PAUSE = 0.1
"""Seconds without a keystroke after which a page that is being typed is read again for the sake of the others."""
LONGEST_PAUSE = 1.0
"""Seconds after which that is done although somebody goes on typing."""
_FEW = 50
"""So many changed files are looked at one by one; more of them, and the folders are walked."""
_TOLD_TOGETHER = 500
_ATTEMPTS = 3
"""How often a look at the files is tried again that ended in an error of ours, before it is left to the next change."""
_REST = 0.5
"""Seconds before that."""
_LOST = PageFacts(open_ended=True)
"""What is known of an open page that could not be read: nothing, so that nobody is blamed for what it may say."""
PLAN = Group(None, plan=True)

Listener = Callable[[frozenset[str]], None]


class _Opened(NamedTuple):
    """An open page, and what was read off it for each group of files it is part of."""

    document: Document
    facts: dict[Group, PageFacts]


class ProjectIndex:
    """One project. Everything public may be called from any thread."""

    def __init__(
        self,
        project: Project,
        snapshot: Callable[[], Snapshot],
        config: str | None = None,
        cache: PageCache | None = None,
        pool: ReadingPool | None = None,
    ) -> None:
        """`snapshot` tells what is open in the editor, `config` is the text of a config that is being edited."""
        self.root = project.root
        self.listeners: list[Listener] = []
        """Told, in our thread, of which files something else is known now than before; by paths below the root."""
        self._snapshot = snapshot
        self._lock = threading.RLock()
        self._pool = pool or ReadingPool()
        self._owns_cache = cache is None
        self._cache = cache or PageCache.open()
        self._readings = Readings(project, self._cache, self._pool, config)
        self._sites = _indexes(project)
        self._ignored = Ignored(project.root)
        self._sources: dict[Group, dict[str, Source]] = {}
        self._left_out: dict[str | None, list[LeftOut]] = {}
        self._open: dict[str, _Opened] = {}
        """The open pages as they are in the index."""
        self._progress: tuple[int, int] | None = (0, 0)
        # What is to be done:
        self._wake = threading.Condition()
        self._next: tuple[Project, str | None] | None = None
        self._walk = True
        self._paths: set[Path] = set()
        self._typed: dict[Path, float] = {}
        self._want: tuple[Want, ...] = ("facts",)
        self._asked = 0
        self._turning = 0
        self._at_work = False
        self._ready: dict[Group, int] = {}
        """Up to which question each group of files has been looked at; the others may still be read."""
        self._done = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    # Asking -----------------------------------------------------------------------------------------------------------

    @property
    def project(self) -> Project:
        return self._readings.project

    @property
    def indexing(self) -> str | None:
        """How far the first reading of all files has come; None once it is done."""
        progress = self._progress
        if progress is None:
            return None
        done, total = progress
        return f"{100 * done // total if total else 0} %"

    def indexing_of(self, site: str | None) -> str | None:
        """The same for the pages of one site, which may have been read before the others."""
        return None if all(each in self._ready for each in self._needed(site)) else self.indexing

    def _needed(self, site: str | None) -> list[Group]:
        """The groups of files that the addresses of a site come from."""
        known = self._sites.get(site)
        made = known is not None and known.spec.plan is not None and bool(known.spec.entity_routes.rules)
        return [Group(site), PLAN] if made else [Group(site)]

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many of how many files have been read, while that goes on."""
        return self._progress

    @property
    def is_busy(self) -> bool:
        """Whether there is anything to be done that has not been done yet."""
        return not self._stop.is_set() and (self._at_work or self._has_work())

    @property
    def is_reading(self) -> bool:
        """Whether the first reading of all files goes on."""
        return self._progress is not None and not self._stop.is_set()

    def sites(self) -> Mapping[str | None, SiteIndex]:
        """The sites by name. To look into one for longer than a moment, hold `lock`."""
        return self._sites

    @property
    def lock(self) -> threading.RLock:
        return self._lock

    def site(self, name: str | None) -> SiteIndex | None:
        """A site; without a name the only one."""
        sites = self._sites
        if name is None and len(sites) == 1:
            return next(iter(sites.values()))
        return sites.get(name)

    def sites_of(self, path: str) -> list[SiteIndex]:
        """The sites a file is part of."""
        return [each for each in self._sites.values() if path in each.entries]

    def reading(self, path: str) -> FileReading | None:
        """What is known of a file on disk."""
        for group in (*(Group(name) for name in self._sites), PLAN):
            found = self._readings.of(group).get(path)
            if found is not None:
                return found
        return None

    def left_out(self, site: str | None) -> list[LeftOut]:
        """The files of a site that do not count though they seem to, and why."""
        return self._left_out.get(site, [])

    def problems(self, path: str) -> tuple[PageProblem, ...]:
        """What is wrong between a file and the others of its sites, each thing once; with the usual severities."""
        with self._lock:
            found = [each for site in self.sites_of(path) for each in site.problems(path)]
        return tuple(dict.fromkeys(found))

    def files(self, site: str | None = None) -> list[str]:
        """Every file that counts, of one site or of all, in the order of their paths; those that cannot be read as well."""
        wanted = [site] if site is not None else [*self._sites]
        groups = [Group(each) for each in wanted]
        if any(self._sites[each].spec.plan is not None for each in wanted if each in self._sites):
            groups.append(PLAN)
        with self._lock:
            found = {path for group in groups for path in self._sources.get(group, ())}
        found |= {each.path for name in wanted for each in self.left_out(name) if each.reason in UNREADABLE}
        return sorted(found)

    def told(self, path: str, editor: Settings) -> tuple[PageProblem, ...]:
        """All that is known to be wrong with a file on disk, as strictly as is asked for.

        What is wrong with the page alone is among it once pages have been checked (`check_pages`).
        """
        if self._ignored.is_ignored(path, folder=False):
            return ()
        reading = self.reading(path)
        left_out = next((e.reason for each in self._left_out.values() for e in each if e.path == path), None)
        trouble = reading.trouble if reading is not None else left_out
        if trouble is not None:
            return tuple(unreadable(trouble))
        alone = (reading.problems if reading is not None else None) or ()
        told: dict[PageProblem, None] = {}
        with self._lock:
            for site in self.sites_of(path):
                found = judged(
                    (*alone, *site.problems(path)), site.entries[path].facts, site.spec.context.rules, editor
                )
                told.update(dict.fromkeys(found))
        return tuple(sorted(told, key=lambda each: (each.start, each.end, each.code)))

    def check_pages(self) -> None:
        """From now on, find out what is wrong with each page alone, too."""
        with self._wake:
            if "problems" not in self._want:
                self._want = ("facts", "problems")
                self._walk = True
                self._wake.notify_all()

    def open_problems(self, path: Path, document: Document, editor: Settings) -> tuple[PageProblem, ...] | None:
        """What is wrong between an open page and others, as strictly as is asked for; None unless this text is known."""
        where = relative(self.root, path)
        told: dict[PageProblem, None] = {}
        with self._lock:
            known = self._open.get(where)
            if known is None or known.document is not document:
                return None
            for site in self.sites_of(where):
                facts = site.entries[where].facts
                told |= dict.fromkeys(judged(site.problems(where), facts, site.spec.context.rules, editor))
        return tuple(told)

    # Telling ----------------------------------------------------------------------------------------------------------

    def start(self, want: tuple[Want, ...] = ("facts",)) -> None:
        """Begin to read, in the background."""
        with self._wake:
            if self._thread is None:
                self._want = want
                self._thread = threading.Thread(target=self._run, name="refrakt index", daemon=True)
                self._thread.start()

    def look(self, patience: float | None = None, site: str | None = None) -> bool:
        """Look at the disk and at what is open, now; whether that was done within so many seconds.

        With a site, its own pages are waited for, and not those of others.
        """
        with self._wake:
            self._walk = True
            self._typed = dict.fromkeys(self._typed, 0.0)
            return self._await(patience, self._needed(site) if site in self._sites else [])

    def settle(self, patience: float | None = None) -> bool:
        """Wait until what has been told is known; whether that was so within so many seconds."""
        with self._wake:
            self._typed = dict.fromkeys(self._typed, 0.0)
            return self._await(patience)

    def _await(self, patience: float | None, groups: Sequence[Group] = ()) -> bool:
        self._asked += 1
        mine = self._asked
        self._wake.notify_all()

        def is_done() -> bool:
            ready = min((self._ready.get(each, 0) for each in groups), default=0)
            return max(self._done, ready) >= mine or self._stop.is_set()

        return self._wake.wait_for(is_done, patience)

    def project_changed(self, project: Project, config: str | None = None) -> None:
        """The project's config, its packages or its partials are not what they were."""
        with self._wake:
            self._next = project, config
            self._wake.notify_all()

    def files_changed(self, paths: Iterable[Path] | None) -> None:
        """Files have changed on disk: these, or nobody knows which."""
        with self._wake:
            if paths is None:
                self._walk = True
            else:
                self._paths.update(paths)
            self._wake.notify_all()

    def buffer_changed(self, path: Path) -> None:
        """A page was opened, typed in, or closed. Costs next to nothing: this is called with every keystroke."""
        with self._wake:
            if path not in self._typed:
                self._typed[path] = time.monotonic()
                self._wake.notify_all()
            self._last_typed = time.monotonic()

    def stop(self) -> None:
        """Have the thread end soon."""
        self._stop.set()
        with self._wake:
            self._wake.notify_all()

    def close(self) -> None:
        """End, and wait until the processes that read for us are gone."""
        self.stop()
        if self._thread is not None:
            self._thread.join(5)

    # The thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        failures = 0
        try:
            while not self._stop.is_set():
                with self._wake:
                    while not self._has_work():
                        # How long to wait may be another matter after every word of whoever types.
                        self._wake.wait(self._due())
                    self._turning, self._at_work = self._asked, True
                failures = 0 if self._has_turned() else failures + 1
                with self._wake:
                    self._done, self._at_work = max(self._done, self._turning), False
                    self._wake.notify_all()
                if failures:
                    self._recover(failures)
        finally:
            self._stop.set()
            self._pool.close()
            if self._owns_cache:
                self._cache.close()
            with self._wake:
                self._wake.notify_all()

    def _has_turned(self) -> bool:
        try:
            self._turn()
        except Exception:
            log.exception("the index stumbled")
            return False
        return True

    def _recover(self, failures: int) -> None:
        """After an error of ours, which nobody has foreseen: look at everything again, but not for ever."""
        if failures <= _ATTEMPTS:
            self._stop.wait(_REST * failures)
            with self._wake:
                self._walk = True
        else:
            self._progress = None  # nobody is to wait for what does not come

    _last_typed = 0.0

    def _has_work(self) -> bool:
        if self._walk or self._paths or self._next is not None or self._asked > self._done or self._stop.is_set():
            return True
        due = self._due()
        return due is not None and due <= 0

    def _due(self) -> float | None:
        """Seconds until a page that was typed in is read; None where there is none."""
        if not self._typed:
            return None
        now = time.monotonic()
        first = min(self._typed.values())
        return max(0.0, min(self._last_typed + PAUSE, first + LONGEST_PAUSE) - now) if first else 0.0

    def _turn(self) -> None:
        changed: set[str] = set()
        with self._wake:
            new, walk, paths, want = self._next, self._walk, self._paths, self._want
            self._next, self._walk, self._paths = None, False, set()
        if new is not None:
            changed |= self._replace(*new)
            walk = True
        if len(paths) > _FEW or any(map(self._concerns_many, paths)):
            walk, paths = True, set()
        if walk:
            changed |= self._look_at_everything(want)
        for path in paths:
            changed |= self._look_at(path, want)
        changed |= self._read_open()
        for some in self._looked_again():
            self._tell(changed | some)
            changed = set()
        if walk:
            _stays()
        self._tell(changed)

    def _tell(self, changed: set[str]) -> None:
        if changed:
            for listener in tuple(self.listeners):
                try:
                    listener(frozenset(changed))
                except Exception:
                    log.exception("somebody could not be told of changed pages")

    def _replace(self, project: Project, config: str | None) -> set[str]:
        """Begin again with another config. What is open is read again: other names may stand for other runes."""
        readings, sites = self._readings.taken_over(project, config), _indexes(project)
        with self._lock:
            before = {path for files in self._sources.values() for path in files}
            self._readings, self._sites, self._sources, self._open, self._left_out = readings, sites, {}, {}, {}
            self._progress = (0, 0)
        with self._wake:
            self._ready = {}
            self._typed |= dict.fromkeys(self._snapshot().paths, 0.0)
        return before

    # Files ------------------------------------------------------------------------------------------------------------

    def _look_at_everything(self, want: tuple[Want, ...]) -> set[str]:
        """Walk the folders, read what has changed, drop what is gone."""
        self._ignored = Ignored(self.root)
        found: dict[Group, dict[str, Source]] = {}
        left_out: dict[str | None, list[LeftOut]] = {}
        for name, site in self._sites.items():
            listed, left_out[name] = sources(site.spec)
            for file in listed:
                group = PLAN if file.kind == "plan" else Group(name)
                found.setdefault(group, {})[file.path] = file
            for opened in self._snapshot().paths:
                new = unsaved(site.spec, opened)
                if new is not None:
                    found.setdefault(PLAN if new.kind == "plan" else Group(name), {}).setdefault(new.path, new)
        changed: set[str] = set()
        for group, known in self._sources.items():
            for path in known.keys() - found.get(group, {}).keys():
                changed |= self._drop(group, path)
        with self._lock:
            self._sources, self._left_out = found, left_out
        changed |= self._read_open()
        with self._lock:
            for site in self._sites.values():
                site.assets_changed()
        due = {group: self._readings.stale(group, tuple(files.values()), want) for group, files in found.items()}
        total = sum(map(len, due.values()))
        done = 0
        first = self._progress is not None or not all(site.complete for site in self._sites.values())
        if first:
            self._progress = (0, total)
            for group, files in found.items():
                stale = {each.path for each in due[group]}
                for path in tuple(files):
                    if path not in stale:
                        changed |= self._show(group, path)
        for group in sorted(due, key=lambda each: each.plan):
            for path, _ in self._readings.read(group, due[group], want, self._stop):
                changed |= self._show(group, path)
                done += 1
                if first:
                    self._progress = (done, total)
                self._heed_typing()
                if self._next is not None:
                    return changed  # the config has changed, so this would be for nothing
            self._note_ready(group)
        for group in {*(Group(name) for name in self._sites), PLAN} - due.keys():
            self._note_ready(group)
        self._pool.close()
        if first and not self._stop.is_set():
            self._finish()
        if total:
            _stays()
        return changed

    def _note_ready(self, group: Group) -> None:
        with self._wake:
            self._ready[group] = self._turning
            self._wake.notify_all()

    def _heed_typing(self) -> None:
        """Somebody may go on typing while all files are read."""
        with self._wake:
            due = self._due()
        if due is not None and due <= 0:
            self._read_open()

    def _finish(self) -> None:
        with self._lock:
            for site in self._sites.values():
                site.complete = True
            self._progress = None

    def _concerns_many(self, path: Path) -> bool:
        """Whether a change may concern more than one file, or one that was left out, or will be."""
        where = relative(self.root, path)
        if any(each.path == where for some in self._left_out.values() for each in some):
            return True
        try:
            mark = path.lstat()
        except (OSError, ValueError):
            mark = None
        if mark is not None and (stat.S_ISDIR(mark.st_mode) or mark.st_size > LARGEST):
            return True
        if any(where in files for files in self._sources.values()):
            return False
        # It may have been a folder, whatever it is now.
        return any(each.startswith(f"{where}/") for files in self._sources.values() for each in files)

    def _look_at(self, path: Path, want: tuple[Want, ...]) -> set[str]:
        """One file that has changed on disk."""
        changed: set[str] = set()
        for name, site in self._sites.items():
            file = source_at(site.spec, path)
            if file is None and path in self._snapshot().paths:
                file = unsaved(site.spec, path)
            where = relative(self.root, path)
            if file is None:
                group = next((each for each in (Group(name), PLAN) if where in self._sources.get(each, {})), None)
                if group is not None:
                    with self._lock:
                        self._sources[group].pop(where)
                    changed |= self._drop(group, where)
                with self._lock:
                    site.asset_changed(str(path))
                continue
            group = PLAN if file.kind == "plan" else Group(name)
            with self._lock:
                self._sources.setdefault(group, {})[where] = file
            if not file.inode:
                self._readings.forget(group, [where])
                changed |= self._show(group, where)
            for _ in self._readings.read(group, self._readings.stale(group, [file], want), want, self._stop):
                changed |= self._show(group, where)
        self._pool.close()
        return changed

    def _drop(self, group: Group, path: str) -> set[str]:
        self._readings.forget(group, [path])
        with self._lock:
            for site in self._of(group):
                site.remove(path)
        return {path}

    def _of(self, group: Group) -> list[SiteIndex]:
        if group.plan:
            return [each for each in self._sites.values() if each.spec.plan is not None]
        return [self._sites[group.site]]

    def _show(self, group: Group, path: str) -> set[str]:
        """Put a file into the indexes it belongs to, as it is in the editor, else as it was read."""
        file = self._sources.get(group, {}).get(path)
        if file is None:
            return set()  # it has gone while others were read
        reading = self._readings.of(group).get(path)
        opened = self._open.get(path)
        if opened is not None and group not in opened.facts:
            opened.facts[group] = self._facts(group, opened.document)
        facts = opened.facts[group] if opened is not None else reading.facts if reading is not None else None
        if opened is None and reading is not None and reading.trouble == "gone":  # since the folders were walked
            with self._lock:
                del self._sources[group][path]
            return self._drop(group, path)
        with self._lock:
            for site in self._of(group):
                if facts is None:
                    site.remove(path)
                else:
                    site.put(made(site.spec, path, file.kind, file.name, facts))
        return {path}

    # Open pages -------------------------------------------------------------------------------------------------------

    def _read_open(self) -> set[str]:
        with self._wake:
            typed, self._typed = self._typed, {}
        if not typed:
            return set()
        changed: set[str] = set()
        buffers = self._snapshot().paths
        for path in typed:
            where = relative(self.root, path)
            buffer = buffers.get(path)
            groups = self._groups_of(where, path if buffer is not None else None)
            if buffer is None:
                # Also one that was never read: what is on disk counts again, and others may have forgotten about it.
                was_open = self._open.pop(where, None) is not None
                for group in groups:
                    changed |= self._closed(group, where) if was_open else {where}
                continue
            known = self._open.get(where)
            if groups and (known is None or known.document is not buffer.document):
                document = buffer.document
                opened = _Opened(document, {group: self._facts(group, document) for group in groups})
                with (
                    self._lock
                ):  # so that nobody takes what was wrong with the text before for the problems of this one
                    self._open[where] = opened
                    for group in groups:
                        changed |= self._show(group, where)
        return changed

    def _groups_of(self, where: str, path: Path | None) -> list[Group]:
        """As what a file is read. One that is open counts before it has been saved."""
        known = [group for group, files in self._sources.items() if where in files]
        if known or path is None:
            return known
        for name, site in self._sites.items():
            new = unsaved(site.spec, path)
            if new is not None:
                group = PLAN if new.kind == "plan" else Group(name)
                with self._lock:
                    self._sources.setdefault(group, {})[where] = new
                known.append(group)
        return list(dict.fromkeys(known))

    def _closed(self, group: Group, where: str) -> set[str]:
        if self._sources[group][where].inode:
            return self._show(group, where)
        with self._lock:
            del self._sources[group][where]
        return self._drop(group, where)

    def _facts(self, group: Group, document: Document) -> PageFacts:
        context = self._readings.context(group)
        if context is None:
            return _LOST
        try:
            if document.options != context.options:
                document = parse(document.text, context.options)
            return facts_of(document, context.vocabulary)
        except Exception:
            log.exception("an open page could not be read")
            return _LOST

    # Problems ---------------------------------------------------------------------------------------------------------

    def _looked_again(self) -> Iterator[set[str]]:
        """Look again at the files that have to be, one by one, so that others get their turn; those that are open first.

        Yields those with which something else is wrong than before.
        """
        for path in tuple(self._open):
            for site in self.sites_of(path):
                self._look_again(site, path)
        for site in self._sites.values():
            yield self._news(site)
            while site.complete and not self._stop.is_set() and (path := self._next_stale(site)):
                self._look_again(site, path)
                if len(site.news) >= _TOLD_TOGETHER:
                    yield self._news(site)
            yield self._news(site)

    def _next_stale(self, site: SiteIndex) -> str:
        with self._lock:
            return next(iter(site.stale), "")

    def _look_again(self, site: SiteIndex, path: str) -> None:
        with self._lock:
            site.problems(path)

    def _news(self, site: SiteIndex) -> set[str]:
        with self._lock:
            news, site.news = site.news, set()
        return news


def made(spec: SiteSpec, path: str, kind: Kind, name: str, facts: PageFacts) -> Entry:
    """A file as a site sees it."""
    if kind != "page":
        return Entry(path, kind, name, facts)
    url = spec.routes.url(name, facts.slug)
    return Entry(path, kind, name, facts, url, spec.routes.layout(url))


def _stays() -> None:
    """What is known now stays known, and the garbage collector need not go through it again and again.

    It would stop everybody, also those who type, for as long as that takes: a quarter of a second for ten thousand pages.
    """
    gc.freeze()


def _indexes(project: Project) -> dict[str | None, SiteIndex]:
    return {spec.name: SiteIndex(spec) for spec in specs_of(project)}
