"""Pull diagnostics: `textDocument/diagnostic` and `workspace/diagnostic`.

An unchanged list is not sent again. A workspace request stays open until something changes, because clients repeat it immediately.
Long results are sent in parts if the client supports partial results.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection
from itertools import count
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.capabilities import NAME
from refrakt.hosts.lsp.diagnostic_encoder import Diagnostic, diagnostics_json
from refrakt.hosts.lsp.file_problems import FileProblems
from refrakt.hosts.lsp.protocol import RawJson
from refrakt.hosts.lsp.session import Session, path_from_uri

log = logging.getLogger("refrakt.lsp")


_CHUNK = 100
"""Files per step and per partial result: a few milliseconds."""
_CLOSED_DELAY = 2.0
"""Seconds from closing a file until the workspace report has its list in any case. VS Code forgets the result id of a file when it
closes it, but keeps the list of the open file; and it ignores a report that arrives before its last document request ends."""
_REFRESH_TIMEOUT = 3.0
"""Seconds for the client to confirm a refresh before the next one is sent."""


class PullDiagnostics:
    def __init__(self, session: Session, file_problems: FileProblems) -> None:
        self._session = session
        self._file_problems = file_problems
        self._result_ids = count(1)
        self._reported: dict[str, tuple[str, list[Diagnostic]]] = {}
        """By URI: the result id and the last list."""
        self._closed: set[str] = set()
        """The URIs of files that were closed, whose lists are sent with the next workspace report."""
        self._changed = asyncio.Event()
        self._answered_before = False
        self._refreshing = False
        self._refresh_again = False
        self._rechecking = False
        self._register()

    def _register(self) -> None:
        feature = self._session.server.feature
        options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier=NAME)

        @feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
        def document_diagnostic(params: types.DocumentDiagnosticParams) -> RawJson:
            return self._document(params)

        @feature(types.WORKSPACE_DIAGNOSTIC)
        async def workspace_diagnostic(params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
            return await self._workspace(params)

    def buffer_changed(self, uri: str) -> None:
        # The client pulls after its own edits. After closing, the diagnostics of a config come from elsewhere.
        if self._session.buffer(uri) is None:
            self._reported.pop(uri, None)
            self._changed.set()
            asyncio.get_running_loop().call_later(_CLOSED_DELAY, self._report_closed, uri)

    def _report_closed(self, uri: str) -> None:
        if self._session.buffer(uri) is None:
            self._reported.pop(uri, None)
            self._closed.add(uri)
            self._changed.set()

    def open_pages_changed(self, uris: Collection[str]) -> None:
        self.everything_changed()

    def closed_pages_changed(self, paths: Collection[Path]) -> None:
        # Answers the open workspace request; a refresh is only needed for open pages.
        self._changed.set()

    def files_changed(self) -> None:
        self._changed.set()
        if not self._rechecking:
            self._rechecking = True
            self._session.start_task(self._recheck_open_files())

    async def _recheck_open_files(self) -> None:
        """Refresh if the diagnostics of an open file changed since the client pulled them."""
        try:
            for uri in tuple(self._session.workspace.snapshot.buffers):
                buffer, reported = self._session.buffer(uri), self._reported.get(uri)
                if (
                    buffer is not None
                    and reported is not None
                    and self._file_problems.for_buffer(buffer) != reported[1]
                ):
                    self.everything_changed()
                    return
                await asyncio.sleep(0)
        finally:
            self._rechecking = False

    def everything_changed(self) -> None:
        self._changed.set()
        if not self._session.client.refresh_diagnostics:
            return
        if self._refreshing:
            self._refresh_again = True
        else:
            self._refreshing = True
            self._session.start_task(self._refresh())

    async def _refresh(self) -> None:
        try:
            async with asyncio.timeout(_REFRESH_TIMEOUT):
                await self._session.protocol.send_request_async(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        except JsonRpcException:
            # The client rejected the refresh; do not repeat it.
            self._refresh_again = False
        except TimeoutError:
            log.debug("the client did not confirm the diagnostic refresh")
        self._refreshing = False
        if self._refresh_again:
            self._refresh_again = False
            self.everything_changed()

    def _document(self, params: types.DocumentDiagnosticParams) -> RawJson:
        uri = params.text_document.uri
        buffer = self._session.buffer(uri)
        if buffer is not None:
            found = self._file_problems.for_buffer(buffer)
        else:
            path = path_from_uri(uri)
            found = self._file_problems.for_file(path) if path is not None else []
        report = self._report(uri, found, params.previous_result_id)
        items = b',"items":%b' % diagnostics_json(report.pop("items")) if "items" in report else b""
        return RawJson(b"%b%b}" % (json.dumps(report).encode("ascii")[:-1], items))

    async def _workspace(self, params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
        previous = {each.uri: each.value for each in params.previous_result_ids}
        while True:
            self._changed.clear()
            found = {
                self._session.uri(path): diagnostics
                for path, diagnostics in self._file_problems.for_closed_files().items()
            }
            # Files without problems need an empty list.
            closed, self._closed = self._closed, set()
            removed: dict[str, list[Diagnostic]] = {
                uri: [] for uri in (*previous, *closed) if uri not in found and self._session.buffer(uri) is None
            }
            items: list[dict[str, Any]] = []
            for uri, diagnostics in {**removed, **found}.items():
                items.append({"uri": uri, "version": None, **self._report(uri, diagnostics, previous.get(uri))})
                if len(items) % _CHUNK == 0:
                    await asyncio.sleep(0)
            if not self._answered_before or any(each["kind"] == "full" for each in items):
                self._answered_before = True
                return {"items": await self._send_partial(items, params.partial_result_token)}
            await self._changed.wait()

    async def _send_partial(self, items: list[dict[str, Any]], token: int | str | None) -> list[dict[str, Any]]:
        """Send a long result in parts. After a partial result the response itself must be empty."""
        if token is None or len(items) <= _CHUNK:
            return items
        for start in range(0, len(items), _CHUNK):
            value = {"items": items[start : start + _CHUNK]}
            self._session.protocol.notify(types.PROGRESS, {"token": token, "value": value})
            await asyncio.sleep(0)
        return []

    def _report(self, uri: str, found: list[Diagnostic], previous: str | None) -> dict[str, Any]:
        result_id, diagnostics = self._reported.get(uri, ("", None))
        if diagnostics != found:
            result_id = str(next(self._result_ids))
            self._reported[uri] = result_id, found
        if previous == result_id:
            return {"kind": "unchanged", "resultId": result_id}
        return {"kind": "full", "resultId": result_id, "items": found}
