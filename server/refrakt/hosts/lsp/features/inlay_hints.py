"""`textDocument/inlayHint`, and `inlayHint/resolve` for what is told about the one that is looked at."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.project.settings import InlayHints
from refrakt.project.workspace import Change

from ..edits import text_edits
from ..pages import Pages
from ..refreshing import Refreshing

if TYPE_CHECKING:
    from refrakt.features.inlay_hints import InlayHint

_TYPE, _PARAMETER = 1, 2
_LISTS = 8
"""How many of the last lists are kept: an editor may show several files."""


def register(pages: Pages) -> None:
    session = pages.session
    lists = count(1)
    shown: dict[int, list[InlayHint]] = {}
    """The last lists by their numbers: what a client asks more about stands in one of them."""
    last: InlayHints | None = None
    """What was wanted when somebody asked for the last time."""

    @session.server.feature(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintOptions(resolve_provider=True))
    def inlay_hint(params: types.InlayHintParams) -> list[dict[str, Any]]:
        start = pages.spot(params.text_document.uri, params.range.start)
        end = pages.spot(params.text_document.uri, params.range.end)
        if start is None or end is None or start.page is None:
            return []
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.answers import Range
        from refrakt.features.inlay_hints import inlay_hints

        nonlocal last
        wanted = last = session.workspace.snapshot.settings.inlay_hints
        number = next(lists)
        found = shown[number] = inlay_hints(start.page, Range(start.offset, end.offset), wanted)
        shown.pop(number - _LISTS, None)
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

    refreshing = Refreshing(session, types.WORKSPACE_INLAY_HINT_REFRESH, asyncio.get_running_loop())

    def heard(change: Change) -> None:
        # Called with every keystroke, too, and in any thread.
        if last is None or not session.client.refreshes_inlay_hints:
            return
        match change.kind:
            case "settings" if session.workspace.snapshot.settings.inlay_hints != last:
                refreshing.soon()
            case "index" if last.titles:
                # Something may be called otherwise, or be known by now.
                refreshing.soon()
            case "project" if last.fields or last.defaults:
                refreshing.soon()

    session.workspace.listeners.append(heard)


def _told(hint: InlayHint) -> dict[str, Any]:
    told: dict[str, Any] = {"label": hint.label, "paddingLeft": True}
    if hint.kind != "title":
        told["kind"] = _TYPE if hint.kind == "field" else _PARAMETER
    return told
