"""The pages index of the folders the editor has open: begun after the editor has been greeted, with progress it can show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.project.workspace import Change

from .session import Session
from .warming import warm

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex

log = logging.getLogger("refrakt.lsp")

_STEP = 0.25
"""Seconds between two looks at how far reading has come."""
_TITLE = "Reading pages"
_FOR_ANSWER = 3.0
_QUIET = 1.0
"""Seconds without a keystroke before pages that nobody has open are checked: that keeps all processors busy."""


class Indexing:
    """Reads the pages of every project that is open, and checks those that are not."""

    def __init__(self, session: Session, begun: Callable[[], None]) -> None:
        """`begun` is called, in the loop's thread, when a project more is indexed."""
        self._session = session
        self._tell_begun = begun
        self._loop = asyncio.get_running_loop()
        self._begun: set[Path] = set()
        """The roots of the projects that are indexed for the editor."""
        self._beginning: set[Path] = set()
        self._seen: set[str] = set()
        """The open files that have been looked at, by URI."""
        self._ready = False
        session.workspace.listeners.append(self._heard)

    def open(self) -> None:
        """Begin."""
        self._ready = True
        self.look()

    def look(self) -> None:
        """Begin with projects that are new: those of the folders, and those further down of which a page is open."""
        if not self._ready:
            return
        session = self._session
        opened = {each.parent for each in session.workspace.snapshot.paths if session.is_in_folders(each)}
        for folder in dict.fromkeys((*session.folders, *opened)):
            root = session.workspace.project(folder).root
            if root not in self._begun and root not in self._beginning:
                session.start(self._begin(root))

    def _heard(self, change: Change) -> None:
        """Called with every keystroke, too, and for other changes in any thread."""
        if change.kind == "buffer":
            if change.uri is not None and self._session.buffer(change.uri) is None:
                self._seen.discard(change.uri)
            elif change.uri is not None and change.uri not in self._seen:
                self._seen.add(change.uri)
                self.look()
        elif change.kind == "project":
            self._loop.call_soon_threadsafe(self.look)
        elif change.kind == "settings":
            self._loop.call_soon_threadsafe(self._look_at_settings)

    def _look_at_settings(self) -> None:
        for index in self._session.workspace.indexes():
            if index.root in self._begun:
                self._check_closed(index)

    def _check_closed(self, index: ProjectIndex) -> None:
        settings = self._session.workspace.snapshot.settings
        if settings.diagnostics and settings.closed_pages:
            index.check_pages()

    async def _begin(self, root: Path) -> None:
        self._beginning.add(root)
        try:
            # Loading what reads and keeps pages takes a moment that nobody has to wait for.
            index = await asyncio.to_thread(self._session.workspace.index, root)
        finally:
            self._beginning.discard(root)
        if index is None or index.root in self._begun:
            return
        self._begun.add(index.root)
        self._tell_begun()
        await asyncio.to_thread(warm, index.give_way)
        await self._tell_progress(index, str(index.root.name))
        while index.is_typing(_QUIET):
            await asyncio.sleep(_STEP)
        self._check_closed(index)

    async def _tell_progress(self, index: ProjectIndex, name: str) -> None:
        token = f"refrakt-pages-{len(self._begun)}"
        await asyncio.sleep(_STEP)
        shown = index.progress is not None and await self._asked(token)
        if shown:
            self._say(token, {"kind": "begin", "title": _TITLE, "message": name, "percentage": 0, "cancellable": False})
        last = -1
        while index.is_reading:
            done, total = index.progress or (0, 0)
            percentage = 100 * done // total if total else 0
            if shown and percentage != last:
                last = percentage
                self._say(token, {"kind": "report", "message": f"{done} of {total}", "percentage": percentage})
            await asyncio.sleep(_STEP)
        if shown:
            self._say(token, {"kind": "end"})

    async def _asked(self, token: str) -> bool:
        if not self._session.client.progress:
            return False
        try:
            async with asyncio.timeout(_FOR_ANSWER):
                await self._session.protocol.send_request_async(
                    types.WINDOW_WORK_DONE_PROGRESS_CREATE, {"token": token}
                )
        except (JsonRpcException, TimeoutError) as error:
            log.info("the client shows no progress: %s", error)
            return False
        return True

    def _say(self, token: str, value: dict[str, Any]) -> None:
        self._session.protocol.notify(types.PROGRESS, {"token": token, "value": value})
