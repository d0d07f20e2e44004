"""Everything that is being worked on: open buffers, the projects they belong to, and what lies on disk below them.

A `Workspace` changes; a `Snapshot` does not. Whoever answers a question takes the snapshot of the moment and makes the whole
answer from it. Before an answer is made for somebody who may have written to disk, `refresh` looks whether the files
that matter are still what they were; that costs a few dozen `stat` calls, and none while a person types.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from refrakt.markdoc import Document, Options, parse

from .checking import Remembered
from .config import FILE_NAME
from .confinement import allow
from .files import read_text
from .pages.remembering import Memory
from .roots import CONFIG_FILES, project_root
from .settings import Settings
from .site import NoSite, Project, SiteContext, project_at

if TYPE_CHECKING:
    from .index.judging import Moved
    from .index.project_index import ProjectIndex


MARKDOC_LANGUAGES = ("markdown", "markdoc", "mdx")
"""What editors call the languages of pages."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text and where it was found."""

    text: str
    origin: Literal["buffer", "disk"]
    buffer: Buffer | None = None


@dataclass(frozen=True, slots=True)
class Buffer:
    """A file as it is in the editor."""

    uri: str
    path: Path | None
    """Where it lies, without links; None for what has never been saved."""
    version: int
    document: Document
    language: str = "markdown"
    remembered: Remembered = field(default_factory=Remembered, repr=False, compare=False)
    """What checks have found so far; shared by the versions of one buffer."""
    memory: Memory = field(default_factory=Memory, repr=False, compare=False)
    """What was read off it for the sake of others; shared in the same way."""
    across: tuple[Moved, ...] = ()
    """What is wrong between this page and others, as far as is known: an edit moves it, the index corrects it."""

    @property
    def is_markdoc(self) -> bool:
        """Whether it is a page. Everything else that is open is only kept, and shown to whoever reads it."""
        return self.language in MARKDOC_LANGUAGES


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The open buffers at one moment."""

    revision: int = 0
    buffers: Mapping[str, Buffer] = field(default_factory=dict)
    """By URI."""
    paths: Mapping[Path, Buffer] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)

    def read(self, path: Path, name: str | None = None) -> Source:
        """The text of a file, in the editor or on disk; the name is what its user calls it."""
        buffer = self.paths.get(path)
        if buffer is not None:
            return Source(buffer.document.text, "buffer", buffer)
        return Source(read_text(path, name or str(path)), "disk")


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners are told."""

    kind: Literal["buffer", "project", "settings", "files", "index"]
    uri: str | None = None
    root: Path | None = None
    paths: frozenset[Path] | None = None
    """The files that have changed on disk, or of which the index knows something new; None where nobody can say which."""


class Workspace:
    """Buffers are changed by one thread, the editor's; contexts may be asked for by any."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.listeners: list[Callable[[Change], None]] = []
        """Called in the thread that noticed the change, which may be any."""
        self._projects: dict[Path, tuple[Project, object]] = {}
        self._roots: dict[Path, Path] = {}
        self._indexes: dict[Path, ProjectIndex] = {}
        self._lock = threading.RLock()
        self._beginning = threading.Lock()
        """Held by whoever begins an index."""

    # Buffers ----------------------------------------------------------------------------------------------------------

    def open(self, uri: str, path: Path | None, text: str, version: int, language: str = "markdown") -> Buffer:
        """A file was opened."""
        buffer = Buffer(uri, path, version, parse(text, self._options(path, language)), language)
        self._put(buffer)
        return buffer

    def change(self, uri: str, version: int, edits: Iterable[tuple[int, int, str]]) -> Buffer:
        """Edits were made, one after the other, each in the text the one before has left."""
        buffer = self.snapshot.buffers[uri]
        document, across = buffer.document, buffer.across
        made = list(edits)
        for start, end, new in made:
            document = document.edit(start, end, new)
        if across:
            from .index.judging import moved

            across = moved(across, made)
        buffer = replace(buffer, version=version, document=document, across=across)
        self._put(buffer)
        return buffer

    def close(self, uri: str) -> None:
        """A file was closed; what is on disk counts again."""
        snapshot = self.snapshot
        buffer = snapshot.buffers.get(uri)
        if buffer is None:
            return
        buffers = {key: each for key, each in snapshot.buffers.items() if key != uri}
        self._show(buffers)
        self._typed(buffer.path)
        self._tell(Change("buffer", uri))

    def leave_out(self, uri: str) -> None:
        """The editor has a file open that is not read. It counts as closed, and listeners are told in any case."""
        if uri in self.snapshot.buffers:
            self.close(uri)
        else:
            self._tell(Change("buffer", uri))

    def configure(self, settings: Settings) -> None:
        """The editor's settings are these now."""
        is_confined_otherwise = settings.allowed_folders != self.snapshot.settings.allowed_folders
        allow(settings.allowed_folders)
        self.snapshot = replace(self.snapshot, revision=self.snapshot.revision + 1, settings=settings)
        self._tell(Change("settings"))
        if is_confined_otherwise:
            self.refresh_all()

    def _put(self, buffer: Buffer) -> None:
        self._show({**self.snapshot.buffers, buffer.uri: buffer})
        self._typed(buffer.path)
        self._tell(Change("buffer", buffer.uri))

    def _show(self, buffers: dict[str, Buffer]) -> None:
        paths = {each.path: each for each in buffers.values() if each.path is not None}
        self.snapshot = replace(
            self.snapshot,
            revision=self.snapshot.revision + 1,
            buffers=MappingProxyType(buffers),
            paths=MappingProxyType(paths),
        )

    def _options(self, path: Path | None, language: str) -> Options:
        site = self.site_of(path)
        return site.options if site is not None else Options(fences="escaped")

    # Projects ---------------------------------------------------------------------------------------------------------

    def project(self, folder: Path) -> Project:
        """The project a folder belongs to, as it was when somebody last looked. Costs nothing while typing."""
        with self._lock:
            root = self._root(folder)
            known = self._projects.get(root)
            return known[0] if known is not None else self._read(root)

    def refresh(self, folder: Path) -> Project:
        """The project a folder belongs to, as it is on disk now. Listeners are told if it is another than before."""
        with self._lock:
            root = self._roots[folder] = self._around(folder)
            known = self._projects.get(root)
            if known is not None and known[0].stamp(self._overlay(root)) == known[1]:
                return known[0]
            project = self._read(root)
            index = self._indexes.get(root)
        if index is not None:
            index.project_changed(project, self._config(root))
        if known is not None:
            self._tell(Change("project", root=root))
        return project

    def refresh_all(self) -> None:
        """Look at every known project again, as after files have come or gone."""
        self._roots.clear()
        for root in list(self._projects):
            self.refresh(root)

    def files_changed(self, paths: frozenset[Path] | None) -> None:
        """Files have changed on disk: these, or nobody knows which."""
        for index in tuple(self._indexes.values()):
            index.files_changed(paths)
        self._tell(Change("files", paths=paths))

    def site_of(self, path: Path | None) -> SiteContext | None:
        """The site a file belongs to; None for what has no place, or a place between several sites."""
        if path is None:
            return None
        found = self.project(path.parent).site(path=path)
        return None if isinstance(found, NoSite) else found

    def _root(self, folder: Path) -> Path:
        root = self._roots.get(folder)
        if root is None:
            root = self._roots[folder] = self._around(folder)
        return root

    def _around(self, folder: Path) -> Path:
        """The root of the project a folder belongs to. Pages may lie outside of it, in a folder that the user allows."""
        root = Path(project_root(folder))
        if any((root / name).is_file() for name in CONFIG_FILES):
            return root
        named = [
            each
            for each, (project, _) in tuple(self._projects.items())
            if any(map(folder.is_relative_to, project.page_folders))
        ]
        return next((each for each in named if not folder.is_relative_to(each)), root)

    def _read(self, root: Path) -> Project:
        overlay = self._overlay(root)
        project = project_at(root, overlay[1] if overlay is not None else None)
        self._projects[root] = project, project.stamp(overlay)
        self._roots.clear()  # it may name a plan elsewhere, or no longer
        return project

    def _overlay(self, root: Path) -> tuple[int, str] | None:
        """The config as it is being edited."""
        buffer = self.snapshot.paths.get(root / FILE_NAME)
        return (buffer.version, buffer.document.text) if buffer is not None else None

    def renew(self, root: Path) -> None:
        """A project has changed: pages are read in the way their site wants now. For the editor's thread."""
        buffers = dict(self.snapshot.buffers)
        for uri, buffer in buffers.items():
            if buffer.path is None or not buffer.path.is_relative_to(root):
                continue
            options = self._options(buffer.path, buffer.language)
            if options != buffer.document.options:
                buffers[uri] = replace(buffer, document=parse(buffer.document.text, options))
        self._show(buffers)

    # The pages index --------------------------------------------------------------------------------------------------

    def index(self, folder: Path) -> ProjectIndex | None:
        """The index of the project a folder belongs to, begun with the first question; None where there is no site."""
        # To load an index and to open its cache takes a while: those who type must not wait for the same lock.
        with self._beginning:
            project = self.project(folder)
            root = project.root
            index = self._indexes.get(root)
            if index is None and (project.plain or (project.config is not None and project.config.sites)):
                from .index.project_index import ProjectIndex

                index = ProjectIndex(project, lambda: self.snapshot, self._config(root))
                index.listeners.append(lambda paths: self._indexed(root, paths))
                with self._lock:
                    self._indexes[root] = index
                    known = self.project(root)
                if known is not project:
                    index.project_changed(known, self._config(root))
                for path in self.snapshot.paths:
                    index.buffer_changed(path)
                index.start()
        return index

    def known_index(self, path: Path | None) -> ProjectIndex | None:
        """The index that a file may be part of, if anybody has begun one. Costs nothing while typing."""
        return self._indexes.get(self._root(path.parent)) if path is not None and self._indexes else None

    def indexes(self) -> list[ProjectIndex]:
        """Those that have been begun."""
        return list(self._indexes.values())

    def settle(self) -> list[str]:
        """Take over what the index knows of the open pages; which of them are concerned. For the editor's thread."""
        from .index.judging import Moved

        buffers = dict(self.snapshot.buffers)
        changed = []
        for uri, buffer in buffers.items():
            index = self.known_index(buffer.path)
            if index is None or buffer.path is None:
                continue
            known = index.open_problems(buffer.path, buffer.document, self.snapshot.settings.rules)
            if known is not None and known != tuple(each.now() for each in buffer.across):
                buffers[uri] = replace(buffer, across=tuple(map(Moved, known)))
                changed.append(uri)
        if changed:
            self._show(buffers)
        return changed

    def end_indexes(self) -> None:
        """Have all that works in the background end soon."""
        while self._indexes:
            self._indexes.popitem()[1].stop()

    def _typed(self, path: Path | None) -> None:
        index = self.known_index(path)
        if index is not None and path is not None:
            index.buffer_changed(path)

    def _indexed(self, root: Path, paths: frozenset[str]) -> None:
        self._tell(Change("index", root=root, paths=frozenset(root / each for each in paths)))

    def _config(self, root: Path) -> str | None:
        overlay = self._overlay(root)
        return overlay[1] if overlay is not None else None

    def _tell(self, change: Change) -> None:
        for listener in tuple(self.listeners):
            listener(change)
