"""`textDocument/foldingRange`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ..pages import Pages
from ..positions import Codec

if TYPE_CHECKING:
    from refrakt.features.folding import Fold
    from refrakt.markdoc import Document


def register(pages: Pages) -> None:
    session = pages.session

    @session.server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[dict[str, Any]] | None:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.folding import folds, most_important

        buffer = session.buffer(params.text_document.uri)
        page = pages.page(buffer) if buffer is not None else None
        if page is None:
            return None
        line = cache(lambda offset: page.document.position(offset)[0])
        # What is on one line, or on two of which the second has to stay in sight, hides nothing.
        found = [each for each in folds(page.document) if line(each.place.end) - line(each.place.start) > each.closed]
        if session.client.fold_limit is not None:
            found = most_important(found, session.client.fold_limit)
        if session.client.folds_characters:
            return [_exact(session.codec, page.document, each) for each in found]
        return list(_lines(line, found))


def _exact(codec: Codec, document: Document, fold: Fold) -> dict[str, Any]:
    start, end = (codec.position(document, each) for each in fold.place)
    told = {"startLine": start["line"], "startCharacter": start["character"]}
    told |= {"endLine": end["line"], "endCharacter": end["character"]}
    return {**told, "kind": fold.kind} if fold.kind is not None else told


def _lines(line: Callable[[int], int], folds: list[Fold]) -> Iterator[dict[str, Any]]:
    """Whole lines. A line can begin one fold only, which is the outermost."""
    last = -1
    for fold in folds:
        start = line(fold.place.start)
        if start == last:
            continue
        last = start
        # A closing tag stays in sight, as a closing bracket does elsewhere.
        told: dict[str, Any] = {"startLine": start, "endLine": line(fold.place.end) - fold.closed}
        yield {**told, "kind": fold.kind} if fold.kind is not None else told
