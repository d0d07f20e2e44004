"""A preview without an editor: it shows the files on disk and watches them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from refrakt.hosts.preview.preview_server import PreviewServer
from refrakt.project.file_watcher import Watchers
from refrakt.project.watched_folders import watched
from refrakt.project.workspace import Workspace


class DiskPreview:
    """The preview of one project in this process."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._workspace = Workspace()
        self._server = PreviewServer(self._workspace, root)
        self._loop = asyncio.get_running_loop()
        self._watchers = Watchers(self._files_changed)

    async def start(self, path: Path, port: int = 0) -> str:
        """Serve, and return the URL that shows a page, or the pages in a folder. `OSError` if the port is in use."""
        await asyncio.to_thread(self._workspace.index, self._root)
        await self._server.start(port)
        self._watch()
        return self._server.url(path if path.is_file() else await asyncio.to_thread(self._first_page, path))

    async def close(self) -> None:
        self._watchers.leave(self)
        await self._server.close()
        self._workspace.end_indexes()

    def _first_page(self, folder: Path) -> Path | None:
        """The first page in a folder; None for the start page of the site."""
        if folder == self._root or not folder.is_relative_to(self._root):
            return None
        found = self._server.site.pages(f"{folder.relative_to(self._root).as_posix()}/")
        return self._root / found[0]["path"] if found else None

    def _files_changed(self, paths: frozenset[Path] | None) -> None:
        self._workspace.refresh_all()
        self._workspace.files_changed(paths)
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(self._watch)

    def _watch(self) -> None:
        """Watch the folders of the project, which depend on its config."""
        self._watchers.subscribe(self, watched(self._workspace.project(self._root)))
