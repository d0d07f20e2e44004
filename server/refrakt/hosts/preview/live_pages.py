"""Pages that browsers show, rendered again after every change.

A change only sets a timer, and without a browser does nothing, so typing is not delayed. Pages are rendered in a thread. A browser
that does not read gets only the newest version of its page.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from refrakt.project.workspace import Workspace, WorkspaceEvent

DELAY = 0.01
"""Seconds between a change and the rendering, in which further changes are collected."""

log = logging.getLogger("refrakt.preview")


class View(NamedTuple):
    """What a browser shows."""

    path: str
    layout: str


Event = tuple[str, dict[str, Any]]
"""The name and the data of a message to a browser."""


@dataclass(eq=False, slots=True)
class Subscription:
    """A browser that shows a page. Used on the event loop's thread."""

    view: View
    _events: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The newest data by name, which the browser has not got yet."""
    _sent: dict[str, Any] | None = None
    _ready: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, name: str, data: dict[str, Any]) -> None:
        self._events[name] = data
        self._ready.set()

    def put_page(self, data: dict[str, Any]) -> None:
        """The same for the page, if it has changed."""
        if data != self._sent:
            self._sent = data
            self.put("page", data)

    async def next(self) -> Event:
        while not self._events:
            self._ready.clear()
            await self._ready.wait()
        name = next(iter(self._events))
        return name, self._events.pop(name)


class LivePages:
    """The pages of one project that browsers show."""

    def __init__(self, workspace: Workspace, root: Path, render: Callable[[View], dict[str, Any]]) -> None:
        """`render` is called in a thread and never raises."""
        self._workspace = workspace
        self._root = root
        self._render = render
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._subscriptions: set[Subscription] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_outdated = False
        workspace.listeners.append(self._on_change)

    @property
    def subscriptions(self) -> frozenset[Subscription]:
        return frozenset(self._subscriptions)

    def subscribe(self, view: View) -> Subscription:
        """Show a page; it is rendered at once."""
        subscription = Subscription(view)
        self._subscriptions.add(subscription)
        self._schedule(0.0)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        self._subscriptions.discard(subscription)

    def close(self) -> None:
        with suppress(ValueError):
            self._workspace.listeners.remove(self._on_change)
        self._subscriptions.clear()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _on_change(self, change: WorkspaceEvent) -> None:
        if not self._subscriptions or (change.root is not None and change.root != self._root):
            return
        if threading.get_ident() == self._thread:
            self._schedule(DELAY)
        else:
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(self._schedule, DELAY)

    def _schedule(self, delay: float) -> None:
        if self._task is not None:
            self._is_outdated = True
        elif self._timer is None:
            self._timer = self._loop.call_later(delay, self._start)

    def _start(self) -> None:
        self._timer = None
        self._task = self._loop.create_task(self._update())
        self._task.add_done_callback(self._done)

    async def _update(self) -> None:
        views = {each.view for each in self._subscriptions}
        rendered = await asyncio.to_thread(lambda: {view: self._render(view) for view in views})
        for each in self._subscriptions:
            if each.view in rendered:
                each.put_page(rendered[each.view])

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and task.exception() is not None:
            log.error("the preview could not be updated", exc_info=task.exception())
        if self._is_outdated and not task.cancelled():
            self._is_outdated = False
            self._schedule(DELAY)
