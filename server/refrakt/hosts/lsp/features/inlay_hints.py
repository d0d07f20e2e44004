"""`textDocument/inlayHint`, and `inlayHint/resolve` for what is told about the one that is looked at."""

from __future__ import annotations

import asyncio
import logging
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.project.workspace import Change

from ..edits import text_edits
from ..pages import Pages
from ..session import Session

if TYPE_CHECKING:
    from refrakt.features.inlay_hints import InlayHint

log = logging.getLogger("refrakt.lsp")

_TYPE, _PARAMETER = 1, 2
_LISTS = 8
"""How many of the last lists are kept: an editor may show several files."""
_STEP = 0.25
"""Seconds between two looks at whether the pages have been read,"""
_LONGEST_WAIT = 120.0
"""and after which nobody waits for it any more: where there is nothing to read, it never is."""


def register(pages: Pages) -> None:
    session = pages.session
    lists = count(1)
    shown: dict[int, list[InlayHint]] = {}
    """The last lists by their numbers: what a client asks more about stands in one of them."""
    refreshing = Refreshing(session) if session.client.refreshes_inlay_hints else None

    @session.server.feature(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintOptions(resolve_provider=True))
    def inlay_hint(params: types.InlayHintParams) -> list[dict[str, Any]]:
        start = pages.spot(params.text_document.uri, params.range.start)
        end = pages.spot(params.text_document.uri, params.range.end)
        if start is None or end is None or start.page is None:
            return []
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.answers import Range
        from refrakt.features.inlay_hints import inlay_hints

        wanted = session.workspace.snapshot.settings.inlay_hints
        number = next(lists)
        found = shown[number] = inlay_hints(start.page, Range(start.offset, end.offset), wanted)
        shown.pop(number - _LISTS, None)
        if wanted.titles and refreshing is not None and (start.page.view is None or not start.page.view.site.complete):
            refreshing.when_read(start.buffer.path)
        document = start.buffer.document
        return [
            {
                **_told(each),
                "position": session.codec.position(document, each.offset),
                **({"textEdits": text_edits(session, document, [each.insert])} if each.insert is not None else {}),
                "data": [number, index],
            }
            for index, each in enumerate(found)
        ]

    @session.server.feature(types.INLAY_HINT_RESOLVE)
    def resolve(hint: types.InlayHint) -> dict[str, Any]:
        told: dict[str, Any] = session.protocol.plain(hint)
        match hint.data:
            case [int(number), int(index)] if 0 <= index < len(shown.get(number, ())):
                about = shown[number][index].about
                text = about() if about is not None else ""
                if text:
                    told["tooltip"] = {"kind": "markdown", "value": text}
        return told


def _told(hint: InlayHint) -> dict[str, Any]:
    told: dict[str, Any] = {"label": hint.label, "paddingLeft": True}
    if hint.kind != "title":
        told["kind"] = _TYPE if hint.kind == "field" else _PARAMETER
    return told


class Refreshing:
    """Tells an editor to ask again: when other hints are wanted, and when the pages are known that they speak of."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._wanted = session.workspace.snapshot.settings.inlay_hints
        self._waiting = False
        session.workspace.listeners.append(self._heard)

    def when_read(self, path: Path | None) -> None:
        """The pages around a file have not been read yet."""
        if path is not None and not self._waiting:
            self._waiting = True
            self._session.start(self._wait(path))

    async def _wait(self, path: Path) -> None:
        workspace, left = self._session.workspace, _LONGEST_WAIT
        while left > 0:
            index = workspace.known_index(path)
            if index is not None and not index.is_reading:
                self._session.start(self._refresh())
                break
            await asyncio.sleep(_STEP)
            left -= _STEP
        self._waiting = False

    def _heard(self, change: Change) -> None:
        # Called with every keystroke, too, and in any thread.
        if change.kind == "settings":
            self._loop.call_soon_threadsafe(self._compare)

    def _compare(self) -> None:
        wanted = self._session.workspace.snapshot.settings.inlay_hints
        if wanted != self._wanted:
            self._wanted = wanted
            self._session.start(self._refresh())

    async def _refresh(self) -> None:
        try:
            await self._session.protocol.send_request_async(types.WORKSPACE_INLAY_HINT_REFRESH, None)
        except JsonRpcException as error:
            log.info("the client does not ask for inlay hints again: %s", error)
