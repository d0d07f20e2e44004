"""`textDocument/completion`, and `completionItem/resolve` for the documentation of the one that is looked at."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

from lsprotocol import types

from refrakt.features.answers import Kind, Offer, Offers

from ..capabilities import TRIGGERS
from ..pages import Pages, Spot
from ..positions import Place
from ..session import Session

_KINDS: dict[Kind, types.CompletionItemKind] = {
    "rune": types.CompletionItemKind.Class,
    "attribute": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "closing": types.CompletionItemKind.Keyword,
    "partial": types.CompletionItemKind.File,
    "variable": types.CompletionItemKind.Variable,
    "function": types.CompletionItemKind.Function,
    "snippet": types.CompletionItemKind.Snippet,
    "page": types.CompletionItemKind.File,
    "heading": types.CompletionItemKind.Reference,
    "entity": types.CompletionItemKind.Reference,
    "label": types.CompletionItemKind.Reference,
    "file": types.CompletionItemKind.File,
    "folder": types.CompletionItemKind.Folder,
}
ASK_AGAIN = "editor.action.triggerSuggest"
"""A command of VS Code's that asks for completion, where the cursor is by then."""
_TEXT = types.CompletionItemKind.Text
"""For kinds that only a plugin knows."""
_LONGEST_DETAIL = 120
_DEPRECATED = 1
_SNIPPET = 2


def register(pages: Pages) -> None:
    session = pages.session
    options = types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    markup = "markdown" if session.client.markdown_in_completion else "plaintext"
    lists = count(1)
    shown: dict[int, tuple[Offer, ...]] = {}
    """The last list, by its number: what a client asks more about stands in it."""

    @session.server.feature(types.TEXT_DOCUMENT_COMPLETION, options)
    async def completion(params: types.CompletionParams) -> dict[str, Any] | None:
        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None:
            return None
        theirs = await pages.providers.about(spot.buffer).complete(spot.offset)
        ours = Offers() if theirs.alone else _ours(spot)
        offers = (*ours.items, *theirs.items)
        number = next(lists)
        shown.clear()
        shown[number] = offers
        # Nearly all of them replace the same stretch.
        places = {each.place for each in offers}
        ranges = {each: session.codec.place(spot.buffer.document, *each) for each in places}
        items = [
            {**_item(each, ranges[each.place], spot, session), "data": [number, index]}
            for index, each in enumerate(offers)
        ]
        return {"isIncomplete": not (ours.complete and theirs.complete), "items": items}

    @session.server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolve(item: types.CompletionItem) -> dict[str, Any]:
        told: dict[str, Any] = session.protocol.plain(item)
        match item.data:
            case [int(number), int(index)] if 0 <= index < len(shown.get(number, ())):
                about = shown[number][index].about
                words = await asyncio.to_thread(about) if about is not None else ""
                if words:
                    told["documentation"] = {"kind": markup, "value": _shown(words, markup)}
        return told


def _shown(markdown: str, markup: str) -> str:
    from refrakt.features.hover.plain import plain

    return markdown if markup == "markdown" else plain(markdown)


def _ours(spot: Spot) -> Offers:
    # Not needed for the first diagnostics, which must not wait for it.
    from refrakt.features.completion import complete

    return complete(spot.page, spot.offset) if spot.page is not None else Offers()


def _item(offer: Offer, range: Place, spot: Spot, session: Session) -> dict[str, Any]:
    client = session.client
    snippet = offer.is_snippet and client.snippets
    text = offer.insert if snippet or not offer.is_snippet else offer.plain
    # One range, also for editors that could choose to leave alone what stands behind the cursor: the rest of a name, a quote
    # or an end of a tag that the new text brings along would be there twice.
    edit = {"newText": text, "range": range}
    item: dict[str, Any] = {"label": offer.label, "kind": _KINDS.get(offer.kind, _TEXT), "textEdit": edit}
    if snippet:
        item["insertTextFormat"] = _SNIPPET
    if offer.detail:
        # Titles come from pages, which may say anything at any length.
        item["detail"] = " ".join(offer.detail.split())[:_LONGEST_DETAIL]
    if offer.sort:
        item["sortText"] = offer.sort
    if offer.filter and offer.filter != offer.label:
        item["filterText"] = offer.filter
    if offer.goes_on and ASK_AGAIN in client.commands:
        item["command"] = {"title": "", "command": ASK_AGAIN}
    if offer.deprecated:
        item.update({"tags": [_DEPRECATED]} if client.deprecated_tag else {"deprecated": True})
    if offer.also:
        item["additionalTextEdits"] = [
            {"range": session.codec.place(spot.buffer.document, *each.place), "newText": each.new}
            for each in offer.also
        ]
    return item
