"""`textDocument/hover`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.hosts.lsp.request_context import CursorPosition, RequestContext
from refrakt.project.page_problems import problems

if TYPE_CHECKING:
    from refrakt.features.hover import ProblemCode
    from refrakt.features.results import Hover


def register(context: RequestContext) -> None:
    session = context.session
    markdown = session.client.markdown_in_hover

    @session.server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> dict[str, Any] | None:
        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None:
            return None
        found = await context.providers.client_for(cursor.buffer).hover(cursor.offset) or _own_hover(context, cursor)
        if found is None:
            return None
        from refrakt.features.hover.plain_text import markdown_to_text

        contents = {"kind": "markdown", "value": found.markdown}
        if not markdown:
            contents = {"kind": "plaintext", "value": markdown_to_text(found.markdown)}
        return {"contents": contents, "range": session.positions.range(cursor.buffer.document, *found.span.bounds)}


def _own_hover(context: RequestContext, cursor: CursorPosition) -> Hover | None:
    if cursor.page is None:
        return None
    # Lazy import: not needed for the first diagnostics.
    from refrakt.features.hover import hover_at

    return hover_at(cursor.page, cursor.offset, _problem_codes(context, cursor))


def _problem_codes(context: RequestContext, cursor: CursorPosition) -> list[ProblemCode]:
    """The problems shown on the page."""
    from refrakt.markdoc.tree import Span

    settings = context.session.workspace.snapshot.settings
    page, buffer = cursor.page, cursor.buffer
    if page is None or not settings.diagnostics:
        return []
    plugin_problems = context.providers.problems_of(buffer, page.site)
    found = problems(buffer.document, page.site, page.path, settings.rules, buffer.problem_cache)
    alone = [
        (Span(*buffer.document.offsets(each.span)), each.code)
        for each in plugin_problems.without_replaced(buffer.document, found)
    ]
    across = [
        (Span(each.start, each.problem.span.end + each.by), each.problem.code)
        for each in plugin_problems.without_replaced_moved(buffer.across)
    ]
    return alone + across
