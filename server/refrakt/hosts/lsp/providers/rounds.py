"""Asking plugins what is wrong with the open files, beside whatever else goes on.

A plugin's problems may depend on any file, so whenever one has changed it is asked about all that are open, one after the
other: first about the one somebody types in. That happens a moment after the last key, in the plugin's own thread, and the
editor is told only of what is not what it was.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.project.workspace import Change

from ..edits import Files
from ..session import Session
from . import Providers
from .said import TheirProblem

if TYPE_CHECKING:
    from refrakt.plugins import FileProblem

_PAUSE = 0.1
"""Seconds after the last change before anybody is asked."""
_LATER = 1.0
"""Seconds before somebody who has not answered in time is asked again."""


class Rounds:
    def __init__(self, session: Session, providers: Providers, tell: Callable[[Collection[str]], None]) -> None:
        """`tell` is called with the addresses of open files of which plugins say something else than before."""
        self._session = session
        self._providers = providers
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._timer: asyncio.TimerHandle | None = None
        self._stale: dict[str, None] = {}
        """The files to be asked about."""
        self._first: str | None = None
        """The one that somebody types in."""
        self._asking = False
        providers.listeners.append(self.soon)
        session.workspace.listeners.append(self._heard)

    def soon(self, after: float = _PAUSE) -> None:
        """Plugins may have something else to say."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(after, self._begin)

    def _heard(self, change: Change) -> None:
        if change.kind not in ("buffer", "files", "project", "settings"):
            return
        if threading.get_ident() == self._thread:
            self._note(change)
        else:
            self._loop.call_soon_threadsafe(self._note, change)

    def _note(self, change: Change) -> None:
        if change.uri is not None:
            self._first = change.uri
            if self._session.buffer(change.uri) is None:
                self._providers.known.forget(change.uri)
        self.soon()

    def _begin(self) -> None:
        self._timer = None
        snapshot = self._session.workspace.snapshot
        if not snapshot.settings.diagnostics:
            return
        self._stale.update(dict.fromkeys(each.uri for each in snapshot.paths.values()))
        if self._stale and not self._asking:
            self._asking = True
            self._session.start(self._ask_about_all())

    async def _ask_about_all(self) -> None:
        try:
            while self._stale:
                uri = self._first if self._first in self._stale else next(iter(self._stale))
                self._first = None
                del self._stale[uri]
                await self._ask(uri)
                if self._timer is not None:
                    return  # somebody types: the rest has time until the next pause
        finally:
            self._asking = False

    async def _ask(self, uri: str) -> None:
        buffer = self._session.buffer(uri)
        about = self._providers.about(buffer) if buffer is not None else None
        if buffer is None or about is None or not about.is_known:
            return
        found = await about.problems()
        if found is None:
            if self._timer is None:
                self.soon(_LATER)
            if self._providers.known.speak(uri):
                self._tell([uri])
            return
        told = await self._told(about.root, found)
        if self._providers.known.keep(uri, buffer.document, told):
            self._tell([uri])

    async def _told(self, root: Path, problems: list[FileProblem]) -> list[TheirProblem]:
        if self._session.client.related_places and any(each.related for each in problems):
            # Other files may have to be read for it.
            return await asyncio.to_thread(self._with_places, root, problems)
        return [TheirProblem.told(each) for each in problems]

    def _with_places(self, root: Path, problems: list[FileProblem]) -> list[TheirProblem]:
        files = Files(self._session, root)

        def places(problem: FileProblem) -> tuple[dict[str, Any], ...]:
            return tuple({"location": files.location(at), "message": message} for at, message in problem.related)

        return [TheirProblem.told(each, places(each)) for each in problems]
