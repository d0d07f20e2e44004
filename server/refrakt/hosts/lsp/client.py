"""What the editor at the other end can do, read off what it says of itself.

Read from plain JSON and with doubt: what is missing, or not of the kind it should be, is something the client cannot do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
_TELLING = ("publishDiagnostics", "diagnostic")
_ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


@dataclass(frozen=True, slots=True)
class Client:
    """The abilities that change what the server does."""

    encoding: Encoding = "utf-16"
    """How it counts columns."""
    snippets: bool = False
    deprecated_tag: bool = False
    """Whether completion items carry tags; else there is only a flag."""
    markdown_in_completion: bool = False
    markdown_in_hover: bool = False
    pulls: bool = False
    """Whether it asks for diagnostics; such a client is never sent any."""
    refreshes: bool = False
    """Whether it can be told to ask for diagnostics again."""
    diagnostic_tags: tuple[int, ...] = ()
    related_places: bool = False
    """Whether a problem may name other places that have to do with it."""
    watches: bool = False
    """Whether it watches files for us."""
    configuration: bool = False
    """Whether it can be asked for settings."""
    announces_configuration: bool = False
    """Whether it must be asked to tell of changed settings."""
    progress: bool = False
    versioned_edits: bool = False
    """Whether it takes changes of several files that name the versions they are meant for."""
    file_operations: tuple[str, ...] = ()
    """What it can do to files together with edits: `create`, `rename`, `delete`."""
    location_links: bool = False
    """Whether a definition may say which words lead to it, and how much belongs to it."""


def client_of(params: Mapping[str, Any]) -> Client:
    """The client that sends these parameters with `initialize`."""
    said = params.get("capabilities")

    def at(path: str) -> Any:
        value: Any = said
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def listed(path: str) -> list[Any]:
        value = at(path)
        return value if isinstance(value, list) else []

    item = "textDocument.completion.completionItem"
    pulls = isinstance(at("textDocument.diagnostic"), Mapping)
    tags = "textDocument.diagnostic.tagSupport.valueSet", "textDocument.publishDiagnostics.tagSupport.valueSet"
    return Client(
        encoding=next((each for each in listed("general.positionEncodings") if each in _ENCODINGS), "utf-16"),
        snippets=at(f"{item}.snippetSupport") is True,
        deprecated_tag=1 in listed(f"{item}.tagSupport.valueSet"),
        markdown_in_completion="markdown" in listed(f"{item}.documentationFormat"),
        markdown_in_hover="markdown" in listed("textDocument.hover.contentFormat"),
        pulls=pulls,
        refreshes=at("workspace.diagnostics.refreshSupport") is True,
        diagnostic_tags=tuple(each for each in listed(tags[0]) or listed(tags[1]) if each in (1, 2)),
        related_places=any(at(f"textDocument.{each}.relatedInformation") is True for each in _TELLING),
        watches=at("workspace.didChangeWatchedFiles.dynamicRegistration") is True,
        configuration=at("workspace.configuration") is True,
        announces_configuration=at("workspace.didChangeConfiguration.dynamicRegistration") is True,
        progress=at("window.workDoneProgress") is True,
        versioned_edits=at("workspace.workspaceEdit.documentChanges") is True,
        file_operations=tuple(
            each for each in listed("workspace.workspaceEdit.resourceOperations") if isinstance(each, str)
        ),
        location_links=at("textDocument.definition.linkSupport") is True,
    )
