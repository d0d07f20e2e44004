"""`textDocument/signatureHelp`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from refrakt.hosts.lsp.capabilities import SIGNATURE_RETRIGGERS, SIGNATURE_TRIGGERS
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.markdoc.text import utf16_length

if TYPE_CHECKING:
    from refrakt.features.signature_help import SignatureHelp


def register(context: RequestContext) -> None:
    session = context.session
    options = types.SignatureHelpOptions(
        trigger_characters=SIGNATURE_TRIGGERS, retrigger_characters=SIGNATURE_RETRIGGERS
    )

    @session.server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, options)
    def signature_help(params: types.SignatureHelpParams) -> dict[str, Any] | None:
        cursor = context.cursor(params.text_document.uri, params.position)
        if cursor is None or cursor.page is None:
            return None
        # Lazy import: not needed for the first diagnostics.
        from refrakt.features.signature_help import signature_at

        found = signature_at(cursor.page, cursor.offset)
        return _encode(found, session.client, session.positions) if found is not None else None


def _encode(found: SignatureHelp, client: ClientCapabilities, positions: PositionEncoder) -> dict[str, Any]:
    from refrakt.features.hover.plain_text import markdown_to_text

    kind = "markdown" if client.markdown_in_signatures else "plaintext"

    def documentation(text: str) -> dict[str, str]:
        return {"kind": kind, "value": text if client.markdown_in_signatures else markdown_to_text(text)}

    parameters: list[dict[str, Any]] = []
    for each in found.parameters:
        start, end = each.label_span.bounds
        label: Any = found.label[start:end]
        if client.label_offsets:
            # Label offsets are always UTF-16.
            label = [utf16_length(found.label[:start]), utf16_length(found.label[:end])]
        parameters.append({"label": label})
        if each.documentation is not None:
            parameters[-1]["documentation"] = documentation(each.documentation())
    signature: dict[str, Any] = {"label": found.label, "parameters": parameters}
    if found.documentation:
        signature["documentation"] = documentation(found.documentation)
    result: dict[str, Any] = {"signatures": [signature], "activeSignature": 0}
    if found.active_parameter is not None:
        result["activeParameter"] = found.active_parameter
    elif client.no_active_parameter:
        result["activeParameter"] = None
    elif parameters:
        # An omitted index means the first parameter; an index out of range highlights none.
        result["activeParameter"] = len(parameters)
    return result
