"""Change notifications: lists of tools, resources and prompts, and subscribed resources.

Until 2025-11-25 every client gets list changes, and subscribes to single resources. Since 2026-07-28 a client opens a stream and
names all notifications it wants. Both use one `EventBus`; only the delivery differs.
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

MAX_SUBSCRIPTIONS = 1000
"""Resources one client may subscribe to."""
MAX_STREAMS = 100
"""Notification streams one client may have open."""


class EventBus:
    """Delivers events to all listeners, in the thread of the event loop. The subscription bus of `ListenHandler`."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[ServerEvent], None]] = {}
        self._uris: Counter[str] = Counter()

    def emit(self, events: Iterable[ServerEvent]) -> None:
        for event in events:
            for listener in list(self._listeners.values()):
                listener(event)

    async def publish(self, event: ServerEvent) -> None:
        self.emit([event])

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        token = object()
        self._listeners[token] = listener

        def unsubscribe() -> None:
            self._listeners.pop(token, None)

        return unsubscribe

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    @property
    def subscribed_uris(self) -> list[str]:
        """The resources that any client is subscribed to."""
        return list(self._uris)

    def add_uris(self, uris: Iterable[str]) -> None:
        self._uris.update(uris)

    def remove_uris(self, uris: Iterable[str]) -> None:
        self._uris.subtract(uris)
        self._uris = +self._uris


class ClientSubscriptions:
    """The subscriptions of one connection. Until 2025-11-25 its session sends notifications without a stream."""

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus
        self._session: ServerSession | None = None
        self.streams = 0
        """The open streams of a client since 2026-07-28."""
        self._uris: set[str] = set()
        self._queue: dict[ServerEvent, None] = {}
        self._queued = asyncio.Event()
        self._unsubscribe: Callable[[], None] | None = None

    def start(self, session: ServerSession) -> None:
        """Send notifications to this session: `initialized` has arrived."""
        self._session = session
        if self._unsubscribe is None:
            self._unsubscribe = self._bus.subscribe(self.enqueue)

    def subscribe(self, uri: str) -> bool:
        """Subscribe to a resource. False if the client has too many subscriptions."""
        if uri not in self._uris:
            if len(self._uris) >= MAX_SUBSCRIPTIONS:
                return False
            self._uris.add(uri)
            self._bus.add_uris([uri])
        return True

    def unsubscribe(self, uri: str) -> None:
        if uri in self._uris:
            self._uris.discard(uri)
            self._bus.remove_uris([uri])

    def enqueue(self, event: ServerEvent) -> None:
        # A client that does not read gets each event once, however often it happened meanwhile.
        if not isinstance(event, ResourceUpdated) or event.uri in self._uris:
            self._queue[event] = None
            self._queued.set()

    async def send_events(self) -> None:
        """Send queued events for as long as the connection lasts."""
        while True:
            await self._queued.wait()
            self._queued.clear()
            while self._session is not None and self._queue:
                event = next(iter(self._queue))
                del self._queue[event]
                await self._session.send_notification(event_to_notification(event, {}))

    def close(self) -> None:
        self._bus.remove_uris(self._uris)
        self._uris.clear()
        if self._unsubscribe is not None:
            self._unsubscribe()


@asynccontextmanager
async def client_subscriptions(bus: EventBus) -> AsyncIterator[ClientSubscriptions]:
    """The subscriptions of a client for the lifetime of its connection."""
    client = ClientSubscriptions(bus)
    sender = asyncio.create_task(client.send_events())
    try:
        yield client
    finally:
        client.close()
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


def list_changed_events(*, tools: bool, resources: bool, prompts: bool) -> list[ServerEvent]:
    events: list[ServerEvent] = []
    if tools:
        events.append(ToolsListChanged())
    if resources:
        events.append(ResourcesListChanged())
    if prompts:
        events.append(PromptsListChanged())
    return events
