"""What this server tells an editor it can do. Said before pygls is there; a test holds it to what pygls would say."""

from __future__ import annotations

from typing import Any

from refrakt import __version__

from .client import Client

NAME = "refrakt"
TRIGGERS = ["%", " ", '"', "=", "/", "$", "."]
"""What begins something to complete: a tag or its name, an attribute, a value, a closing tag, a variable, a part of one."""


def server_capabilities(client: Client) -> dict[str, Any]:
    capabilities: dict[str, Any] = {
        "positionEncoding": client.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": True},
        "completionProvider": {"triggerCharacters": TRIGGERS, "resolveProvider": True},
        "hoverProvider": True,
        "executeCommandProvider": {"commands": []},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}, "fileOperations": {}},
    }
    if client.pulls:
        capabilities["diagnosticProvider"] = {
            "identifier": NAME,
            "interFileDependencies": True,
            "workspaceDiagnostics": True,
        }
    return capabilities


def initialize_result(client: Client) -> dict[str, Any]:
    return {"capabilities": server_capabilities(client), "serverInfo": {"name": NAME, "version": __version__}}
