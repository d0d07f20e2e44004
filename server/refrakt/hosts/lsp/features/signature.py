"""`textDocument/signatureHelp`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ..capabilities import SIGNATURE_RETRIGGERS, SIGNATURE_TRIGGERS
from ..client import Client
from ..pages import Pages
from ..positions import Codec

if TYPE_CHECKING:
    from refrakt.features.signature import SignatureHelp


def register(pages: Pages) -> None:
    session = pages.session
    options = types.SignatureHelpOptions(
        trigger_characters=SIGNATURE_TRIGGERS, retrigger_characters=SIGNATURE_RETRIGGERS
    )

    @session.server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, options)
    def signature_help(params: types.SignatureHelpParams) -> dict[str, Any] | None:
        spot = pages.spot(params.text_document.uri, params.position)
        if spot is None or spot.page is None:
            return None
        # Not needed for the first diagnostics, which must not wait for it.
        from refrakt.features.signature import signature_at

        found = signature_at(spot.page, spot.offset)
        return _told(found, session.client, session.codec) if found is not None else None


def _told(found: SignatureHelp, client: Client, codec: Codec) -> dict[str, Any]:
    from refrakt.features.hover.plain import plain

    kind = "markdown" if client.markdown_in_signatures else "plaintext"

    def documentation(text: str) -> dict[str, str]:
        return {"kind": kind, "value": text if client.markdown_in_signatures else plain(text)}

    parameters: list[dict[str, Any]] = []
    for each in found.parameters:
        start, end = each.place
        label: Any = found.label[start:end]
        if client.label_offsets:
            # Labels are counted as UTF-16, whatever the text is counted as.
            label = [_units(found.label[:start]), _units(found.label[:end])]
        parameters.append({"label": label})
        if each.about is not None:
            parameters[-1]["documentation"] = documentation(each.about())
    signature: dict[str, Any] = {"label": found.label, "parameters": parameters}
    if found.about:
        signature["documentation"] = documentation(found.about)
    told: dict[str, Any] = {"signatures": [signature], "activeSignature": 0}
    if found.active is not None:
        told["activeParameter"] = found.active
    elif client.no_active_parameter:
        told["activeParameter"] = None
    elif parameters:
        # Nothing said would mean the first one; editors mark none if there is no such parameter.
        told["activeParameter"] = len(parameters)
    return told


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
