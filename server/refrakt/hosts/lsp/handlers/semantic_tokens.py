"""`textDocument/semanticTokens`: full, delta and range."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.page_context import PageContext
from refrakt.features.semantic_tokens.token_types import MODIFIERS, TYPES
from refrakt.hosts.lsp.refresh_requests import RefreshRequests
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.project.workspace import WorkspaceEvent

if TYPE_CHECKING:
    from refrakt.features.semantic_tokens.delta import TokenStream

_MAX_PAGES = 64
"""Pages whose last result is kept. Clients only request tokens of visible pages."""


@dataclass(slots=True)
class _TokenResult:
    """The last result for a page."""

    stream: TokenStream
    name: str = ""
    numbers: list[int] | None = None


def register(context: RequestContext) -> None:
    session = context.session
    results: dict[str, _TokenResult] = {}
    result_ids = count(1)
    legend = types.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=list(MODIFIERS))

    def page_at(uri: str) -> PageContext | None:
        return context.page(session.buffer(uri))

    def result_for(uri: str) -> _TokenResult:
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.semantic_tokens.delta import TokenStream

        # In order of use: the least recently used page is dropped first.
        result = results.pop(uri, None) or _TokenResult(TokenStream(session.positions.code_units))
        results[uri] = result
        if len(results) > _MAX_PAGES:
            del results[next(iter(results))]
        return result

    def update(uri: str, page: PageContext) -> tuple[_TokenResult, list[int] | None]:
        """The current tokens of a page, and the previous ones."""
        from refrakt.features.semantic_tokens.vocabulary_names import name_classifier

        result = result_for(uri)
        before = result.numbers
        result.numbers = result.stream.full(page.document, name_classifier(page.site.vocabulary))
        result.name = str(next(result_ids))
        return result, before

    @session.server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def full(params: types.SemanticTokensParams) -> dict[str, Any] | None:
        page = page_at(params.text_document.uri)
        if page is None:
            return None
        result, _ = update(params.text_document.uri, page)
        return {"resultId": result.name, "data": result.numbers}

    @session.server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    def delta(params: types.SemanticTokensDeltaParams) -> dict[str, Any] | None:

        uri = params.text_document.uri
        page = page_at(uri)
        if page is None:
            return None
        previous = results.get(uri)
        is_current = previous is not None and previous.name == params.previous_result_id
        result, before = update(uri, page)
        if not is_current or before is None or result.numbers is None:
            return {"resultId": result.name, "data": result.numbers}
        from refrakt.features.semantic_tokens.delta import tokens_delta

        change = tokens_delta(before, result.numbers)
        edits = [{"start": change.start, "deleteCount": change.delete_count, "data": change.data}] if change else []
        return {"resultId": result.name, "edits": edits}

    @session.server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    def part(params: types.SemanticTokensRangeParams) -> dict[str, Any] | None:
        from refrakt.features.semantic_tokens.vocabulary_names import name_classifier

        uri = params.text_document.uri
        page = page_at(uri)
        if page is None:
            return None
        start, end = (
            session.positions.offset(page.document, each.line, each.character)
            for each in (params.range.start, params.range.end)
        )
        stream = result_for(uri).stream
        return {"data": stream.range(page.document, name_classifier(page.site.vocabulary), start, end)}

    refresh = RefreshRequests(session, types.WORKSPACE_SEMANTIC_TOKENS_REFRESH, asyncio.get_running_loop())

    def on_change(change: WorkspaceEvent) -> None:
        if change.kind == "buffer":
            if change.uri in results and session.buffer(change.uri) is None:
                del results[change.uri]
        elif change.kind == "project" and results and session.client.refresh_semantic_tokens:
            # The runes of a site decide how their names are highlighted.
            refresh.schedule()

    session.workspace.listeners.append(on_change)
