"""`textDocument/documentLink`, and `documentLink/resolve` for the line in another file."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from refrakt.features.page_context import PageContext
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.request_context import RequestContext

_FILE_KINDS = ("page", "partial", "layout", "file")
"""Symbol kinds that are whole files: no line has to be resolved."""


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions(resolve_provider=True))
    async def links(params: types.DocumentLinkParams) -> list[dict[str, Any]] | None:
        uri = params.text_document.uri
        buffer = session.buffer(uri)
        page = context.page(buffer)
        if buffer is None or page is None:
            return None
        # A page may have a thousand links.
        return await asyncio.to_thread(_links, context, page, uri) or None

    @session.server.feature(types.DOCUMENT_LINK_RESOLVE)
    async def resolve(link: types.DocumentLink) -> dict[str, Any]:
        resolved: dict[str, Any] = session.protocol.unstructure(link)
        match link.data:
            case [str(uri), str(kind), str(path), str(name), str() | None as type]:
                page = context.page(session.buffer(uri))
                if page is not None:
                    resolved["target"] = await asyncio.to_thread(_target, context, page, (kind, path, name, type))
        return resolved


def _links(context: RequestContext, page: PageContext, uri: str) -> list[dict[str, Any]]:
    from refrakt.features.document_links import document_links

    session = context.session
    encoder = EditEncoder(session, page.site.root)
    found = []
    for each in document_links(page):
        link: dict[str, Any] = {"range": session.positions.range(page.document, *each.span.bounds)}
        if each.tooltip and session.client.link_tooltips:
            link["tooltip"] = each.tooltip
        if each.symbol is None:
            link["target"] = each.url
        elif each.symbol.kind in _FILE_KINDS:
            link["target"] = encoder.uri(each.symbol.path)
        else:
            link["data"] = [uri, *each.symbol]
        found.append(link)
    return found


def _target(context: RequestContext, page: PageContext, data: tuple[str, str, str, str | None]) -> str:
    """The URI of a symbol, with its line as a fragment."""
    from refrakt.features.definition import find_declaration
    from refrakt.features.symbols.symbol import Symbol

    symbol = Symbol(*data)  # type: ignore[arg-type]
    encoder = EditEncoder(context.session, page.site.root)
    found = find_declaration(page, symbol)
    if found is None:
        return encoder.uri(symbol.path)
    return f"{encoder.uri(found.path)}#L{encoder.range(found.path, found.span)['start']['line'] + 1}"
