"""Builds the page index of the workspace folders after `initialized`, with work done progress."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.preload import preload
from refrakt.hosts.lsp.session import Session
from refrakt.project.workspace import WorkspaceEvent

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex

log = logging.getLogger("refrakt.lsp")

_POLL_INTERVAL = 0.25
"""Seconds between two progress reports."""
_TITLE = "Indexing pages"
_CREATE_TIMEOUT = 3.0
_TYPING_PAUSE = 1.0
"""Seconds without a keystroke before closed pages are checked, which keeps all processors busy."""


class IndexProgress:
    """Indexes every open project, then has its closed pages checked."""

    def __init__(self, session: Session, on_started: Callable[[], None]) -> None:
        """`on_started` is called on the event loop's thread for each newly indexed project."""
        self._session = session
        self._on_started = on_started
        self._loop = asyncio.get_running_loop()
        self._started: set[Path] = set()
        """Roots of the projects indexed for the editor."""
        self._starting: set[Path] = set()
        self._checked: set[str] = set()
        """URIs of the open files whose project is known."""
        self._ready = False
        session.workspace.listeners.append(self._on_change)

    def open(self) -> None:
        """Start indexing."""
        self._ready = True
        self.update()

    def update(self) -> None:
        """Index new projects: those of the folders, and nested ones with an open page."""
        if not self._ready:
            return
        session = self._session
        opened = {each.parent for each in session.workspace.snapshot.paths if session.is_in_folders(each)}
        for folder in dict.fromkeys((*session.folders, *opened)):
            root = session.workspace.project(folder).root
            if root not in self._started and root not in self._starting:
                session.start_task(self._start_index(root))

    def _on_change(self, change: WorkspaceEvent) -> None:
        """Called with every keystroke, and for other changes from any thread."""
        if change.kind == "buffer":
            if change.uri is not None and self._session.buffer(change.uri) is None:
                self._checked.discard(change.uri)
            elif change.uri is not None and change.uri not in self._checked:
                self._checked.add(change.uri)
                self.update()
        elif change.kind == "project":
            self._loop.call_soon_threadsafe(self.update)
        elif change.kind == "settings":
            self._loop.call_soon_threadsafe(self._settings_changed)

    def _settings_changed(self) -> None:
        for index in self._session.workspace.indexes():
            if index.root in self._started:
                self._check_closed(index)

    def _check_closed(self, index: ProjectIndex) -> None:
        settings = self._session.workspace.snapshot.settings
        if settings.diagnostics and settings.closed_pages:
            index.check_pages()

    async def _start_index(self, root: Path) -> None:
        self._starting.add(root)
        try:
            # Importing the index takes a moment.
            index = await asyncio.to_thread(self._session.workspace.index, root)
        finally:
            self._starting.discard(root)
        if index is None or index.root in self._started:
            return
        self._started.add(index.root)
        self._on_started()
        await asyncio.to_thread(preload, index.give_way)
        await self._report_progress(index, str(index.root.name))
        while index.is_typing(_TYPING_PAUSE):
            await asyncio.sleep(_POLL_INTERVAL)
        self._check_closed(index)

    async def _report_progress(self, index: ProjectIndex, name: str) -> None:
        token = f"refrakt-pages-{len(self._started)}"
        await asyncio.sleep(_POLL_INTERVAL)
        shown = index.progress is not None and await self._create_progress(token)
        if shown:
            self._notify(
                token, {"kind": "begin", "title": _TITLE, "message": name, "percentage": 0, "cancellable": False}
            )
        last_percentage = -1
        while index.is_reading:
            done, total = index.progress or (0, 0)
            percentage = 100 * done // total if total else 0
            if shown and percentage != last_percentage:
                last_percentage = percentage
                self._notify(token, {"kind": "report", "message": f"{done} of {total}", "percentage": percentage})
            await asyncio.sleep(_POLL_INTERVAL)
        if shown:
            self._notify(token, {"kind": "end"})

    async def _create_progress(self, token: str) -> bool:
        if not self._session.client.work_done_progress:
            return False
        try:
            async with asyncio.timeout(_CREATE_TIMEOUT):
                await self._session.protocol.send_request_async(
                    types.WINDOW_WORK_DONE_PROGRESS_CREATE, {"token": token}
                )
        except (JsonRpcException, TimeoutError) as error:
            log.info("the client rejected the progress token: %s", error)
            return False
        return True

    def _notify(self, token: str, value: dict[str, Any]) -> None:
        self._session.protocol.notify(types.PROGRESS, {"token": token, "value": value})
