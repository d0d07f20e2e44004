"""`textDocument/formatting`, `rangeFormatting` and `rangesFormatting`.

The formatted page is parsed again to verify that its meaning is unchanged, which takes a while for a long page. So it runs in a
thread, and the request fails with `ContentModified` if the text changes meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.edit_encoder import JsonEdit, text_edits
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span

log = logging.getLogger("refrakt.lsp")


def register(context: RequestContext) -> None:
    session = context.session
    unformattable: set[str] = set()
    """URIs that were already logged."""

    @session.server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[JsonEdit]:
        from refrakt.features.formatting import format_page

        uri = params.text_document.uri

        def whole(document: Document, keep_style: bool) -> list[TextEdit]:
            found = format_page(document, keep_style)
            if found is None and uri not in unformattable:
                unformattable.add(uri)
                log.warning("page not formatted: formatting would change its meaning")
            return found or []

        return await format_in_thread(uri, whole)

    @session.server.feature(
        types.TEXT_DOCUMENT_RANGE_FORMATTING, types.DocumentRangeFormattingOptions(ranges_support=True)
    )
    async def range_formatting(params: types.DocumentRangeFormattingParams) -> list[JsonEdit]:
        return await format_ranges(params.text_document.uri, [params.range])

    @session.server.feature(types.TEXT_DOCUMENT_RANGES_FORMATTING)
    async def ranges_formatting(params: types.DocumentRangesFormattingParams) -> list[JsonEdit]:
        return await format_ranges(params.text_document.uri, params.ranges)

    async def format_ranges(uri: str, ranges: Sequence[types.Range]) -> list[JsonEdit]:
        from refrakt.features.formatting import format_spans

        def chosen(document: Document, keep_style: bool) -> list[TextEdit]:
            return format_spans(document, [span_of(document, each) for each in ranges], keep_style)

        return await format_in_thread(uri, chosen)

    def span_of(document: Document, range: types.Range) -> Span:
        start, end = (
            session.positions.offset(document, each.line, each.character) for each in (range.start, range.end)
        )
        return Span(min(start, end), max(start, end))

    async def format_in_thread(uri: str, work: Callable[[Document, bool], list[TextEdit]]) -> list[JsonEdit]:
        buffer = session.buffer(uri)
        site = context.scope.site_for(buffer) if buffer is not None else None
        if buffer is None or site is None:
            return []
        document = buffer.document
        found = await asyncio.to_thread(work, document, site.keeps_style)
        now = session.buffer(uri)
        if now is None or now.document is not document:
            raise JsonRpcException("the text has changed in the meantime", types.LSPErrorCodes.ContentModified)
        return text_edits(session, document, found)
