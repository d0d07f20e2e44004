"""A project as it is right now. Every answer begins with a look, so that nothing written to disk meanwhile is missed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.hosts.link.unsaved import refuse_unsaved
from refrakt.plugins.contract import CliPlugin, CommandContext
from refrakt.project.files import FileStamp
from refrakt.project.folder_scan import files_below
from refrakt.project.watched import Watched, watched
from refrakt.project.workspace import Snapshot, Workspace
from refrakt.services.context import Context
from refrakt.services.open_files import Editor, OpenFiles
from refrakt.services.surface import Surface, surface

PATIENCE = 4.0
"""Seconds an agent waits for pages that have not been read yet. Then it is told what is known, and how far the index is."""


@dataclass(frozen=True, slots=True)
class View:
    """What was seen in one look."""

    context: Context
    surface: Surface
    now: Callable[[], Snapshot]
    """The buffers, for whoever changes files later."""
    editor: Editor | None = None
    _asked_for: set[Path] = field(default_factory=set, compare=False)
    """The files and folders whose versions somebody wanted to know."""

    def for_plugin(self, plugin: CliPlugin) -> CommandContext:
        """What a piece of a plugin is given."""
        files = OpenFiles(self.now, self.surface.plugins.root, self.editor, refuse_unsaved)
        return self.surface.plugins.context(plugin, files)

    def versions(self, paths: Iterable[Path]) -> tuple[object, ...]:
        """What changes when one of these files or folders does, in the editor or on disk."""
        named = list(paths)
        self._asked_for.update(named)
        return tuple(self._version(each) for path in named for each in _files(path))

    def watched(self) -> Watched:
        """Where something has to change for the next view to be another, or one of the versions."""
        root, plugins = self.context.project.root, self.surface.plugins
        names = (Path(os.path.normpath(root / name)) for plugin in plugins.loaded for name in plugin.watches)
        detected = (each for each in names if each.parent.is_relative_to(root))
        return watched(self.context.project, [*detected, *(each for each in self._asked_for if each.is_absolute())])

    def _version(self, path: Path) -> object:
        buffer = self.context.snapshot.paths.get(path)
        if buffer is not None:
            return path, buffer.version
        try:
            known = os.stat(path)
        except OSError:
            return path, None
        return path, FileStamp.of(known)


def look(workspace: Workspace, root: Path, editor: Editor | None = None) -> View:
    """Look at a project. It takes as long as its files and its plugins' detectors take: not for the loop's thread."""
    project = workspace.refresh(root)
    context = Context(project, workspace.snapshot, lambda: workspace.index(root), PATIENCE)
    return View(context, surface(context), lambda: workspace.snapshot, editor)


def _files(path: Path) -> Iterator[Path]:
    yield path
    yield from (Path(entry.path) for entry in files_below(path))
