"""Diagnostics for editors that wait for them.

A file is checked after changes, as soon as nothing else of the client's waits to be looked at, so that several changes in a row
cost one check. Every list names the version of the text it belongs to. Pages that are not open come last, a few at a time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from itertools import islice
from pathlib import Path
from time import perf_counter

from lsprotocol import types

from .diagnostics import Diagnostic, written
from .protocol import Written
from .reports import Reports
from .session import Session, path_of

_LONGEST_WAIT = 0.1
"""Seconds after which a check is made even though the client goes on sending."""
_AT_A_TIME = 20
"""Pages that are not open and told of in one turn: a millisecond or two."""

_TYPING = 0.25
"""Seconds after a keystroke in which nobody wants to hear of other pages."""

Told = tuple[int | None, list[Diagnostic]]
_NOTHING: Told = (None, [])


class Pushing:
    def __init__(self, session: Session, reports: Reports) -> None:
        self._session = session
        self._reports = reports
        self._loop = asyncio.get_running_loop()
        self._due: dict[str, float] = {}
        """The files to be checked, with when that became known. The last comes first: it is the one being typed in."""
        self._configs_due = False
        self._pages_due: dict[Path, None] = {}
        """The pages that are not open and of which there is something new to tell."""
        self._scheduled = False
        self._typed = 0.0
        """When an open file was last changed."""
        self._sent: dict[str, Told] = {}
        """What the client knows, by URI."""
        self._configs: dict[Path, str] = {}
        """The files that are not open, configure a project and have problems, with their URIs."""
        self._pages: dict[Path, str] = {}
        """The same for pages."""

    def buffer_changed(self, uri: str) -> None:
        self._typed = perf_counter()
        if self._session.buffer(uri) is not None:
            self._due[uri] = self._due.pop(uri, perf_counter())
        else:
            self._due.pop(uri, None)
            self._send(uri, *_NOTHING)
            path = path_of(uri)
            if path is not None:
                self._pages_due[path] = None
            self._configs_due = True
        self._schedule()

    def everything_changed(self) -> None:
        self._check_soon(self._session.workspace.snapshot.buffers)
        self._configs_due = True
        self._schedule()

    def files_changed(self) -> None:
        self.everything_changed()

    def open_pages_changed(self, uris: Collection[str]) -> None:
        self._check_soon(uris)
        self._schedule()

    def closed_pages_changed(self, paths: Collection[Path]) -> None:
        self._pages_due.update(dict.fromkeys(paths))
        self._schedule()

    def _check_soon(self, uris: Collection[str]) -> None:
        now = perf_counter()
        self._due = {**{uri: now for uri in uris if uri not in self._due}, **self._due}

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Checks one file, or tells of a few that are not open, and lets others have a turn."""
        self._scheduled = False
        if self._due:
            uri = next(reversed(self._due))
            if not self._session.is_busy() or perf_counter() - self._due[uri] > _LONGEST_WAIT:
                del self._due[uri]
                buffer = self._session.buffer(uri)
                if buffer is not None:
                    self._send(uri, buffer.version, self._reports.of_buffer(buffer))
        elif self._configs_due:
            self._configs_due = False
            self._send_configs()
        elif self._pages_due and perf_counter() - self._typed < _TYPING:
            self._loop.call_later(_TYPING, self._schedule)
            return
        elif not self._session.is_busy():
            for path in list(islice(self._pages_due, _AT_A_TIME)):
                del self._pages_due[path]
                self._send_page(path)
        if self._due or self._configs_due or self._pages_due:
            self._schedule()

    def _send_configs(self) -> None:
        found = self._reports.of_config_files()
        for path in [each for each in self._configs if each not in found]:
            self._send_closed(self._configs.pop(path), [])
        for path, diagnostics in found.items():
            uri = self._configs[path] = self._session.address(path)
            self._send_closed(uri, diagnostics)

    def _send_page(self, path: Path) -> None:
        if path in self._configs:
            return
        diagnostics = self._reports.of_page(path)
        uri = self._pages.pop(path, None)
        if uri is None and not diagnostics:
            return
        uri = uri or self._session.address(path)
        if diagnostics:
            self._pages[path] = uri
        self._send_closed(uri, diagnostics)

    def _send_closed(self, uri: str, diagnostics: list[Diagnostic]) -> None:
        """What is said of an open file is said with its version, and elsewhere."""
        if self._session.buffer(uri) is None:
            self._send(uri, None, diagnostics)

    def _send(self, uri: str, version: int | None, diagnostics: list[Diagnostic]) -> None:
        if self._sent.get(uri, _NOTHING) == (version, diagnostics):
            return
        if version is None and not diagnostics:
            self._sent.pop(uri, None)
        else:
            self._sent[uri] = version, diagnostics
        about = json.dumps({"uri": uri} if version is None else {"uri": uri, "version": version}).encode("ascii")
        params = Written(b'%b,"diagnostics":%b}' % (about[:-1], written(diagnostics)))
        self._session.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params, replaces=uri)
