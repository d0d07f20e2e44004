"""`textDocument/semanticTokens`: all of a page, what has changed since the last time, or the part that is shown."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.features.page import PageContext
from refrakt.features.tokens.token import MODIFIERS, TYPES
from refrakt.project.workspace import Change

from ..pages import Pages
from ..refreshing import Refreshing

if TYPE_CHECKING:
    from refrakt.features.tokens.stream import TokenStream

_MOST_PAGES = 64
"""Pages whose last answer is kept. An editor that has more open asks about the ones it shows."""


@dataclass(slots=True)
class _Answer:
    """The last answer for a page."""

    stream: TokenStream
    name: str = ""
    numbers: list[int] | None = None


def register(pages: Pages) -> None:
    session = pages.session
    answers: dict[str, _Answer] = {}
    names = count(1)
    legend = types.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=list(MODIFIERS))

    def page_at(uri: str) -> PageContext | None:
        buffer = session.buffer(uri)
        return pages.page(buffer) if buffer is not None else None

    def answer_for(uri: str) -> _Answer:
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.tokens.stream import TokenStream

        # The one that was asked about last comes last, and the first is the one to be forgotten.
        answer = answers.pop(uri, None) or _Answer(TokenStream(session.codec.units))
        answers[uri] = answer
        if len(answers) > _MOST_PAGES:
            del answers[next(iter(answers))]
        return answer

    def renewed(uri: str, page: PageContext) -> tuple[_Answer, list[int] | None]:
        """The tokens of a page as they are now, and those that were told before."""
        from refrakt.features.tokens.words import words_of

        answer = answer_for(uri)
        before = answer.numbers
        answer.numbers = answer.stream.numbers(page.document, words_of(page.site.vocabulary))
        answer.name = str(next(names))
        return answer, before

    @session.server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def full(params: types.SemanticTokensParams) -> dict[str, Any] | None:
        page = page_at(params.text_document.uri)
        if page is None:
            return None
        answer, _ = renewed(params.text_document.uri, page)
        return {"resultId": answer.name, "data": answer.numbers}

    @session.server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    def delta(params: types.SemanticTokensDeltaParams) -> dict[str, Any] | None:
        from refrakt.features.tokens.stream import change_between

        uri = params.text_document.uri
        page = page_at(uri)
        if page is None:
            return None
        known = answers.get(uri)
        is_known = known is not None and known.name == params.previous_result_id
        answer, before = renewed(uri, page)
        if not is_known or before is None or answer.numbers is None:
            return {"resultId": answer.name, "data": answer.numbers}
        change = change_between(before, answer.numbers)
        edits = [{"start": change.start, "deleteCount": change.deleted, "data": change.inserted}] if change else []
        return {"resultId": answer.name, "edits": edits}

    @session.server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    def part(params: types.SemanticTokensRangeParams) -> dict[str, Any] | None:
        from refrakt.features.tokens.words import words_of

        uri = params.text_document.uri
        page = page_at(uri)
        if page is None:
            return None
        start, end = (
            session.codec.offset(page.document, each.line, each.character)
            for each in (params.range.start, params.range.end)
        )
        stream = answer_for(uri).stream
        return {"data": stream.part(page.document, words_of(page.site.vocabulary), start, end)}

    refreshing = Refreshing(session, types.WORKSPACE_SEMANTIC_TOKENS_REFRESH, asyncio.get_running_loop())

    def heard(change: Change) -> None:
        if change.kind == "buffer":
            if change.uri in answers and session.buffer(change.uri) is None:
                del answers[change.uri]
        elif change.kind == "project" and answers and session.client.refreshes_tokens:
            # Which runes a site has decides how their names are shown.
            refreshing.soon()

    session.workspace.listeners.append(heard)
