"""The workspace: open buffers, the projects they belong to, and their indexes.

A `Workspace` changes; a `Snapshot` does not, and each response is computed from one snapshot. Before a response to a client that
may have written to disk, `refresh` compares the stamps of the files that define the project: a few dozen `stat` calls, none while
the user types.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.confinement import allow
from refrakt.project.editor_settings import Settings
from refrakt.project.page_problems import HabitKey
from refrakt.project.project_root import CONFIG_FILES, project_root
from refrakt.project.site import Project, SiteContext, UnresolvedSite, project_at
from refrakt.project.snapshot import Buffer, Snapshot

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex


@dataclass(frozen=True, slots=True)
class WorkspaceEvent:
    """What has changed, for listeners."""

    kind: Literal["buffer", "project", "settings", "files", "index"]
    uri: str | None = None
    root: Path | None = None
    paths: frozenset[Path] | None = None
    """The files that have changed on disk or in the index; None if it is not known which."""


class Workspace:
    """Buffers are changed by one thread, the editor's; queries are safe for all threads."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.listeners: list[Callable[[WorkspaceEvent], None]] = []
        """Called in the thread that made or detected the change."""
        self._projects: dict[Path, tuple[Project, object]] = {}
        self._roots: dict[Path, Path] = {}
        self._indexes: dict[Path, ProjectIndex] = {}
        self._lock = threading.RLock()
        """Held while a project or an index is replaced."""
        self._reading = threading.RLock()
        """Held while a project is read, which may take half a second. Known projects can be used meanwhile."""
        self._creation = threading.Lock()
        """Held while an index is created."""

    # Buffers ----------------------------------------------------------------------------------------------------------

    def open(self, uri: str, path: Path | None, text: str, version: int, language: str = "markdown") -> Buffer:
        """Handle an opened file."""
        buffer = Buffer(uri, path, version, parse(text, self._options(path, language)), language)
        buffer.problem_cache.set_habits(self._habits(path))
        self._put(buffer)
        return buffer

    def change(self, uri: str, version: int, edits: Iterable[tuple[int, int, str]]) -> Buffer:
        """Apply edits one by one, each to the text after the one before."""
        buffer = self.snapshot.buffers[uri]
        document, across = buffer.document, buffer.across
        made = list(edits)
        for start, end, new in made:
            document = document.edit(start, end, new)
        if across:
            from refrakt.project.index.severity import shifted_problems

            across = shifted_problems(across, made)
        buffer = replace(buffer, version=version, document=document, across=across)
        self._put(buffer)
        return buffer

    def close(self, uri: str) -> None:
        """Handle a closed file: the file on disk counts again."""
        snapshot = self.snapshot
        buffer = snapshot.buffers.get(uri)
        if buffer is None:
            return
        buffers = {key: each for key, each in snapshot.buffers.items() if key != uri}
        self._set_buffers(buffers)
        self._buffer_changed(buffer.path)
        self._notify(WorkspaceEvent("buffer", uri))

    def leave_out(self, uri: str) -> None:
        """Handle an open file that is not read. It counts as closed, and listeners are notified in any case."""
        if uri in self.snapshot.buffers:
            self.close(uri)
        else:
            self._notify(WorkspaceEvent("buffer", uri))

    def trust(self) -> None:
        """The user trusts the projects of this workspace."""
        self.snapshot = replace(self.snapshot, revision=self.snapshot.revision + 1, trusted=True)

    def configure(self, settings: Settings) -> None:
        """Set the settings of the editor."""
        is_confined_otherwise = settings.allowed_folders != self.snapshot.settings.allowed_folders
        allow(settings.allowed_folders)
        self.snapshot = replace(self.snapshot, revision=self.snapshot.revision + 1, settings=settings)
        self._notify(WorkspaceEvent("settings"))
        if is_confined_otherwise:
            self.refresh_all()

    def _put(self, buffer: Buffer) -> None:
        self._set_buffers({**self.snapshot.buffers, buffer.uri: buffer})
        self._buffer_changed(buffer.path)
        self._notify(WorkspaceEvent("buffer", buffer.uri))

    def _set_buffers(self, buffers: dict[str, Buffer]) -> None:
        paths = {each.path: each for each in buffers.values() if each.path is not None}
        self.snapshot = replace(
            self.snapshot,
            revision=self.snapshot.revision + 1,
            buffers=MappingProxyType(buffers),
            paths=MappingProxyType(paths),
        )

    def _options(self, path: Path | None, language: str) -> ParseOptions:
        site = self.site_of(path)
        return site.options if site is not None else ParseOptions(fences="escaped")

    # Projects ---------------------------------------------------------------------------------------------------------

    def project(self, folder: Path) -> Project:
        """The project of a folder, as it was at the last `refresh`. No disk access once it is known."""
        root = self._root(folder)
        current = self._projects.get(root)
        if current is None:
            with self._reading:
                current = self._projects.get(root)
                return current[0] if current is not None else self._read(root)
        return current[0]

    def is_known(self, folder: Path) -> bool:
        """Whether the project of a folder is known, so that `project` returns at once."""
        return self._roots.get(folder) in self._projects

    def refresh(self, folder: Path, *, again: bool = False) -> Project:
        """The project of a folder as it is on disk. Listeners are notified if it has changed.

        With `again`, it is read even if no file that it was read from has changed.
        """
        with self._reading:
            root = self._roots[folder] = self._find_root(folder)
            current = self._projects.get(root)
            if current is not None and not again and self._is_current(*current):
                return current[0]
            project = self._read(root)
            index = self._indexes.get(root)
        if index is not None:
            index.project_changed(project)
        if current is not None:
            self._notify(WorkspaceEvent("project", root=root))
        return project

    def refresh_all(self, *, again: bool = False) -> None:
        """Refresh every known project."""
        self._roots.clear()
        for root in list(self._projects):
            self.refresh(root, again=again)

    def files_changed(self, paths: frozenset[Path] | None) -> None:
        """These files have changed on disk; None if it is not known which."""
        for index in tuple(self._indexes.values()):
            index.files_changed(paths)
        self._notify(WorkspaceEvent("files", paths=paths))

    def site_of(self, path: Path | None) -> SiteContext | None:
        """The site of a file; None for a file without a path or between several sites."""
        if path is None:
            return None
        found = self.project(path.parent).site(path=path)
        return None if isinstance(found, UnresolvedSite) else found

    def _root(self, folder: Path) -> Path:
        root = self._roots.get(folder)
        if root is None:
            root = self._roots[folder] = self._find_root(folder)
        return root

    def _find_root(self, folder: Path) -> Path:
        """The root of the project of a folder. Pages may be outside of it, in a folder that the user allows."""
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
        project = project_at(root, self._open_files(root))
        stamp = project.stamp()
        with self._lock:
            self._projects[root] = project, stamp
            self._roots.clear()  # its plan may be in another folder now
        return project

    def _is_current(self, project: Project, stamp: object) -> bool:
        return project.stamp() == stamp and project.unsaved_among(self._open_files(project.root)) == project.unsaved

    def _open_files(self, root: Path) -> dict[Path, str]:
        """The texts of open files that are not pages. Some of them may define the project."""
        return {
            path: each.document.text
            for path, each in self.snapshot.paths.items()
            if not each.is_markdoc and path.is_relative_to(root)
        }

    def renew(self, root: Path) -> None:
        """Parse the buffers of a changed project with its current options. For the editor's thread."""
        buffers = dict(self.snapshot.buffers)
        for uri, buffer in buffers.items():
            if buffer.path is None or not buffer.path.is_relative_to(root):
                continue
            options = self._options(buffer.path, buffer.language)
            if options != buffer.document.options:
                buffers[uri] = replace(buffer, document=parse(buffer.document.text, options))
        self._set_buffers(buffers)

    # The pages index --------------------------------------------------------------------------------------------------

    def index(self, folder: Path) -> ProjectIndex | None:
        """The index of the project of a folder, created on demand; None if there is no site."""
        # Loading the index and its cache takes a while; keystrokes must not wait for the same lock.
        with self._creation:
            project = self.project(folder)
            root = project.root
            index = self._indexes.get(root)
            if index is None and (project.plain or (project.config is not None and project.config.sites)):
                from refrakt.project.index.project_index import ProjectIndex
                from refrakt.project.site_rules.site_checker import problems_of

                index = ProjectIndex(project, lambda: self.snapshot, problems_of)
                index.listeners.append(lambda paths: self._indexed(root, paths))
                with self._lock:
                    self._indexes[root] = index
                    current = self.project(root)
                if current is not project:
                    index.project_changed(current)
                for path in self.snapshot.paths:
                    index.buffer_changed(path)
                index.start()
        return index

    def known_index(self, path: Path | None) -> ProjectIndex | None:
        """The index that a file may be part of, if there is one. No disk access once the root is known."""
        return self._indexes.get(self._root(path.parent)) if path is not None and self._indexes else None

    def indexes(self) -> list[ProjectIndex]:
        """All indexes."""
        return list(self._indexes.values())

    def settle(self) -> list[str]:
        """Update the problems of the open pages from the index; returns the changed ones. For the editor's thread."""
        from refrakt.project.index.severity import ShiftedProblem

        buffers = dict(self.snapshot.buffers)
        changed = []
        for uri, buffer in buffers.items():
            index = self.known_index(buffer.path)
            if index is None or buffer.path is None:
                continue
            current = index.open_problems(buffer.path, buffer.document, self.snapshot.settings.rules)
            is_changed = buffer.problem_cache.set_habits(self._habits(buffer.path))
            if current is not None and current != tuple(each.now() for each in buffer.across):
                buffers[uri] = replace(buffer, across=tuple(map(ShiftedProblem, current)))
                is_changed = True
            if is_changed:
                changed.append(uri)
        if changed:
            self._set_buffers(buffers)
        return changed

    def _habits(self, path: Path | None) -> frozenset[HabitKey]:
        """The habits of the site of a page."""
        index = self.known_index(path)
        if index is None or path is None or not path.is_relative_to(index.root):
            return frozenset()
        return index.habits(path.relative_to(index.root).as_posix())

    def end_indexes(self) -> None:
        """Stop all indexes."""
        while self._indexes:
            self._indexes.popitem()[1].stop()

    def _buffer_changed(self, path: Path | None) -> None:
        index = self.known_index(path)
        if index is not None and path is not None:
            index.buffer_changed(path)

    def _indexed(self, root: Path, paths: frozenset[str]) -> None:
        self._notify(WorkspaceEvent("index", root=root, paths=frozenset(root / each for each in paths)))

    def _notify(self, change: WorkspaceEvent) -> None:
        for listener in tuple(self.listeners):
            listener(change)
