"""`textDocument/completion`, and `completionItem/resolve` for documentation."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

from lsprotocol import types

from refrakt.features.results import CompletionItem, CompletionKind, CompletionList
from refrakt.hosts.lsp.capabilities import TRIGGERS
from refrakt.hosts.lsp.position_encoding import Range
from refrakt.hosts.lsp.request_context import CursorPosition, RequestContext
from refrakt.hosts.lsp.session import Session

_KINDS: dict[CompletionKind, types.CompletionItemKind] = {
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
TRIGGER_SUGGEST = "editor.action.triggerSuggest"
"""The VS Code command that requests completion at the cursor."""
_TEXT = types.CompletionItemKind.Text
"""For kinds defined by plugins."""
_MAX_DETAIL = 120
_DEPRECATED = 1
_SNIPPET = 2


def register(context: RequestContext) -> None:
    session = context.session
    options = types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    markup = "markdown" if session.client.markdown_in_completion else "plaintext"
    list_ids = count(1)
    last_list: dict[int, tuple[CompletionItem, ...]] = {}
    """The last list by its id, for resolve."""

    @session.server.feature(types.TEXT_DOCUMENT_COMPLETION, options)
    async def completion(params: types.CompletionParams) -> dict[str, Any] | None:
        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None:
            return None
        from_plugins = await context.providers.client_for(cursor.buffer).complete(cursor.offset)
        own = CompletionList() if from_plugins.exclusive else _own_completions(cursor)
        offers = (*own.items, *from_plugins.items)
        list_id = next(list_ids)
        last_list.clear()
        last_list[list_id] = offers
        # Nearly all items replace the same range.
        spans = {each.span for each in offers}
        ranges = {each: session.positions.range(cursor.buffer.document, *each.bounds) for each in spans}
        items = [
            {**_item(each, ranges[each.span], cursor, session), "data": [list_id, index]}
            for index, each in enumerate(offers)
        ]
        return {"isIncomplete": not (own.complete and from_plugins.complete), "items": items}

    @session.server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolve(item: types.CompletionItem) -> dict[str, Any]:
        resolved: dict[str, Any] = session.protocol.unstructure(item)
        match item.data:
            case [int(list_id), int(index)] if 0 <= index < len(last_list.get(list_id, ())):
                about = last_list[list_id][index].documentation
                documentation = await asyncio.to_thread(about) if about is not None else ""
                if documentation:
                    resolved["documentation"] = {"kind": markup, "value": _as_markup(documentation, markup)}
        return resolved


def _as_markup(markdown: str, markup: str) -> str:
    from refrakt.features.hover.plain_text import markdown_to_text

    return markdown if markup == "markdown" else markdown_to_text(markdown)


def _own_completions(cursor: CursorPosition) -> CompletionList:
    # Lazy import: not needed for the first diagnostics.
    from refrakt.features.completion import complete

    return complete(cursor.page, cursor.offset) if cursor.page is not None else CompletionList()


def _item(offer: CompletionItem, range: Range, cursor: CursorPosition, session: Session) -> dict[str, Any]:
    client = session.client
    snippet = offer.is_snippet and client.snippets
    text = offer.insert_text if snippet or not offer.is_snippet else offer.plain_text
    # One range, without insert/replace ranges: leaving the text after the cursor in place would duplicate the rest of a name, a
    # quote or the end of a tag.
    edit = {"newText": text, "range": range}
    item: dict[str, Any] = {"label": offer.label, "kind": _KINDS.get(offer.kind, _TEXT), "textEdit": edit}
    if snippet:
        item["insertTextFormat"] = _SNIPPET
    if offer.detail:
        # Page titles may have any length.
        detail = " ".join(offer.detail.split())[:_MAX_DETAIL]
        # Shown on every row, while `detail` is shown for the selected one alone.
        item |= {"labelDetails": {"description": detail}} if client.label_details else {"detail": detail}
    if offer.sort_text:
        item["sortText"] = offer.sort_text
    if offer.filter_text and offer.filter_text != offer.label:
        item["filterText"] = offer.filter_text
    if offer.retrigger and TRIGGER_SUGGEST in client.commands:
        item["command"] = {"title": "", "command": TRIGGER_SUGGEST}
    if offer.deprecated:
        item.update({"tags": [_DEPRECATED]} if client.deprecated_tag else {"deprecated": True})
    if offer.additional_edits:
        item["additionalTextEdits"] = [
            {"range": session.positions.range(cursor.buffer.document, *each.span.bounds), "newText": each.new}
            for each in offer.additional_edits
        ]
    return item
