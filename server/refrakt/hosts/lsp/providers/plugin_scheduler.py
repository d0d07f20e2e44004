"""Queries plugins for problems in the background.

A plugin's problems may depend on any file, so after a change it checks every open file, starting with the edited one. This happens
after a pause in typing, in the plugin's own thread; only changed results are published.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.features.results import Location
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.providers.plugin_problem_store import Locations
from refrakt.hosts.lsp.session import Session
from refrakt.project.workspace import WorkspaceEvent

if TYPE_CHECKING:
    from refrakt.rules.problem import Related

_DELAY = 0.1
"""Seconds after the last change before plugins are queried."""
_RETRY_DELAY = 1.0
"""Seconds before a plugin that timed out is queried again."""


class PluginScheduler:
    def __init__(self, session: Session, providers: Providers, on_changed: Callable[[Collection[str]], None]) -> None:
        """`on_changed` gets the URIs of open files whose plugin problems changed."""
        self._session = session
        self._providers = providers
        self._on_changed = on_changed
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._timer: asyncio.TimerHandle | None = None
        self._stale: dict[str, None] = {}
        """URIs to check."""
        self._first: str | None = None
        """URI of the file edited last."""
        self._running = False
        providers.listeners.append(self.schedule)
        session.workspace.listeners.append(self._on_change)

    def schedule(self, after: float = _DELAY) -> None:
        """Query plugins after a delay; restarts the delay."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(after, self._start)

    def _on_change(self, change: WorkspaceEvent) -> None:
        if change.kind not in ("buffer", "files", "project", "settings"):
            return
        if threading.get_ident() == self._thread:
            self._handle_change(change)
        else:
            self._loop.call_soon_threadsafe(self._handle_change, change)

    def _handle_change(self, change: WorkspaceEvent) -> None:
        if change.uri is not None:
            self._first = change.uri
            if self._session.buffer(change.uri) is None:
                self._providers.problem_store.forget(change.uri)
        self.schedule()

    def _start(self) -> None:
        self._timer = None
        snapshot = self._session.workspace.snapshot
        if not snapshot.settings.diagnostics:
            return
        self._stale.update(dict.fromkeys(each.uri for each in snapshot.paths.values()))
        if self._stale and not self._running:
            self._running = True
            self._session.start_task(self._run())

    async def _run(self) -> None:
        try:
            while self._stale:
                uri = self._first if self._first in self._stale else next(iter(self._stale))
                self._first = None
                del self._stale[uri]
                await self._check(uri)
                if self._timer is not None:
                    return  # the user is typing: the rest waits for the next pause
        finally:
            self._running = False

    async def _check(self, uri: str) -> None:
        buffer = self._session.buffer(uri)
        client = self._providers.client_for(buffer) if buffer is not None else None
        if buffer is None or client is None or not client.is_loaded:
            return
        found = await client.problems()
        if found is None:
            if self._timer is None:
                self.schedule(_RETRY_DELAY)
            if self._providers.problem_store.clear_suppressed(uri):
                self._on_changed([uri])
            return
        related = {tuple(each.related) for each in found if each.related and self._session.client.related_information}
        # Encoding may read other files.
        locations = await asyncio.to_thread(self._locations, client.root, related) if related else {}
        if self._providers.problem_store.update(uri, buffer.document, found, locations):
            self._on_changed([uri])

    def _locations(self, root: Path, related: Iterable[tuple[Related, ...]]) -> Locations:
        encoder = EditEncoder(self._session, root)
        return {
            some: [
                {"location": encoder.location(Location(each.path, each.span)), "message": each.message} for each in some
            ]
            for some in related
        }
