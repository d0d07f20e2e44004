"""Finds the plugins of open projects, in a thread because it may take a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins.plugin_table import PluginTable
from refrakt.project.files import stamps
from refrakt.project.folder_scan import FolderScan, files_below
from refrakt.project.workspace import Workspace

if TYPE_CHECKING:
    pass

log = logging.getLogger("refrakt.lsp")


_FEW_ENTRIES = 2_000
_FEW_SECONDS = 0.05
"""Limits of a scan that delays everything else."""


def _file_names(folder: Path) -> list[str]:
    """The files below a folder; the first ones of a large folder."""
    return sorted(each.path for each in files_below(folder, FolderScan(_FEW_ENTRIES, _FEW_SECONDS)))


class ProjectPlugins:
    """The plugins of each project, found on first use."""

    def __init__(self, workspace: Workspace) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._workspace = workspace
        self._tables: dict[Path, PluginTable] = {}
        self._fingerprints: dict[Path, object] = {}
        self._searches: dict[Path, asyncio.Task[None]] = {}
        """By root: the last search, which may be done."""

    def get(self, root: Path) -> PluginTable | None:
        """The plugins of a project; None during the search, which the first call starts."""
        if root not in self._searches:
            self._start_search(root)
        return self._tables.get(root)

    async def wait(self, root: Path) -> PluginTable | None:
        """The plugins of a project, after the search. None if the search failed."""
        if self.get(root) is None:
            await asyncio.shield(self._searches[root])
        return self._tables.get(root)

    def refresh(self) -> None:
        """Search again where the config or the files that plugins watch have changed."""
        for root, plugins in tuple(self._tables.items()):
            if self._fingerprints.get(root) != self._fingerprint(root, plugins):
                self._start_search(root)

    def _fingerprint(self, root: Path, plugins: PluginTable) -> object:
        watched = [name for plugin in plugins.loaded for name in plugin.watches]
        # What a plugin looks for may be created inside of a folder that it watches, which has the same time then.
        inactive = [plugin for plugin in plugins.loaded if not plugins.is_active(plugin)]
        inside = [_file_names(root / name) for plugin in inactive for name in plugin.watches]
        return self._workspace.project(root), stamps(root / each for each in watched), inside

    def _start_search(self, root: Path) -> None:
        self._searches[root] = asyncio.get_running_loop().create_task(self._search(root))

    async def _search(self, root: Path) -> None:
        from refrakt.plugins.plugin_table import for_root

        config = self._workspace.project(root).config
        try:
            plugins = await asyncio.to_thread(for_root, root, config)
        except Exception as error:  # plugins may raise anything
            log.warning("searching the plugins of a project failed", exc_info=error)
            return
        previous = self._tables.get(root)
        self._tables[root] = plugins
        self._fingerprints[root] = self._fingerprint(root, plugins)
        if plugins.providers() or (previous is not None and previous.providers()):
            for each in self.listeners:
                each()
