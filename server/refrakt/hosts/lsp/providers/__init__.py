"""Help that plugins have to offer in the editor.

Whatever they do, the editor goes on: their code runs in threads of its own, nobody waits for one that is slow, and one that
fails is told of once in the log, and is no reason for less of ours. `tables` finds the plugins of a project, `calls` runs their
code, `about` asks those that know a file, `shapes` looks at what they answer; `said` keeps the problems they have found where
edits have moved them, and `rounds` asks for these again, beside whatever else goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.project.site import SiteContext
from refrakt.project.workspace import Buffer, Workspace

from .about import About, landmarks
from .calls import Calls
from .said import NOTHING, Known, Said
from .tables import Tables

if TYPE_CHECKING:
    from refrakt.features.answers import Landmark

__all__ = ["About", "Providers", "Said"]


class Providers:
    """The providers of the plugins of every project that has a file open. Belongs to the loop's thread."""

    def __init__(self, workspace: Workspace) -> None:
        self.calls = Calls()
        self.known = Known(workspace)
        self._workspace = workspace
        self._tables = Tables(workspace)

    @property
    def listeners(self) -> list[Callable[[], None]]:
        """Called when the providers of a project have become known, or are others."""
        return self._tables.listeners

    def look_again(self) -> None:
        """Files have come or gone: where that may matter to a plugin, plugins are looked for again."""
        self._tables.look_again()

    def about(self, buffer: Buffer) -> About:
        """Those that may know something about a file. Nobody as long as plugins are being looked for: who types does not wait."""
        root = self._root(buffer)
        table = self._tables.known(root) if root is not None else None
        return About(self.calls, buffer, self._workspace.snapshot, table)

    async def all_about(self, buffer: Buffer) -> About:
        """The same where half an answer would do harm: plugins that are being looked for are waited for."""
        root, snapshot = self._root(buffer), self._workspace.snapshot
        table = await self._tables.found(root) if root is not None else None
        return About(self.calls, buffer, snapshot, table)

    def said(self, buffer: Buffer, site: SiteContext | None) -> Said:
        """The problems that plugins have found in a file, where they stand now, as strictly as the user wants it."""
        said = self.known.of(buffer)
        if said is NOTHING:
            return said
        return said.judged(site, self._workspace.snapshot.settings.rules)

    async def landmarks(self, folders: Iterable[Path], query: str) -> list[tuple[Path, Landmark]]:
        """What the plugins of the projects at these folders know by a name, each with the folder of its project."""
        snapshot = self._workspace.snapshot
        found: list[tuple[Path, Landmark]] = []
        for root in dict.fromkeys(self._workspace.project(each).root for each in folders):
            table = await self._tables.found(root)
            if table is not None:
                found += [(root, each) for each in await landmarks(self.calls, table, snapshot, query)]
        return found

    def _root(self, buffer: Buffer) -> Path | None:
        return self._workspace.project(buffer.path.parent).root if buffer.path is not None else None
