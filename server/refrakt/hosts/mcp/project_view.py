"""A consistent view of a project at one moment. Every request takes a new one, so that it sees all changes on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from refrakt.hosts.link.unsaved_buffers import refuse_unsaved
from refrakt.plugins.contract import CliPlugin, CommandContext
from refrakt.project.files import FileStamp
from refrakt.project.folder_scan import files_below
from refrakt.project.snapshot import Snapshot
from refrakt.project.watched_folders import WatchedFolders, watched
from refrakt.project.workspace import Workspace
from refrakt.services.available_tools import AvailableTools, available_tools
from refrakt.services.context import Context
from refrakt.services.open_files import Editor, OpenFiles

INDEX_TIMEOUT = 4.0
"""Seconds a request waits for pages that are not indexed yet. Then it reports what is known, and the progress of the index."""


@dataclass(frozen=True, slots=True)
class ProjectView:
    """A project at one moment."""

    context: Context
    available_tools: AvailableTools
    current_snapshot: Callable[[], Snapshot]
    """The buffers at the moment of the call, for code that changes files later."""
    editor: Editor | None = None
    read_again: Callable[[], ProjectView] | None = field(default=None, compare=False)
    """Reads the project once more, even if no file that it was read from has changed."""
    _requested_paths: set[Path] = field(default_factory=set, compare=False)
    """The files and folders whose versions were requested."""

    def with_new_site(self) -> ProjectView:
        """The view, with the site of a folder that had none: pages that make it one may have been written since, and which
        files those are is known only when they are read."""
        unknown = self.context.project.unknown
        return self.read_again() if unknown and self.read_again is not None else self

    def plugin_context(self, plugin: CliPlugin) -> CommandContext:
        """The context of a plugin's handlers."""
        files = OpenFiles(self.current_snapshot, self.available_tools.plugins.root, self.editor, refuse_unsaved)
        return self.available_tools.plugins.context(plugin, files)

    def versions(self, paths: Iterable[Path]) -> tuple[object, ...]:
        """A value that changes when one of these files or folders does, in the editor or on disk."""
        requested = list(paths)
        self._requested_paths.update(requested)
        return tuple(self._version(each) for path in requested for each in _files(path))

    def watched(self) -> WatchedFolders:
        """The folders in which a change may make the next view, or one of the versions, different."""
        root, plugins = self.context.project.root, self.available_tools.plugins
        names = (Path(os.path.normpath(root / name)) for plugin in plugins.loaded for name in plugin.watches)
        detected = (each for each in names if each.parent.is_relative_to(root))
        requested = (each for each in self._requested_paths if each.is_absolute())
        return watched(self.context.project, [*detected, *requested])

    def _version(self, path: Path) -> object:
        buffer = self.context.snapshot.paths.get(path)
        if buffer is not None:
            return path, buffer.version
        try:
            status = os.stat(path)
        except OSError:
            return path, None
        return path, FileStamp.of(status)


def view_project(
    workspace: Workspace, root: Path, editor: Editor | None = None, *, underscores: bool = False, again: bool = False
) -> ProjectView:
    """A view of a project. It takes as long as its files and the detectors of its plugins: not for the event loop."""
    project = workspace.refresh(root, again=again)
    context = Context(
        project, workspace.snapshot, lambda: workspace.index(root), INDEX_TIMEOUT, underscores=underscores
    )
    read_again = partial(view_project, workspace, root, editor, underscores=underscores, again=True)
    return ProjectView(context, available_tools(context), lambda: workspace.snapshot, editor, read_again)


def _files(path: Path) -> Iterator[Path]:
    yield path
    yield from (Path(entry.path) for entry in files_below(path))
