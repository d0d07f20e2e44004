"""Custom requests: `refrakt/inspect` for the rune at a position, `refrakt/pages` for the pages of a site."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from refrakt.errors import RefraktError
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.hosts.lsp.request_context import CursorPosition, RequestContext
from refrakt.hosts.lsp.session import path_from_uri
from refrakt.markdoc.tree import Span
from refrakt.project.page_problems import problems
from refrakt.project.project_root import project_root
from refrakt.project.snapshot import Buffer
from refrakt.services.pages import PagesInput

INSPECT = "refrakt/inspect"
PAGES = "refrakt/pages"
_INDEX_TIMEOUT = 2.0
"""Seconds to wait for indexing; the result reports its progress."""


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(INSPECT)
    def inspect_rune(params: Any) -> dict[str, Any] | None:
        cursor = _cursor(context, params)
        if cursor is None or cursor.page is None:
            return None
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.inspect_rune import inspect

        found = inspect(cursor.page, cursor.offset)
        if found is None:
            return None
        result: dict[str, Any] = _as_json(found, cursor.buffer, session.positions)
        result["problems"] = _problems(context, cursor, found.range)
        return {"uri": cursor.buffer.uri, "version": cursor.buffer.version, **result}

    @session.server.feature(PAGES)
    async def list_pages(params: Any) -> Any:
        query = dict(params) if isinstance(params, Mapping) else {}
        uri = query.pop("uri", None)
        # May read the whole site.
        return await asyncio.to_thread(_list_pages, context, uri, query)


def _cursor(context: RequestContext, params: Any) -> CursorPosition | None:
    match params:
        case {"textDocument": {"uri": str(uri)}, "position": {"line": int(line), "character": int(character)}}:
            return context.cursor(uri, types.Position(line, character))
    raise JsonRpcInvalidParams(message="`textDocument` and `position` are required")


def _as_json(value: Any, buffer: Buffer, positions: PositionEncoder) -> Any:
    """A result as JSON: spans become ranges, and null fields are omitted."""
    if isinstance(value, Span):
        return positions.range(buffer.document, *value.bounds)
    if is_dataclass(value) and not isinstance(value, type):
        from refrakt.command_input import camel

        found = {camel(each.name): _as_json(getattr(value, each.name), buffer, positions) for each in fields(value)}
        return {name: each for name, each in found.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_as_json(each, buffer, positions) for each in value]
    return value


def _problems(context: RequestContext, cursor: CursorPosition, span: Span) -> list[dict[str, Any]]:
    """The problems inside a rune."""
    settings, page, buffer = context.session.workspace.snapshot.settings, cursor.page, cursor.buffer
    if page is None:
        return []
    document, positions = buffer.document, context.session.positions
    result = [
        (*document.offsets(each.span), each.code, each.severity, each.message)
        for each in problems(document, page.site, page.path, settings.rules, buffer.problem_cache)
    ]
    for across in buffer.across:
        each = across.now()
        result.append((each.span.start, each.span.end, each.code, each.severity, each.message))
    return [
        {"range": positions.range(document, start, end), "code": code, "severity": severity, "message": message}
        for start, end, code, severity, message in sorted(result)
        if span.start <= start and end <= span.end
    ]


def _list_pages(context: RequestContext, uri: Any, query: dict[str, Any]) -> Any:
    from refrakt.command_input import from_json
    from refrakt.services.context import Context
    from refrakt.services.json_payload import as_json
    from refrakt.services.pages import pages

    workspace = context.session.workspace
    root = _requested_root(context, uri)
    service_context = Context(
        workspace.refresh(root), workspace.snapshot, lambda: workspace.index(root), _INDEX_TIMEOUT, paged=False
    )
    return as_json(pages(service_context, from_json(PagesInput, query)))


def _requested_root(context: RequestContext, uri: Any) -> Path:
    """The project of a file, or the only open one."""
    path = path_from_uri(uri) if isinstance(uri, str) else None
    if path is not None:
        return Path(project_root(path.parent if not path.is_dir() else path))
    roots = dict.fromkeys(map(project_root, context.session.folders))
    if len(roots) != 1:
        raise RefraktError("INVALID_ARGS", f"{len(roots)} projects are open", "Pass a file of one of them as `uri`.")
    return Path(next(iter(roots)))
