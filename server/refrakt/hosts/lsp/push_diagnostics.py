"""Push diagnostics: `textDocument/publishDiagnostics`.

A file is checked as soon as no client message is pending, so that a burst of changes costs one check. Each list names its document
version. Closed pages come last, a few at a time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from itertools import islice
from pathlib import Path
from time import perf_counter

from lsprotocol import types

from refrakt.hosts.lsp.diagnostic_encoder import Diagnostic, diagnostics_json
from refrakt.hosts.lsp.file_problems import FileProblems
from refrakt.hosts.lsp.protocol import RawJson
from refrakt.hosts.lsp.session import Session, path_from_uri

_MAX_DELAY = 0.1
"""Seconds after which a file is checked even while messages keep arriving."""
_CHUNK = 20
"""Closed pages per step: a millisecond or two."""

_TYPING_PAUSE = 0.25
"""Seconds after a keystroke during which closed pages are not published."""

SentDiagnostics = tuple[int | None, list[Diagnostic]]
_NOTHING: SentDiagnostics = (None, [])


class PushDiagnostics:
    def __init__(self, session: Session, file_problems: FileProblems) -> None:
        self._session = session
        self._file_problems = file_problems
        self._loop = asyncio.get_running_loop()
        self._due: dict[str, float] = {}
        """Open files to check, with the time of the request. The last one is checked first: the user types in it."""
        self._configs_due = False
        self._pages_due: dict[Path, None] = {}
        """Closed pages with new diagnostics."""
        self._scheduled = False
        self._last_edit = 0.0
        """Time of the last change of an open file."""
        self._sent: dict[str, SentDiagnostics] = {}
        """By URI: what was published last."""
        self._configs: dict[Path, str] = {}
        """Closed config files with problems, and their URIs."""
        self._pages: dict[Path, str] = {}
        """Closed pages with problems, and their URIs."""

    def buffer_changed(self, uri: str) -> None:
        self._last_edit = perf_counter()
        if self._session.buffer(uri) is not None:
            self._due[uri] = self._due.pop(uri, perf_counter())
        else:
            self._due.pop(uri, None)
            self._send(uri, *_NOTHING)
            path = path_from_uri(uri)
            if path is not None:
                self._pages_due[path] = None
            self._configs_due = True
        self._schedule()

    def everything_changed(self) -> None:
        self._mark_due(self._session.workspace.snapshot.buffers)
        self._configs_due = True
        self._schedule()

    def files_changed(self) -> None:
        self.everything_changed()

    def open_pages_changed(self, uris: Collection[str]) -> None:
        self._mark_due(uris)
        self._schedule()

    def closed_pages_changed(self, paths: Collection[Path]) -> None:
        self._pages_due.update(dict.fromkeys(paths))
        self._schedule()

    def _mark_due(self, uris: Collection[str]) -> None:
        now = perf_counter()
        self._due = {**{uri: now for uri in uris if uri not in self._due}, **self._due}

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._process_next)

    def _process_next(self) -> None:
        """Check one open file, or publish a few closed ones, then yield to the event loop."""
        self._scheduled = False
        if self._due:
            uri = next(reversed(self._due))
            if not self._session.has_pending_messages() or perf_counter() - self._due[uri] > _MAX_DELAY:
                del self._due[uri]
                buffer = self._session.buffer(uri)
                if buffer is not None:
                    self._send(uri, buffer.version, self._file_problems.for_buffer(buffer))
        elif self._configs_due:
            self._configs_due = False
            self._send_configs()
        elif self._pages_due and perf_counter() - self._last_edit < _TYPING_PAUSE:
            self._loop.call_later(_TYPING_PAUSE, self._schedule)
            return
        elif not self._session.has_pending_messages():
            for path in list(islice(self._pages_due, _CHUNK)):
                del self._pages_due[path]
                self._send_page(path)
        if self._due or self._configs_due or self._pages_due:
            self._schedule()

    def _send_configs(self) -> None:
        found = self._file_problems.for_config_files()
        for path in [each for each in self._configs if each not in found]:
            self._send_closed(self._configs.pop(path), [])
        for path, diagnostics in found.items():
            uri = self._configs[path] = self._session.uri(path)
            self._send_closed(uri, diagnostics)

    def _send_page(self, path: Path) -> None:
        if path in self._configs:
            return
        diagnostics = self._file_problems.for_closed_page(path)
        uri = self._pages.pop(path, None)
        if uri is None and not diagnostics:
            return
        uri = uri or self._session.uri(path)
        if diagnostics:
            self._pages[path] = uri
        self._send_closed(uri, diagnostics)

    def _send_closed(self, uri: str, diagnostics: list[Diagnostic]) -> None:
        """Publish without a version, unless the file is open."""
        if self._session.buffer(uri) is None:
            self._send(uri, None, diagnostics)

    def _send(self, uri: str, version: int | None, diagnostics: list[Diagnostic]) -> None:
        if self._sent.get(uri, _NOTHING) == (version, diagnostics):
            return
        if version is None and not diagnostics:
            self._sent.pop(uri, None)
        else:
            self._sent[uri] = version, diagnostics
        head = json.dumps({"uri": uri} if version is None else {"uri": uri, "version": version}).encode("ascii")
        params = RawJson(b'%b,"diagnostics":%b}' % (head[:-1], diagnostics_json(diagnostics)))
        self._session.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params, replaces=uri)
