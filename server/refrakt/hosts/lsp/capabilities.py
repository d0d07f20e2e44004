"""The capabilities this server declares. Sent before pygls is loaded; a test compares them with pygls' own."""

from __future__ import annotations

from typing import Any

from refrakt import __version__
from refrakt.features.semantic_tokens.token_types import MODIFIERS, TYPES
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities

NAME = "refrakt"
TRIGGERS = ["%", " ", '"', "=", "/", "$", ".", "(", "<", "#", ":", "[", "}", "@"]
"""Characters that can start a completion: a tag or its name, an attribute, a value, a closing tag, a variable, a link target
or its fragment, a filter, the version of a reference. In running text they offer nothing."""

SIGNATURE_TRIGGERS = [" ", "(", ",", "="]
SIGNATURE_RETRIGGERS = [")", '"']
"""Characters that end an argument, so that another parameter may become active."""

ON_TYPE_TRIGGERS = ["}", "\n", "|"]
"""Characters that end a tag, a line or a table cell."""

ACTION_KINDS = [
    "quickfix",
    "refactor.extract",
    "refactor.inline",
    "refactor.rewrite",
    "source.fixAll.refrakt",
    "source.insertTableOfContents",
    "source.organizeLinkDefinitions",
]
"""A test compares these with the registered code actions."""


RENAME_GLOB = "**/*"
"""Pages may link to any file or folder."""


def server_capabilities(client: ClientCapabilities) -> dict[str, Any]:
    capabilities: dict[str, Any] = {
        "positionEncoding": client.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": True},
        "completionProvider": {"triggerCharacters": TRIGGERS, "resolveProvider": True},
        "hoverProvider": True,
        "definitionProvider": True,
        "referencesProvider": True,
        "documentHighlightProvider": True,
        "renameProvider": {"prepareProvider": True} if client.prepare_renames else True,
        "documentLinkProvider": {"resolveProvider": True},
        "documentSymbolProvider": True,
        "workspaceSymbolProvider": {"resolveProvider": True},
        "foldingRangeProvider": True,
        "selectionRangeProvider": True,
        "linkedEditingRangeProvider": True,
        "semanticTokensProvider": {
            "legend": {"tokenTypes": list(TYPES), "tokenModifiers": list(MODIFIERS)},
            "full": {"delta": True},
            "range": True,
        },
        "codeLensProvider": {"resolveProvider": True},
        "signatureHelpProvider": {
            "triggerCharacters": SIGNATURE_TRIGGERS,
            "retriggerCharacters": SIGNATURE_RETRIGGERS,
        },
        "inlayHintProvider": {"resolveProvider": True},
        "colorProvider": True,
        "documentFormattingProvider": True,
        "documentRangeFormattingProvider": {"rangesSupport": True},
        "documentOnTypeFormattingProvider": {
            "firstTriggerCharacter": ON_TYPE_TRIGGERS[0],
            "moreTriggerCharacter": ON_TYPE_TRIGGERS[1:],
        },
        "codeActionProvider": {"codeActionKinds": ACTION_KINDS, "resolveProvider": True},
        "executeCommandProvider": {"commands": []},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}, "fileOperations": {}},
    }
    rename_filter = {"filters": [{"scheme": "file", "pattern": {"glob": RENAME_GLOB}}]}
    capabilities["workspace"]["fileOperations"] = dict.fromkeys(client.file_rename_events, rename_filter)
    if client.pull_diagnostics:
        capabilities["diagnosticProvider"] = {
            "identifier": NAME,
            "interFileDependencies": True,
            "workspaceDiagnostics": True,
        }
    return capabilities


def initialize_result(client: ClientCapabilities) -> dict[str, Any]:
    return {"capabilities": server_capabilities(client), "serverInfo": {"name": NAME, "version": __version__}}
