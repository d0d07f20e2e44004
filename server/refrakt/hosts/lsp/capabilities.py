"""What this server tells an editor it can do. Said before pygls is there; a test holds it to what pygls would say."""

from __future__ import annotations

from typing import Any

from refrakt import __version__
from refrakt.features.tokens.token import MODIFIERS, TYPES

from .client import Client

NAME = "refrakt"
TRIGGERS = ["%", " ", '"', "=", "/", "$", ".", "(", "<", "#", ":", "[", "}"]
"""What begins something to complete: a tag or its name, an attribute, a value, a closing tag, a variable, a part of one; the
target of a link, a step of it or its fragment; a rune by its name, a value of a filter or a list; what closes a tag. In running
text nothing is offered behind any of them."""

SIGNATURE_TRIGGERS = [" ", "(", ",", "="]
SIGNATURE_RETRIGGERS = [")", '"']
"""What ends a part of what a tag or a function takes, so that another one may be at hand."""

TYPED = ["}", "\n", "|"]
"""What is typed that something may have to be added to: the end of a tag, of a line, of a cell."""

ACTION_KINDS = [
    "quickfix",
    "refactor.extract",
    "refactor.inline",
    "refactor.rewrite",
    "source.fixAll.refrakt",
    "source.organizeLinkDefinitions",
]
"""What code actions are for; a test compares with those there are."""


MOVABLE = "**/*"
"""The files and folders that pages may name: any."""


def server_capabilities(client: Client) -> dict[str, Any]:
    capabilities: dict[str, Any] = {
        "positionEncoding": client.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": True},
        "completionProvider": {"triggerCharacters": TRIGGERS, "resolveProvider": True},
        "hoverProvider": True,
        "definitionProvider": True,
        "referencesProvider": True,
        "documentHighlightProvider": True,
        "renameProvider": {"prepareProvider": True} if client.prepares_renames else True,
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
            "firstTriggerCharacter": TYPED[0],
            "moreTriggerCharacter": TYPED[1:],
        },
        "codeActionProvider": {"codeActionKinds": ACTION_KINDS, "resolveProvider": True},
        "executeCommandProvider": {"commands": []},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}, "fileOperations": {}},
    }
    movable = {"filters": [{"scheme": "file", "pattern": {"glob": MOVABLE}}]}
    capabilities["workspace"]["fileOperations"] = dict.fromkeys(client.moves_files, movable)
    if client.pulls:
        capabilities["diagnosticProvider"] = {
            "identifier": NAME,
            "interFileDependencies": True,
            "workspaceDiagnostics": True,
        }
    return capabilities


def initialize_result(client: Client) -> dict[str, Any]:
    return {"capabilities": server_capabilities(client), "serverInfo": {"name": NAME, "version": __version__}}
