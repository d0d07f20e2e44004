"""A project as it is right now. Every answer begins with a look, so that nothing written to disk meanwhile is missed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from refrakt.plugins.contract import CliPlugin, CommandContext
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.open_files import OpenFiles
from refrakt.services.surface import Surface, surface


@dataclass(frozen=True, slots=True)
class View:
    """What was seen in one look."""

    context: Context
    surface: Surface

    def for_plugin(self, plugin: CliPlugin) -> CommandContext:
        """What a piece of a plugin is given."""
        return self.surface.plugins.context(plugin, OpenFiles(self.context.snapshot))

    def versions(self, paths: Iterable[Path]) -> tuple[object, ...]:
        """What changes when one of these files or folders does, in the editor or on disk."""
        return tuple(self._version(each) for path in paths for each in _files(path))

    def _version(self, path: Path) -> object:
        buffer = self.context.snapshot.paths.get(path)
        if buffer is not None:
            return path, buffer.version
        try:
            known = os.stat(path)
        except OSError:
            return path, None
        return path, known.st_mtime_ns, known.st_size


def look(workspace: Workspace, root: Path) -> View:
    """Look at a project. It takes as long as its files and its plugins' detectors take: not for the loop's thread."""
    project = workspace.refresh(root)
    context = Context(project, workspace.snapshot)
    return View(context, surface(context))


def _files(path: Path) -> Iterator[Path]:
    yield path
    for folder, _, names in os.walk(path):
        yield from (Path(folder, name) for name in names)
