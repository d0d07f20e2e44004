"""The index of a project: what is known of its sites, kept up to date by a thread of its own.

Whoever asks gets what is known, at once; `indexing` says how far the first reading has come. Changes are told by whoever notices
them: a watcher, an editor, somebody who is about to ask. Nothing is done where nothing has changed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.markdoc import Document
from refrakt.rules.settings import Settings

from ..across.unreadable_page import UNREADABLE, unreadable
from ..pages.facts import PageFacts
from ..pages.tree import LeftOut
from ..site import Project
from .agenda import Agenda, Turn
from .cache import PageCache
from .judging import judged
from .problem import PageProblem
from .reading_pool import ReadingPool, Want
from .readings import FileReading, Group, Readings
from .site_index import SiteIndex
from .sources import relative
from .upkeep import PLAN, Upkeep

if TYPE_CHECKING:
    from ..workspace import Snapshot

log = logging.getLogger("refrakt.index")

_ATTEMPTS = 3
"""How often a look at the files is tried again that ended in an error of ours, before it is left to the next change."""
_REST = 0.5
"""Seconds before that."""

Listener = Callable[[frozenset[str]], None]


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
        self._pool = pool or ReadingPool()
        self._owns_cache = cache is None
        self._cache = cache or PageCache.open()
        self._agenda = Agenda()
        readings = Readings(project, self._cache, self._pool, config)
        self._kept = Upkeep(readings, self._pool, self._agenda, snapshot)
        self._thread: threading.Thread | None = None

    # How far it has come ----------------------------------------------------------------------------------------------

    @property
    def indexing(self) -> str | None:
        """How far the first reading of all files has come; None once it is done."""
        progress = self._kept.progress
        if progress is None:
            return None
        done, total = progress
        return f"{100 * done // total if total else 0} %"

    def indexing_of(self, site: str | None) -> str | None:
        """The same for the pages of one site, which may have been read before the others."""
        return None if self._agenda.is_ready(self._kept.groups_of(site)) else self.indexing

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many of how many files have been read, while that goes on."""
        return self._kept.progress

    @property
    def is_reading(self) -> bool:
        """Whether the first reading of all files goes on."""
        return self._kept.progress is not None and not self._agenda.stop.is_set()

    @property
    def is_busy(self) -> bool:
        """Whether there is anything to be done that has not been done yet."""
        return self._agenda.is_busy

    # What is known ----------------------------------------------------------------------------------------------------

    @property
    def project(self) -> Project:
        return self._kept.readings.project

    @property
    def lock(self) -> threading.RLock:
        """To be held by whoever looks into a site for longer than a moment."""
        return self._kept.lock

    def sites(self) -> Mapping[str | None, SiteIndex]:
        """The sites by name."""
        return self._kept.sites

    def site(self, name: str | None) -> SiteIndex | None:
        """A site; without a name the only one."""
        sites = self._kept.sites
        if name is None and len(sites) == 1:
            return next(iter(sites.values()))
        return sites.get(name)

    def sites_of(self, path: str) -> list[SiteIndex]:
        """The sites a file is part of."""
        return self._kept.sites_of(path)

    def reading(self, path: str) -> FileReading | None:
        """What is known of a file on disk."""
        for group in (*(Group(name) for name in self._kept.sites), PLAN):
            found = self._kept.readings.of(group).get(path)
            if found is not None:
                return found
        return None

    def left_out(self, site: str | None) -> list[LeftOut]:
        """The files of a site that do not count though they seem to, and why."""
        return self._kept.left_out.get(site, [])

    def files(self, site: str | None = None) -> list[str]:
        """Every file that counts, of one site or of all, in the order of their paths; those that cannot be read as well."""
        sites = self._kept.sites
        wanted = [site] if site is not None else [*sites]
        groups = [Group(each) for each in wanted]
        if any(sites[each].spec.plan is not None for each in wanted if each in sites):
            groups.append(PLAN)
        with self.lock:
            found = {path for group in groups for path in self._kept.sources.get(group, ())}
        found |= {each.path for name in wanted for each in self.left_out(name) if each.reason in UNREADABLE}
        return sorted(found)

    def problems(self, path: str) -> tuple[PageProblem, ...]:
        """What is wrong between a file and the others of its sites, each thing once; with the usual severities."""
        with self.lock:
            found = [each for site in self.sites_of(path) for each in site.problems(path)]
        return tuple(dict.fromkeys(found))

    def told(self, path: str, editor: Settings) -> tuple[PageProblem, ...]:
        """All that is known to be wrong with a file on disk, as strictly as is asked for.

        What is wrong with the page alone is among it once pages have been checked (`check_pages`).
        """
        if self._kept.ignored.is_ignored(path, folder=False):
            return ()
        reading = self.reading(path)
        left_out = (each for some in tuple(self._kept.left_out.values()) for each in some)
        trouble = reading.trouble if reading else next((each.reason for each in left_out if each.path == path), None)
        if trouble is not None:
            return tuple(unreadable(trouble))
        alone = (reading.problems if reading is not None else None) or ()
        return tuple(sorted(self._judged(path, alone, editor), key=lambda each: (each.start, each.end, each.code)))

    def open_problems(self, path: Path, document: Document, editor: Settings) -> tuple[PageProblem, ...] | None:
        """What is wrong between an open page and others, as strictly as is asked for; None unless this text is known."""
        where = relative(self.root, path)
        with self.lock:
            known = self._kept.opened.get(where)
            if known is None or known.document is not document:
                return None
            return tuple(self._judged(where, (), editor))

    def open_facts(self, path: str, document: Document, site: str | None) -> PageFacts | None:
        """The facts of an open page, by its path below the root; None unless this text has been read for the site."""
        known = self._kept.opened.get(path)
        if known is None or known.document is not document:
            return None
        return known.facts.get(Group(site)) or known.facts.get(PLAN)

    def _judged(self, path: str, alone: tuple[PageProblem, ...], editor: Settings) -> dict[PageProblem, None]:
        told: dict[PageProblem, None] = {}
        with self.lock:
            for site in self.sites_of(path):
                facts, wishes = site.entries[path].facts, site.spec.context.rules
                told |= dict.fromkeys(judged((*alone, *site.problems(path)), facts, wishes, editor))
        return told

    # Telling ----------------------------------------------------------------------------------------------------------

    def start(self, want: tuple[Want, ...] = ("facts",)) -> None:
        """Begin to read, in the background."""
        self._agenda.demand(want)
        with self.lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="refrakt index", daemon=True)
                self._thread.start()

    def check_pages(self) -> None:
        """From now on, find out what is wrong with each page alone, too."""
        self._agenda.demand(("facts", "problems"))

    def look(self, patience: float | None = None, site: str | None = None) -> bool:
        """Look at the disk and at what is open, now; whether that was done within so many seconds.

        With a site, its own pages are waited for, and not those of others.
        """
        groups = self._kept.groups_of(site) if site in self._kept.sites else []
        return self._agenda.wait(patience, walk=True, groups=groups)

    def settle(self, patience: float | None = None) -> bool:
        """Wait until what has been told is known; whether that was so within so many seconds."""
        return self._agenda.wait(patience, walk=False)

    def project_changed(self, project: Project, config: str | None = None) -> None:
        """The project's config, its packages or its partials are not what they were."""
        self._agenda.project_changed(project, config)

    def files_changed(self, paths: Iterable[Path] | None) -> None:
        """Files have changed on disk: these, or nobody knows which."""
        self._agenda.files_changed(paths)

    def buffer_changed(self, path: Path) -> None:
        """A page was opened, typed in, or closed. Costs next to nothing: this is called with every keystroke."""
        self._agenda.typed_in(path)

    def is_typing(self, within: float) -> bool:
        """Whether a page of the project was typed in within the last so many seconds."""
        return self._agenda.is_typing(within)

    def give_way(self) -> None:
        """For whoever works through many pages in a thread: rest for a moment while somebody types."""
        self._agenda.give_way()

    def stop(self) -> None:
        """Have the thread end soon."""
        self._agenda.end()

    def close(self) -> None:
        """End, and wait until the processes that read for us are gone."""
        self.stop()
        if self._thread is not None:
            self._thread.join(5)

    # The thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        failures = 0
        try:
            while not self._agenda.stop.is_set():
                failures = 0 if self._has_turned(self._agenda.next_turn()) else failures + 1
                self._agenda.turn_done()
                if failures:
                    self._recover(failures)
        finally:
            self._agenda.end()
            self._pool.close()
            if self._owns_cache:
                self._cache.close()

    def _has_turned(self, turn: Turn) -> bool:
        try:
            for changed in self._kept.turn(turn):
                self._tell(changed)
        except Exception:
            log.exception("the index stumbled")
            return False
        return True

    def _recover(self, failures: int) -> None:
        """After an error of ours, which nobody has foreseen: look at everything again, but not for ever."""
        if failures <= _ATTEMPTS:
            self._agenda.stop.wait(_REST * failures)
            self._agenda.files_changed(None)
        else:
            self._kept.progress = None  # nobody is to wait for what does not come

    def _tell(self, changed: set[str]) -> None:
        for listener in tuple(self.listeners) if changed else ():
            try:
                listener(frozenset(changed))
            except Exception:
                log.exception("somebody could not be told of changed pages")
