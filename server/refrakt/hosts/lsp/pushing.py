"""Diagnostics for editors that wait for them.

A file is checked after changes, as soon as nothing else of the client's waits to be looked at, so that several changes in a row
cost one check. Every list names the version of the text it belongs to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter

from lsprotocol import types

from .diagnostics import Diagnostic
from .reports import Reports
from .session import Session

_LONGEST_WAIT = 0.1
"""Seconds after which a check is made even though the client goes on sending."""


class Pushing:
    def __init__(self, session: Session, reports: Reports) -> None:
        self._session = session
        self._reports = reports
        self._loop = asyncio.get_running_loop()
        self._due: dict[str, float] = {}
        """The files to be checked, with when that became known. The last comes first: it is the one being typed in."""
        self._files_due = False
        self._scheduled = False
        self._sent: dict[str, tuple[int | None, list[Diagnostic]]] = {}
        """What the client knows, by URI."""
        self._files: dict[Path, str] = {}
        """The files that are not open and have problems all the same, with their URIs."""

    def buffer_changed(self, uri: str) -> None:
        if self._session.buffer(uri) is not None:
            self._due[uri] = self._due.pop(uri, perf_counter())
        else:
            self._due.pop(uri, None)
            self._send(uri, None, [])
            self._sent.pop(uri, None)
            self._files_due = True
        self._schedule()

    def everything_changed(self) -> None:
        now = perf_counter()
        others = (uri for uri in self._session.workspace.snapshot.buffers if uri not in self._due)
        self._due = {**dict.fromkeys(others, now), **self._due}
        self._files_due = True
        self._schedule()

    def index_changed(self, uris: Iterable[str], files: bool) -> None:
        now = perf_counter()
        for uri in uris:
            self._due.setdefault(uri, now)
        self._files_due = self._files_due or files
        self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Checks one file, and lets others have a turn."""
        self._scheduled = False
        if self._due:
            uri = next(reversed(self._due))
            if not self._session.is_busy() or perf_counter() - self._due[uri] > _LONGEST_WAIT:
                del self._due[uri]
                buffer = self._session.buffer(uri)
                if buffer is not None:
                    self._send(uri, buffer.version, self._reports.of_buffer(buffer))
        elif self._files_due:
            self._files_due = False
            self._send_files()
        if self._due or self._files_due:
            self._schedule()

    def _send_files(self) -> None:
        found = self._reports.of_files()
        for path in [each for each in self._files if each not in found]:
            uri = self._files.pop(path)
            if self._session.buffer(uri) is None:
                self._send(uri, None, [])
        for path, diagnostics in found.items():
            uri = self._files[path] = self._session.address(path)
            self._send(uri, None, diagnostics)

    def _send(self, uri: str, version: int | None, diagnostics: list[Diagnostic]) -> None:
        if self._sent.get(uri) == (version, diagnostics):
            return
        self._sent[uri] = version, diagnostics
        params: dict[str, object] = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        self._session.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params, replaces=uri)
