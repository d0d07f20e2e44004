"""What the editor at the other end can do, read off what it says of itself.

Read from plain JSON and with doubt: what is missing, or not of the kind it should be, is something the client cannot do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
_TELLING = ("publishDiagnostics", "diagnostic")
_MOVES = ("willRename", "didRename")
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
    markdown_in_signatures: bool = False
    label_offsets: bool = False
    """Whether a parameter may be told by its place in the signature; else it is told by its words."""
    no_active_parameter: bool = False
    """Whether it may be told that no parameter is at hand."""
    refreshes_inlay_hints: bool = False
    """Whether it can be told to ask for inlay hints again."""
    pulls: bool = False
    """Whether it asks for diagnostics; such a client is never sent any."""
    refreshes: bool = False
    """Whether it can be told to ask for diagnostics again."""
    diagnostic_tags: tuple[int, ...] = ()
    code_addresses: bool = False
    """Whether the code of a problem may lead to what the manual says about it."""
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
    applies_edits: bool = False
    """Whether it changes files when it is asked to, and not only in answer to what it has asked itself."""
    file_operations: tuple[str, ...] = ()
    """What it can do to files together with edits: `create`, `rename`, `delete`."""
    prepares_renames: bool = False
    """Whether it asks what would be renamed before somebody types a name."""
    moves_files: tuple[str, ...] = ()
    """What it tells of files that somebody moves: `willRename`, `didRename`."""
    has_markdown: bool = False
    """Whether the editor has a server of its own for Markdown, which shows headings already; VS Code has."""
    location_links: bool = False
    """Whether a definition may say which words lead to it, and how much belongs to it."""
    link_tooltips: bool = False
    """Whether a link may say what is there."""
    symbol_tree: bool = False
    """Whether it shows an outline as a tree; else it gets a list."""
    resolves_symbols: bool = False
    """Whether it asks for the place of a symbol of the workspace only when somebody goes there."""
    folds_characters: bool = False
    """Whether it can fold a part of a line; else it folds whole lines."""
    fold_limit: int | None = None
    """How many folds it wants at most."""
    refreshes_tokens: bool = False
    """Whether it can be told to ask for semantic tokens again."""
    refreshes_lenses: bool = False
    """Whether it can be told to ask for code lenses again."""
    commands: tuple[str, ...] = ()
    """Commands of its own that it lets us name, as in the lens that shows references."""
    code_actions: bool = False
    """Whether it takes actions as such; others know commands only, and are offered nothing."""
    resolves_actions: bool = False
    """Whether it asks what an action does when somebody has chosen it."""


_STAYS_BEHIND = "Neovim"
"""It says that it asks for diagnostics, but told to ask again it does so for files that are not open alone (0.12), or it cannot be
told (0.10): of an open page it would not hear what follows from others. It takes what it is sent."""


def client_of(params: Mapping[str, Any]) -> Client:
    """The client that sends these parameters with `initialize`."""
    said, options = params.get("capabilities"), params.get("initializationOptions")

    def at(path: str) -> Any:
        value: Any = said
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def listed(path: str) -> list[Any]:
        value = at(path)
        return value if isinstance(value, list) else []

    item = "textDocument.completion.completionItem"
    signature = "textDocument.signatureHelp.signatureInformation"
    info = params.get("clientInfo")
    named = info.get("name") if isinstance(info, Mapping) else None
    pulls = isinstance(at("textDocument.diagnostic"), Mapping) and named != _STAYS_BEHIND
    tags = "textDocument.diagnostic.tagSupport.valueSet", "textDocument.publishDiagnostics.tagSupport.valueSet"
    return Client(
        encoding=next((each for each in listed("general.positionEncodings") if each in _ENCODINGS), "utf-16"),
        snippets=at(f"{item}.snippetSupport") is True,
        deprecated_tag=1 in listed(f"{item}.tagSupport.valueSet"),
        markdown_in_completion="markdown" in listed(f"{item}.documentationFormat"),
        markdown_in_hover="markdown" in listed("textDocument.hover.contentFormat"),
        markdown_in_signatures="markdown" in listed(f"{signature}.documentationFormat"),
        label_offsets=at(f"{signature}.parameterInformation.labelOffsetSupport") is True,
        no_active_parameter=at(f"{signature}.noActiveParameterSupport") is True,
        refreshes_inlay_hints=at("workspace.inlayHint.refreshSupport") is True,
        pulls=pulls,
        refreshes=at("workspace.diagnostics.refreshSupport") is True,
        diagnostic_tags=tuple(each for each in listed(tags[0]) or listed(tags[1]) if each in (1, 2)),
        code_addresses=any(at(f"textDocument.{each}.codeDescriptionSupport") is True for each in _TELLING),
        related_places=any(at(f"textDocument.{each}.relatedInformation") is True for each in _TELLING),
        watches=at("workspace.didChangeWatchedFiles.dynamicRegistration") is True,
        configuration=at("workspace.configuration") is True,
        announces_configuration=at("workspace.didChangeConfiguration.dynamicRegistration") is True,
        progress=at("window.workDoneProgress") is True,
        versioned_edits=at("workspace.workspaceEdit.documentChanges") is True,
        applies_edits=at("workspace.applyEdit") is True,
        file_operations=tuple(
            each for each in listed("workspace.workspaceEdit.resourceOperations") if isinstance(each, str)
        ),
        prepares_renames=at("textDocument.rename.prepareSupport") is True,
        moves_files=tuple(each for each in _MOVES if at(f"workspace.fileOperations.{each}") is True),
        has_markdown=isinstance(options, Mapping) and options.get("hasMarkdown") is True,
        location_links=at("textDocument.definition.linkSupport") is True,
        link_tooltips=at("textDocument.documentLink.tooltipSupport") is True,
        symbol_tree=at("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport") is True,
        resolves_symbols="location.range" in listed("workspace.symbol.resolveSupport.properties"),
        folds_characters=isinstance(at("textDocument.foldingRange"), Mapping)
        and at("textDocument.foldingRange.lineFoldingOnly") is not True,
        fold_limit=limit if type(limit := at("textDocument.foldingRange.rangeLimit")) is int else None,
        refreshes_tokens=at("workspace.semanticTokens.refreshSupport") is True,
        refreshes_lenses=at("workspace.codeLens.refreshSupport") is True,
        commands=tuple(each for each in listed("experimental.commands.commands") if isinstance(each, str)),
        code_actions=isinstance(at("textDocument.codeAction.codeActionLiteralSupport"), Mapping),
        resolves_actions=at("textDocument.codeAction.dataSupport") is True
        and "edit" in listed("textDocument.codeAction.resolveSupport.properties"),
    )
