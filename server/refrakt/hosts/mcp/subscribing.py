"""Telling clients what has changed: lists of tools, resources and prompts, and resources somebody is interested in.

Until 2025-11-25 a client is simply told about lists, and subscribes to single resources. Since 2026-07-28 it opens a stream that
names everything it wants to hear. Both hang on one `Bulletin`; only the last step differs.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from mcp.server.session import ServerSession
from mcp.server.subscriptions import PromptsListChanged, ResourcesListChanged, ServerEvent, ToolsListChanged
from mcp.shared.subscriptions import ResourceUpdated, event_to_notification

MOST = 1000
"""How many addresses one client may subscribe to."""
STREAMS = 100
"""How many streams of news one client may have open."""


class Bulletin:
    """Where news is put up. Everything happens in the loop's thread; `ListenHandler` takes it for its bus."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[ServerEvent], None]] = {}
        self._wanted: Counter[str] = Counter()

    def announce(self, events: Iterable[ServerEvent]) -> None:
        for event in events:
            for listener in list(self._listeners.values()):
                listener(event)

    async def publish(self, event: ServerEvent) -> None:
        self.announce([event])

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        token = object()
        self._listeners[token] = listener

        def leave() -> None:
            self._listeners.pop(token, None)

        return leave

    @property
    def heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    @property
    def wanted(self) -> list[str]:
        """The addresses somebody is interested in."""
        return list(self._wanted)

    def want(self, uris: Iterable[str]) -> None:
        self._wanted.update(uris)

    def forget(self, uris: Iterable[str]) -> None:
        self._wanted.subtract(uris)
        self._wanted = +self._wanted


class Client:
    """A connection. One of the older kind has a session through which it is told without having asked."""

    def __init__(self, bulletin: Bulletin) -> None:
        self._bulletin = bulletin
        self._session: ServerSession | None = None
        self.streams = 0
        """How many streams of news are open, for one of the newer kind."""
        self._uris: set[str] = set()
        self._news: dict[ServerEvent, None] = {}
        self._woken = asyncio.Event()
        self._leave: Callable[[], None] | None = None

    def begin(self, session: ServerSession) -> None:
        """The client of the older kind is ready to be told things."""
        self._session = session
        if self._leave is None:
            self._leave = self._bulletin.subscribe(self.hear)

    def subscribe(self, uri: str) -> bool:
        """Whether there was room for one more."""
        if uri not in self._uris:
            if len(self._uris) >= MOST:
                return False
            self._uris.add(uri)
            self._bulletin.want([uri])
        return True

    def unsubscribe(self, uri: str) -> None:
        if uri in self._uris:
            self._uris.discard(uri)
            self._bulletin.forget([uri])

    def hear(self, event: ServerEvent) -> None:
        # A client that does not read gets its news once, however often it happened meanwhile.
        if not isinstance(event, ResourceUpdated) or event.uri in self._uris:
            self._news[event] = None
            self._woken.set()

    async def tell(self) -> None:
        """Pass news on, for as long as the connection lasts."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._session is not None and self._news:
                event = next(iter(self._news))
                del self._news[event]
                await self._session.send_notification(event_to_notification(event, {}))

    def leave(self) -> None:
        self._bulletin.forget(self._uris)
        self._uris.clear()
        if self._leave is not None:
            self._leave()


@asynccontextmanager
async def connected(bulletin: Bulletin) -> AsyncIterator[Client]:
    """A client, from its first message to its last."""
    client = Client(bulletin)
    teller = asyncio.create_task(client.tell())
    try:
        yield client
    finally:
        client.leave()
        teller.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await teller


def lists_changed(*, tools: bool, resources: bool, prompts: bool) -> list[ServerEvent]:
    """The news about lists."""
    news: list[ServerEvent] = []
    if tools:
        news.append(ToolsListChanged())
    if resources:
        news.append(ResourcesListChanged())
    if prompts:
        news.append(PromptsListChanged())
    return news
