"""Notifies a client when a resource it has subscribed to changes.

While there are subscriptions, the stamps of the files behind them are compared once a second; without any, nothing runs. Until
2025-11-25 a client subscribes to single resources, since 2026-07-28 it opens a stream with all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterable

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import event_to_notification

from refrakt.plugins import CommandContext
from refrakt_forge.mcp_server.resource_requests import check_uri, resource_version

PAUSE = 1.0
"""Seconds between two comparisons."""
MAX_SUBSCRIPTIONS = 1000
log = logging.getLogger("refrakt.plugin.forge")


class ResourceWatch:
    """The subscriptions of one client."""

    def __init__(self, context: CommandContext) -> None:
        self._context = context
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._watched: Counter[str] = Counter()
        self._versions: dict[str, object] = {}
        self._subscribed: set[str] = set()
        self._session: ServerSession | None = None
        self._task: asyncio.Task[None] | None = None

    async def subscribe(self, session: ServerSession, uri: str) -> None:
        """Send updates of a resource to this session."""
        self._session = session
        if uri not in self._subscribed:
            await self._add([uri])
            self._subscribed.add(uri)

    def unsubscribe(self, uri: str) -> None:
        if uri in self._subscribed:
            self._subscribed.discard(uri)
            self._remove([uri])

    async def listen(
        self, request: ServerRequestContext[object, object], params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """Serve a stream until one side closes it."""
        uris = [str(each) for each in params.notifications.resource_subscriptions or ()]
        await self._add(uris)
        try:
            return await self._listen(request, params)
        finally:
            self._remove(uris)

    def close(self) -> None:
        """End all streams, and stop comparing."""
        self._listen.close()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _add(self, uris: list[str]) -> None:
        if self._watched.total() + len(uris) > MAX_SUBSCRIPTIONS:
            raise MCPError(types.INVALID_PARAMS, f"a client may subscribe to at most {MAX_SUBSCRIPTIONS} resources")
        for each in uris:
            check_uri(each)
        new = [each for each in uris if each not in self._versions]
        self._versions |= await self._current_versions(new)
        self._watched.update(uris)
        if self._watched and self._task is None:
            self._task = asyncio.create_task(self._compare())

    def _remove(self, uris: Iterable[str]) -> None:
        self._watched.subtract(uris)
        self._watched = +self._watched
        self._versions = {each: version for each, version in self._versions.items() if each in self._watched}
        if not self._watched and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _current_versions(self, uris: list[str]) -> dict[str, object]:
        return await asyncio.to_thread(lambda: {each: resource_version(each, self._context) for each in uris})

    async def _compare(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                current = await self._current_versions(list(self._watched))
                for uri, version in current.items():
                    if uri in self._watched and self._versions.get(uri) != version:
                        self._versions[uri] = version
                        await self._notify(uri)
            except Exception:
                log.exception("comparing resources failed")

    async def _notify(self, uri: str) -> None:
        event = ResourceUpdated(uri)
        await self._bus.publish(event)
        if self._session is not None and uri in self._subscribed:
            with contextlib.suppress(ConnectionError):
                await self._session.send_notification(event_to_notification(event, {}))
