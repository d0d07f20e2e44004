"""Noticing what has to be checked again, and seeing to it that the editor gets to know.

Diagnostics reach an editor in one of two ways, never in both: they are sent (`pushing`), or it asks for them (`pulling`).
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from refrakt.project.config import FILE_NAME
from refrakt.project.workspace import Change

from .pulling import Pulling
from .pushing import Pushing
from .reports import Reports, is_config
from .session import Session, path_of

_TYPING_PAUSE = 0.05
"""Seconds after which a config that is being edited is read again."""


class Way(Protocol):
    """How diagnostics get to the client."""

    def buffer_changed(self, uri: str) -> None:
        """A file was opened, changed or closed."""

    def everything_changed(self) -> None:
        """A project or the settings are not what they were."""

    def files_changed(self) -> None:
        """Files have changed on disk. What that means for a project or for pages is told besides."""

    def open_pages_changed(self, uris: Collection[str]) -> None:
        """There is something new to say about these open pages, because of others."""

    def closed_pages_changed(self, paths: Collection[Path]) -> None:
        """There is something new to say about these pages, which are not open."""


class Publishing:
    def __init__(self, session: Session, reports: Reports) -> None:
        self._workspace = session.workspace
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._way: Way = Pulling(session, reports) if session.client.pulls else Pushing(session, reports)
        self._session = session
        self._reports = reports
        self._edited: set[str] = set()
        self._news: dict[Path, frozenset[Path] | None] = {}
        """By project: the files of which the index knows something that has not been looked at; None means all."""
        self._telling = False
        session.workspace.listeners.append(self._heard)

    def check_all(self) -> None:
        """Whatever was found may not be true any more."""
        self._way.everything_changed()

    def files_changed(self) -> None:
        """Files have changed on disk, and projects have been looked at again."""
        self._way.files_changed()

    def folders_changed(self) -> None:
        """The editor has other folders open."""
        self.check_all()
        self._look_at_all_closed()

    def pages_changed(self, uris: Collection[str]) -> None:
        """There is something new to say about these open files, without a change of theirs."""
        self._way.open_pages_changed(uris)

    def _look_at_all_closed(self) -> None:
        for index in self._workspace.indexes():
            self._indexed(index.root, None)

    def _heard(self, change: Change) -> None:
        # That a project has changed may be noticed for an agent, in another thread.
        if threading.get_ident() == self._thread:
            self._note(change)
        else:
            self._loop.call_soon_threadsafe(self._note, change)

    def _note(self, change: Change) -> None:
        if change.kind == "buffer" and change.uri is not None:
            path = path_of(change.uri)
            if path is not None and is_config(path):
                self._config_edited(path.parent, change.uri)
            else:
                self._way.buffer_changed(change.uri)
            return
        if change.kind == "files":
            return  # what follows from it is told by the index, or as a changed project
        if change.kind == "index":
            if change.root is not None:
                self._indexed(change.root, change.paths)
            return
        if change.root is not None:
            self._workspace.renew(change.root)
        if change.kind == "settings":
            self._look_at_all_closed()
        self._way.everything_changed()

    def _indexed(self, root: Path, paths: frozenset[Path] | None) -> None:
        """The index knows something new. The open pages come first: somebody looks at them."""
        uris = self._workspace.settle()
        if uris:
            self._way.open_pages_changed(uris)
        if self._reports.config_news(root):
            self._way.everything_changed()
        known = self._news.get(root, frozenset())
        self._news[root] = None if paths is None or known is None else known | paths
        if not self._telling:
            self._telling = True
            self._session.start(self._look_at_closed())

    async def _look_at_closed(self) -> None:
        """One look after the other: whatever becomes known meanwhile is seen by the next."""
        try:
            while self._news:
                root, paths = self._news.popitem()
                index = self._workspace.known_index(root / FILE_NAME)
                if index is None:
                    continue
                changed = await asyncio.to_thread(self._reports.look_at_closed, index, paths)
                if changed:
                    self._way.closed_pages_changed(changed)
        finally:
            self._telling = False

    def _config_edited(self, folder: Path, uri: str) -> None:
        # Nothing is said of it before it is read: what is known so far is true of the text that was there before.
        def read_again() -> None:
            self._edited.discard(uri)
            self._workspace.refresh(folder)
            self._way.buffer_changed(uri)

        if uri not in self._edited:
            self._edited.add(uri)
            self._loop.call_later(_TYPING_PAUSE, read_again)
