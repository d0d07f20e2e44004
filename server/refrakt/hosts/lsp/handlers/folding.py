"""`textDocument/foldingRange`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.folding import FoldingRange
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.hosts.lsp.request_context import RequestContext

if TYPE_CHECKING:
    from refrakt.markdoc.document import Document


def register(context: RequestContext) -> None:
    session = context.session

    @session.server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[dict[str, Any]] | None:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.folding import folding_ranges, outermost

        page = context.page(session.buffer(params.text_document.uri))
        if page is None:
            return None
        line = cache(lambda offset: page.document.position(offset)[0])
        # Skip folds that hide nothing: a single line, or two lines of which the second stays visible.
        found = [
            each
            for each in folding_ranges(page.document)
            if line(each.span.end) - line(each.span.start) > each.has_closing_line
        ]
        if session.client.fold_limit is not None:
            found = outermost(found, session.client.fold_limit)
        if session.client.partial_line_folds:
            return [_character_range(session.positions, page.document, each) for each in found]
        return list(_line_ranges(line, found))


def _character_range(positions: PositionEncoder, document: Document, fold: FoldingRange) -> dict[str, Any]:
    start, end = (positions.position(document, each) for each in fold.span.bounds)
    folding_range = {"startLine": start["line"], "startCharacter": start["character"]}
    folding_range |= {"endLine": end["line"], "endCharacter": end["character"]}
    return {**folding_range, "kind": fold.kind} if fold.kind is not None else folding_range


def _line_ranges(line: Callable[[int], int], folding_ranges: list[FoldingRange]) -> Iterator[dict[str, Any]]:
    """Line folds. Only the outermost fold of a line is kept."""
    last = -1
    for fold in folding_ranges:
        start = line(fold.span.start)
        if start == last:
            continue
        last = start
        # A closing tag stays visible, as closing brackets do elsewhere.
        folding_range: dict[str, Any] = {"startLine": start, "endLine": line(fold.span.end) - fold.has_closing_line}
        yield {**folding_range, "kind": fold.kind} if fold.kind is not None else folding_range
