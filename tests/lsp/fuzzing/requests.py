"""The requests for each server capability. A capability that is not listed here gets the parameters that LSP declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from lsprotocol import types

from .editor import Buffer, Editor
from .texts import Text, Wrong

Params = dict[str, Any]
OPTIONS = {"tabSize": 2, "insertSpaces": True, "trimTrailingWhitespace": True}


def _document(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    return {"textDocument": {"uri": buffer.uri}}


def position_params(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    return {"textDocument": {"uri": buffer.uri}, "position": buffer.text.position(buffer.text.spot(rng))}


def _range(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    start, end = sorted((buffer.text.spot(rng), buffer.text.spot(rng)))
    return {"textDocument": {"uri": buffer.uri}, "range": buffer.text.range(start, end)}


def _with(maker: Callable[[Random, Editor, Buffer], Params], **more: Any) -> Callable[[Random, Editor, Buffer], Params]:
    return lambda rng, editor, buffer: {**maker(rng, editor, buffer), **more}


def _on_type(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    provider = editor.capabilities["documentOnTypeFormattingProvider"]
    signs = [provider["firstTriggerCharacter"], *provider.get("moreTriggerCharacter", ())]
    return {**position_params(rng, editor, buffer), "ch": rng.choice(signs), "options": OPTIONS}


def _presentation(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    color = dict(zip(("red", "green", "blue", "alpha"), (rng.random() for _ in range(4)), strict=True))
    return {**_range(rng, editor, buffer), "color": color}


def _actions(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    shown = editor.talk.shown.get(buffer.uri, {}).get("diagnostics", [])
    return {**_range(rng, editor, buffer), "context": {"diagnostics": shown[:5]}}


def _symbols(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    return {"query": rng.choice(["", "set", "Linux", "hint", "😀", "zzz"])}


def _ranges(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    found = [_range(rng, editor, buffer)["range"] for _ in range(2)]
    return {"textDocument": {"uri": buffer.uri}, "ranges": found, "options": OPTIONS}


def _positions(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    found = [position_params(rng, editor, buffer)["position"] for _ in range(2)]
    return {"textDocument": {"uri": buffer.uri}, "positions": found}


def _delta(rng: Random, editor: Editor, buffer: Buffer) -> Params:
    return {"textDocument": {"uri": buffer.uri}, "previousResultId": editor.tokens.get(buffer.uri, ("0", []))[0]}


MAKERS: dict[str, Callable[[Random, Editor, Buffer], Params]] = {
    "textDocument/completion": _with(position_params, context={"triggerKind": 1}),
    "textDocument/references": _with(position_params, context={"includeDeclaration": True}),
    "textDocument/codeAction": _actions,
    "textDocument/colorPresentation": _presentation,
    "textDocument/formatting": _with(_document, options=OPTIONS),
    "textDocument/rangeFormatting": _with(_range, options=OPTIONS),
    "textDocument/rangesFormatting": _ranges,
    "textDocument/onTypeFormatting": _on_type,
    "textDocument/selectionRange": _positions,
    "textDocument/semanticTokens/full/delta": _delta,
    "workspace/symbol": _symbols,
    "refrakt/status": lambda *_: {},
    "refrakt/inspect": position_params,
    "refrakt/pages": lambda *_: {},
}
"""Requests that need more than a document, a position or a range."""

PROVIDERS: dict[str, tuple[str, ...]] = {
    "hoverProvider": ("textDocument/hover",),
    "completionProvider": ("textDocument/completion",),
    "signatureHelpProvider": ("textDocument/signatureHelp",),
    "definitionProvider": ("textDocument/definition",),
    "declarationProvider": ("textDocument/declaration",),
    "typeDefinitionProvider": ("textDocument/typeDefinition",),
    "implementationProvider": ("textDocument/implementation",),
    "referencesProvider": ("textDocument/references",),
    "documentHighlightProvider": ("textDocument/documentHighlight",),
    "documentSymbolProvider": ("textDocument/documentSymbol",),
    "documentLinkProvider": ("textDocument/documentLink",),
    "codeActionProvider": ("textDocument/codeAction",),
    "codeLensProvider": ("textDocument/codeLens",),
    "colorProvider": ("textDocument/documentColor", "textDocument/colorPresentation"),
    "documentFormattingProvider": ("textDocument/formatting",),
    "documentRangeFormattingProvider": ("textDocument/rangeFormatting",),
    "documentOnTypeFormattingProvider": ("textDocument/onTypeFormatting",),
    "renameProvider": (),  # a step of its own
    "foldingRangeProvider": ("textDocument/foldingRange",),
    "selectionRangeProvider": ("textDocument/selectionRange",),
    "linkedEditingRangeProvider": ("textDocument/linkedEditingRange",),
    "semanticTokensProvider": ("textDocument/semanticTokens/full",),
    "inlayHintProvider": ("textDocument/inlayHint",),
    "diagnosticProvider": ("textDocument/diagnostic",),
    "workspaceSymbolProvider": ("workspace/symbol",),
    "executeCommandProvider": (),  # what an action or a lens names
}
OTHERWISE = {"positionEncoding", "textDocumentSync", "workspace", "experimental"}
"""Capabilities that are not requests."""

RESOLVED = {
    "textDocument/completion": ("completionProvider", "completionItem/resolve"),
    "textDocument/codeAction": ("codeActionProvider", "codeAction/resolve"),
    "textDocument/codeLens": ("codeLensProvider", "codeLens/resolve"),
    "textDocument/documentLink": ("documentLinkProvider", "documentLink/resolve"),
    "textDocument/inlayHint": ("inlayHintProvider", "inlayHint/resolve"),
    "workspace/symbol": ("workspaceSymbolProvider", "workspaceSymbol/resolve"),
}
"""Lists whose items can be resolved."""
OURS = ("refrakt/status", "refrakt/inspect", "refrakt/pages")
EDITING = ("textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting")


def params_for(method: str, rng: Random, editor: Editor, buffer: Buffer) -> Params:
    """Random parameters for a request."""
    if method in MAKERS:
        return MAKERS[method](rng, editor, buffer)
    names = getattr(types.METHOD_TO_TYPES[method][2], "__annotations__", {})
    maker = position_params if "position" in names else _range if "range" in names else _document
    return maker(rng, editor, buffer)


def methods(capabilities: dict[str, Any]) -> list[str]:
    """The requests of the declared capabilities."""
    found = [method for provider, request in PROVIDERS.items() if capabilities.get(provider) for method in request]
    others = sorted(capabilities.keys() - PROVIDERS.keys() - OTHERWISE)
    found += [f"textDocument/{each.removesuffix('Provider')}" for each in others]
    tokens = capabilities.get("semanticTokensProvider") or {}
    if isinstance(tokens.get("full"), dict) and tokens["full"].get("delta"):
        found.append("textDocument/semanticTokens/full/delta")
    if tokens.get("range"):
        found.append("textDocument/semanticTokens/range")
    ranges = capabilities.get("documentRangeFormattingProvider")
    if isinstance(ranges, dict) and ranges.get("rangesSupport"):
        found.append("textDocument/rangesFormatting")
    rename = capabilities.get("renameProvider")
    if isinstance(rename, dict) and rename.get("prepareProvider"):
        found.append("textDocument/prepareRename")
    return [*found, *OURS]


def check_ranges(editor: Editor, buffer: Buffer, result: Any) -> None:
    """Every range in a result is inside its document."""
    for text, range_ in ranges_in(editor, buffer.text, result):
        if text.offset(range_["start"]) > text.offset(range_["end"]):
            raise Wrong(f"a range ends before it begins: {range_} in {text.text!r}")


def check_tokens(buffer: Buffer, data: list[int]) -> None:
    """Semantic tokens are ordered, and each is inside a line."""
    line = column = end = 0
    for down, right, length, *_ in zip(*(data[each::5] for each in range(5)), strict=True):
        line, column = line + down, right if down else column + right
        if length <= 0 or (not down and column < end):
            raise Wrong(f"a token of {length} at {line}:{column}")
        end = column + length
        for at in (column, end):
            buffer.text.offset({"line": line, "character": at})


def ranges_in(editor: Editor, text: Text, value: Any) -> Iterator[tuple[Text, Params]]:
    if isinstance(value, list):
        for each in value:
            yield from ranges_in(editor, text, each)
    elif isinstance(value, dict):
        uri = value.get("uri") or value.get("targetUri")
        if isinstance(uri, str) and ("range" in value or "targetRange" in value):
            if uri in editor.buffers:
                there = editor.buffers[uri].text
                yield from ((there, value[key]) for key in ("range", "targetRange") if key in value)
            if "originSelectionRange" in value:
                yield text, value["originSelectionRange"]
            return
        if set(value) == {"start", "end"} and isinstance(value["start"], dict):
            yield text, value
            return
        for key, each in value.items():
            if key not in ("data", "edit", "command", "relatedInformation"):
                yield from ranges_in(editor, text, each)
