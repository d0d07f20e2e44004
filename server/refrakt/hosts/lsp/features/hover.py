"""`textDocument/hover`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.project.checking import problems

from ..pages import Pages, Spot

if TYPE_CHECKING:
    from refrakt.features.answers import Explanation
    from refrakt.features.hover import Trouble


def register(pages: Pages) -> None:
    session = pages.session
    markdown = session.client.markdown_in_hover

    @session.server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> dict[str, Any] | None:
        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        found = await pages.providers.about(spot.buffer).hover(spot.offset) or _ours(pages, spot)
        if found is None:
            return None
        from refrakt.features.hover.plain import plain

        contents = {"kind": "markdown", "value": found.markdown}
        if not markdown:
            contents = {"kind": "plaintext", "value": plain(found.markdown)}
        return {"contents": contents, "range": session.codec.place(spot.buffer.document, *found.place)}


def _ours(pages: Pages, spot: Spot) -> Explanation | None:
    if spot.page is None:
        return None
    # Not needed for the first diagnostics, which must not wait for it.
    from refrakt.features.hover import explain

    return explain(spot.page, spot.offset, _troubles(pages, spot))


def _troubles(pages: Pages, spot: Spot) -> list[Trouble]:
    """The problems that the editor shows on the page."""
    from refrakt.features.answers import Range
    from refrakt.features.hover import Trouble

    settings = pages.session.workspace.snapshot.settings
    page, buffer = spot.page, spot.buffer
    if page is None or not settings.diagnostics:
        return []
    said = pages.providers.said(buffer, page.site)
    found = problems(buffer.document, page.site, page.path, settings.rules, buffer.remembered)
    alone = [
        Trouble(Range(*buffer.document.offsets(each.span)), each.code) for each in said.left(buffer.document, found)
    ]
    across = [
        Trouble(Range(each.start, each.problem.end + each.by), each.problem.code)
        for each in said.left_across(buffer.across)
    ]
    return alone + across
