"""Which plugins the projects have that somebody works on. They are looked for in a thread: that may take a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.project.files import stamps
from refrakt.project.workspace import Workspace

if TYPE_CHECKING:
    from refrakt.plugins.table import Plugins

log = logging.getLogger("refrakt.lsp")


class Tables:
    """The plugins of every project that was asked about."""

    def __init__(self, workspace: Workspace) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._workspace = workspace
        self._known: dict[Path, Plugins] = {}
        self._signs: dict[Path, object] = {}
        self._searches: dict[Path, asyncio.Task[None]] = {}
        """By root: the last search, which may be over."""

    def known(self, root: Path) -> Plugins | None:
        """The plugins of a project; None while they are being looked for, which begins with the first question."""
        if root not in self._searches:
            self._look(root)
        return self._known.get(root)

    async def found(self, root: Path) -> Plugins | None:
        """The same for those who can wait. None where looking has failed."""
        if self.known(root) is None:
            await asyncio.shield(self._searches[root])
        return self._known.get(root)

    def look_again(self) -> None:
        """Look where a project has other plugins now, or these would find something else in it."""
        for root, table in tuple(self._known.items()):
            if self._signs.get(root) != self._sign(root, table):
                self._look(root)

    def _sign(self, root: Path, table: Plugins) -> object:
        watched = [name for plugin in table.loaded for name in plugin.watches]
        return self._workspace.project(root), stamps(root / each for each in watched)

    def _look(self, root: Path) -> None:
        self._searches[root] = asyncio.get_running_loop().create_task(self._search(root))

    async def _search(self, root: Path) -> None:
        from refrakt.plugins.table import for_root

        config = self._workspace.project(root).config
        try:
            table = await asyncio.to_thread(for_root, root, config)
        except Exception as error:  # a plugin's mistake, whatever it is
            log.warning("the plugins of a project could not be looked for", exc_info=error)
            return
        had = self._known.get(root)
        self._known[root] = table
        self._signs[root] = self._sign(root, table)
        if table.providers() or (had is not None and had.providers()):
            for each in self.listeners:
                each()
