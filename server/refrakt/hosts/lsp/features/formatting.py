"""`textDocument/formatting`, `rangeFormatting` and `rangesFormatting`.

A page is read once more to make sure that it still says the same, which takes a while for a long one. So it is done beside the
conversation, and if the text has changed meanwhile, the answer is that it has.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.features.answers import Range, Replacement
from refrakt.markdoc import Document

from ..edits import Edit, text_edits
from ..pages import Pages

log = logging.getLogger("refrakt.lsp")


def register(pages: Pages) -> None:
    session = pages.session
    left_alone: set[str] = set()
    """The pages that somebody has been told of."""

    @session.server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[Edit]:
        from refrakt.features.formatting import formatted

        uri = params.text_document.uri

        def whole(document: Document) -> list[Replacement]:
            found = formatted(document)
            if found is None and uri not in left_alone:
                left_alone.add(uri)
                log.warning("a page is left as it is, because it cannot be formatted without changing what it says")
            return found or []

        return await beside(uri, whole)

    @session.server.feature(
        types.TEXT_DOCUMENT_RANGE_FORMATTING, types.DocumentRangeFormattingOptions(ranges_support=True)
    )
    async def range_formatting(params: types.DocumentRangeFormattingParams) -> list[Edit]:
        return await parts(params.text_document.uri, [params.range])

    @session.server.feature(types.TEXT_DOCUMENT_RANGES_FORMATTING)
    async def ranges_formatting(params: types.DocumentRangesFormattingParams) -> list[Edit]:
        return await parts(params.text_document.uri, params.ranges)

    async def parts(uri: str, ranges: Sequence[types.Range]) -> list[Edit]:
        from refrakt.features.formatting import formatted_parts

        def chosen(document: Document) -> list[Replacement]:
            return formatted_parts(document, [place(document, each) for each in ranges])

        return await beside(uri, chosen)

    def place(document: Document, given: types.Range) -> Range:
        start, end = (session.codec.offset(document, each.line, each.character) for each in (given.start, given.end))
        return Range(min(start, end), max(start, end))

    async def beside(uri: str, work: Callable[[Document], list[Replacement]]) -> list[Edit]:
        buffer = session.buffer(uri)
        if buffer is None or pages.scope.site_for(buffer) is None:
            return []
        document = buffer.document
        found = await asyncio.to_thread(work, document)
        now = session.buffer(uri)
        if now is None or now.document is not document:
            raise JsonRpcException("the text has changed meanwhile", types.LSPErrorCodes.ContentModified)
        return text_edits(session, document, found)
