"""Diagnostics for editors that ask for them.

A list that the client has already is not sent again. A question about the whole workspace stays open until there is something
new to tell: editors ask again as soon as they are answered. Where the client takes an answer in parts, it gets it so.
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

from .capabilities import NAME
from .diagnostics import Diagnostic, written
from .protocol import Written
from .reports import Reports
from .session import Session, path_of

log = logging.getLogger("refrakt.lsp")


_AT_A_TIME = 100
"""Files that are looked at in one turn, and told of in one part of an answer: a few milliseconds."""
_FOR_ANSWER = 3.0
"""Seconds for the client to say that it will ask again; then it may be told so once more."""


class Pulling:
    def __init__(self, session: Session, reports: Reports) -> None:
        self._session = session
        self._reports = reports
        self._numbers = count(1)
        self._known: dict[str, tuple[str, list[Diagnostic]]] = {}
        """The last list of each file, with the name it goes by."""
        self._changed = asyncio.Event()
        self._asked_before = False
        self._refreshing = False
        self._refresh_again = False
        self._looking = False
        self._register()

    def _register(self) -> None:
        feature = self._session.server.feature
        options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier=NAME)

        @feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
        def of_document(params: types.DocumentDiagnosticParams) -> Written:
            return self._document(params)

        @feature(types.WORKSPACE_DIAGNOSTIC)
        async def of_workspace(params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
            return await self._workspace(params)

    def buffer_changed(self, uri: str) -> None:
        # The client knows that it has changed a text. What is said of a config is another matter once it is closed.
        if self._session.buffer(uri) is None:
            self._known.pop(uri, None)
            self._changed.set()

    def open_pages_changed(self, uris: Collection[str]) -> None:
        self.everything_changed()

    def closed_pages_changed(self, paths: Collection[Path]) -> None:
        # The question that waits is answered; only of open pages has the client to be told that it should ask.
        self._changed.set()

    def files_changed(self) -> None:
        self._changed.set()
        if not self._looking:
            self._looking = True
            self._session.start(self._look_at_open())

    async def _look_at_open(self) -> None:
        """Have the client ask again if it would hear anything new of a file it has asked about."""
        try:
            for uri in tuple(self._session.workspace.snapshot.buffers):
                buffer, known = self._session.buffer(uri), self._known.get(uri)
                if buffer is not None and known is not None and self._reports.of_buffer(buffer) != known[1]:
                    self.everything_changed()
                    return
                await asyncio.sleep(0)
        finally:
            self._looking = False

    def everything_changed(self) -> None:
        self._changed.set()
        if not self._session.client.refreshes:
            return
        if self._refreshing:
            self._refresh_again = True
        else:
            self._refreshing = True
            self._session.start(self._refresh())

    async def _refresh(self) -> None:
        try:
            async with asyncio.timeout(_FOR_ANSWER):
                await self._session.protocol.send_request_async(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        except JsonRpcException:
            # A client that cannot do it now asks again when it likes to.
            self._refresh_again = False
        except TimeoutError:
            log.debug("the client does not say that it will ask for diagnostics again")
        self._refreshing = False
        if self._refresh_again:
            self._refresh_again = False
            self.everything_changed()

    def _document(self, params: types.DocumentDiagnosticParams) -> Written:
        uri = params.text_document.uri
        buffer = self._session.buffer(uri)
        if buffer is not None:
            found = self._reports.of_buffer(buffer)
        else:
            path = path_of(uri)
            found = self._reports.of_file(path) if path is not None else []
        report = self._report(uri, found, params.previous_result_id)
        items = b',"items":%b' % written(report.pop("items")) if "items" in report else b""
        return Written(b"%b%b}" % (json.dumps(report).encode("ascii")[:-1], items))

    async def _workspace(self, params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
        previous = {each.uri: each.value for each in params.previous_result_ids}
        while True:
            self._changed.clear()
            found = {self._session.address(path): told for path, told in self._reports.of_files().items()}
            # What has gone is told as a list with nothing in it.
            gone: dict[str, list[Diagnostic]] = {
                uri: [] for uri in previous if uri not in found and self._session.buffer(uri) is None
            }
            items: list[dict[str, Any]] = []
            for uri, told in {**gone, **found}.items():
                items.append({"uri": uri, "version": None, **self._report(uri, told, previous.get(uri))})
                if len(items) % _AT_A_TIME == 0:
                    await asyncio.sleep(0)
            if not self._asked_before or any(each["kind"] == "full" for each in items):
                self._asked_before = True
                return {"items": await self._parted(items, params.partial_result_token)}
            await self._changed.wait()

    async def _parted(self, items: list[dict[str, Any]], token: int | str | None) -> list[dict[str, Any]]:
        """Send all but what fits into the answer; with a first part sent ahead, the answer itself has to be empty."""
        if token is None or len(items) <= _AT_A_TIME:
            return items
        for start in range(0, len(items), _AT_A_TIME):
            value = {"items": items[start : start + _AT_A_TIME]}
            self._session.protocol.notify(types.PROGRESS, {"token": token, "value": value})
            await asyncio.sleep(0)
        return []

    def _report(self, uri: str, found: list[Diagnostic], previous: str | None) -> dict[str, Any]:
        name, told = self._known.get(uri, ("", None))
        if told != found:
            name = str(next(self._numbers))
            self._known[uri] = name, found
        if previous == name:
            return {"kind": "unchanged", "resultId": name}
        return {"kind": "full", "resultId": name, "items": found}
