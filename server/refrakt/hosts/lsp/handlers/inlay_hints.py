"""`textDocument/inlayHint`, and `inlayHint/resolve` for tooltips."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.hosts.lsp.edit_encoder import text_edits
from refrakt.hosts.lsp.refresh_requests import RefreshRequests
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.project.editor_settings import InlayHints
from refrakt.project.workspace import WorkspaceEvent

if TYPE_CHECKING:
    from refrakt.features.inlay_hints import InlayHint

_TYPE, _PARAMETER = 1, 2
_MAX_LISTS = 8
"""Lists kept for resolve: a client may show several files."""


def register(context: RequestContext) -> None:
    session = context.session
    list_ids = count(1)
    lists: dict[int, list[InlayHint]] = {}
    """The last lists by their ids, for resolve."""
    last_settings: InlayHints | None = None
    """The settings of the last request."""

    @session.server.feature(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintOptions(resolve_provider=True))
    def inlay_hint(params: types.InlayHintParams) -> list[dict[str, Any]]:
        start = context.cursor(params.text_document.uri, params.range.start)
        end = context.cursor(params.text_document.uri, params.range.end)
        if start is None or end is None or start.page is None:
            return []
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.inlay_hints import inlay_hints
        from refrakt.markdoc.tree import Span

        nonlocal last_settings
        settings = last_settings = session.workspace.snapshot.settings.inlay_hints
        list_id = next(list_ids)
        found = lists[list_id] = inlay_hints(start.page, Span(start.offset, end.offset), settings)
        lists.pop(list_id - _MAX_LISTS, None)
        document = start.buffer.document
        return [
            {
                **_encode(each),
                "position": session.positions.position(document, each.offset),
                **(
                    {"textEdits": text_edits(session, document, [each.text_edit])} if each.text_edit is not None else {}
                ),
                "data": [list_id, index],
            }
            for index, each in enumerate(found)
        ]

    @session.server.feature(types.INLAY_HINT_RESOLVE)
    def resolve(hint: types.InlayHint) -> dict[str, Any]:
        resolved: dict[str, Any] = session.protocol.unstructure(hint)
        match hint.data:
            case [int(list_id), int(index)] if 0 <= index < len(lists.get(list_id, ())):
                about = lists[list_id][index].tooltip
                text = about() if about is not None else ""
                if text:
                    resolved["tooltip"] = {"kind": "markdown", "value": text}
        return resolved

    refresh = RefreshRequests(session, types.WORKSPACE_INLAY_HINT_REFRESH, asyncio.get_running_loop())

    def on_change(change: WorkspaceEvent) -> None:
        # Called with every keystroke, from any thread.
        if last_settings is None or not session.client.refresh_inlay_hints:
            return
        match change.kind:
            case "settings" if session.workspace.snapshot.settings.inlay_hints != last_settings:
                refresh.schedule()
            case "index" if last_settings.titles:
                # Titles may have changed or become known.
                refresh.schedule()
            case "project" if last_settings.fields or last_settings.defaults:
                refresh.schedule()

    session.workspace.listeners.append(on_change)


def _encode(hint: InlayHint) -> dict[str, Any]:
    encoded: dict[str, Any] = {"label": hint.label, "paddingLeft": True}
    if hint.kind != "title":
        encoded["kind"] = _TYPE if hint.kind == "field" else _PARAMETER
    return encoded
