"""Reads the client's capabilities from `initialize`.

The input is plain, untrusted JSON: a missing or malformed capability counts as unsupported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
_DIAGNOSTIC_METHODS = ("publishDiagnostics", "diagnostic")
_MOVES = ("willRename", "didRename")
_ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


@dataclass(frozen=True, slots=True)
class ClientCapabilities:
    """The client capabilities that change what the server does."""

    encoding: Encoding = "utf-16"
    """How columns are counted."""
    snippets: bool = False
    deprecated_tag: bool = False
    """Whether completion items support tags instead of the `deprecated` flag."""
    label_details: bool = False
    """Whether a completion item may have details beside its label."""
    markdown_in_completion: bool = False
    markdown_in_hover: bool = False
    markdown_in_signatures: bool = False
    label_offsets: bool = False
    """Whether a parameter label may be a pair of offsets instead of a string."""
    no_active_parameter: bool = False
    """Whether `activeParameter` may be null."""
    refresh_inlay_hints: bool = False
    pull_diagnostics: bool = False
    """Whether it pulls diagnostics; nothing is published to such a client."""
    refresh_diagnostics: bool = False
    diagnostic_tags: tuple[int, ...] = ()
    code_descriptions: bool = False
    """Whether a diagnostic's code may link to the manual."""
    related_information: bool = False
    watched_files: bool = False
    """Whether file watchers can be registered."""
    synchronization_registration: bool = False
    """Whether the synchronization of more files can be registered."""
    references_registration: bool = False
    """Whether references in more files can be registered."""
    configuration: bool = False
    """Whether it answers `workspace/configuration`."""
    configuration_registration: bool = False
    """Whether `didChangeConfiguration` has to be registered."""
    work_done_progress: bool = False
    document_changes: bool = False
    """Whether workspace edits may name document versions."""
    apply_edits: bool = False
    """Whether it supports `workspace/applyEdit`."""
    resource_operations: tuple[str, ...] = ()
    """`create`, `rename`, `delete`."""
    prepare_renames: bool = False
    """Whether it sends `prepareRename`."""
    file_rename_events: tuple[str, ...] = ()
    """`willRename`, `didRename`."""
    has_markdown: bool = False
    """Whether the editor itself finds Markdown headings in the workspace; VS Code does."""
    location_links: bool = False
    """Whether definitions may be `LocationLink`s."""
    link_tooltips: bool = False
    """Whether document links may have tooltips."""
    hierarchical_symbols: bool = False
    """Whether document symbols may be a tree instead of a list."""
    resolve_symbols: bool = False
    """Whether the range of a workspace symbol may be resolved later."""
    partial_line_folds: bool = False
    """Whether folds may start and end inside a line."""
    fold_limit: int | None = None
    """The maximum number of folding ranges."""
    refresh_semantic_tokens: bool = False
    refresh_code_lenses: bool = False
    commands: tuple[str, ...] = ()
    """Client-side commands that lenses and completions may use."""
    code_actions: bool = False
    """Whether it supports code action literals; clients without them get no actions."""
    resolve_code_actions: bool = False
    """Whether the edit of a code action may be resolved later."""
    shows_documents: bool = False
    """Whether it supports `window/showDocument`."""
    scrolls_editor: bool = False
    """Whether it supports `refrakt/scrollEditor`, a notification of the preview in a browser."""


_INCOMPLETE_PULL = "Neovim"
"""This client declares pull diagnostics, but on refresh it pulls only files that are not open (0.12) or does not support refresh
(0.10). Open pages would keep outdated diagnostics, so they are published instead."""


def read_client_capabilities(params: Mapping[str, Any]) -> ClientCapabilities:
    capabilities, options = params.get("capabilities"), params.get("initializationOptions")

    def at(path: str) -> Any:
        value: Any = capabilities
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def listed(path: str) -> list[Any]:
        value = at(path)
        return value if isinstance(value, list) else []

    item = "textDocument.completion.completionItem"
    signature = "textDocument.signatureHelp.signatureInformation"
    info = params.get("clientInfo")
    client_name = info.get("name") if isinstance(info, Mapping) else None
    pull_diagnostics = isinstance(at("textDocument.diagnostic"), Mapping) and client_name != _INCOMPLETE_PULL
    tags = "textDocument.diagnostic.tagSupport.valueSet", "textDocument.publishDiagnostics.tagSupport.valueSet"
    return ClientCapabilities(
        encoding=next((each for each in listed("general.positionEncodings") if each in _ENCODINGS), "utf-16"),
        snippets=at(f"{item}.snippetSupport") is True,
        deprecated_tag=1 in listed(f"{item}.tagSupport.valueSet"),
        label_details=at(f"{item}.labelDetailsSupport") is True,
        markdown_in_completion="markdown" in listed(f"{item}.documentationFormat"),
        markdown_in_hover="markdown" in listed("textDocument.hover.contentFormat"),
        markdown_in_signatures="markdown" in listed(f"{signature}.documentationFormat"),
        label_offsets=at(f"{signature}.parameterInformation.labelOffsetSupport") is True,
        no_active_parameter=at(f"{signature}.noActiveParameterSupport") is True,
        refresh_inlay_hints=at("workspace.inlayHint.refreshSupport") is True,
        pull_diagnostics=pull_diagnostics,
        refresh_diagnostics=at("workspace.diagnostics.refreshSupport") is True,
        diagnostic_tags=tuple(each for each in listed(tags[0]) or listed(tags[1]) if each in (1, 2)),
        code_descriptions=any(
            at(f"textDocument.{each}.codeDescriptionSupport") is True for each in _DIAGNOSTIC_METHODS
        ),
        related_information=any(at(f"textDocument.{each}.relatedInformation") is True for each in _DIAGNOSTIC_METHODS),
        watched_files=at("workspace.didChangeWatchedFiles.dynamicRegistration") is True,
        synchronization_registration=at("textDocument.synchronization.dynamicRegistration") is True,
        references_registration=at("textDocument.references.dynamicRegistration") is True,
        configuration=at("workspace.configuration") is True,
        configuration_registration=at("workspace.didChangeConfiguration.dynamicRegistration") is True,
        work_done_progress=at("window.workDoneProgress") is True,
        document_changes=at("workspace.workspaceEdit.documentChanges") is True,
        apply_edits=at("workspace.applyEdit") is True,
        resource_operations=tuple(
            each for each in listed("workspace.workspaceEdit.resourceOperations") if isinstance(each, str)
        ),
        prepare_renames=at("textDocument.rename.prepareSupport") is True,
        file_rename_events=tuple(each for each in _MOVES if at(f"workspace.fileOperations.{each}") is True),
        has_markdown=isinstance(options, Mapping) and options.get("hasMarkdown") is True,
        location_links=at("textDocument.definition.linkSupport") is True,
        link_tooltips=at("textDocument.documentLink.tooltipSupport") is True,
        hierarchical_symbols=at("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport") is True,
        resolve_symbols="location.range" in listed("workspace.symbol.resolveSupport.properties"),
        partial_line_folds=isinstance(at("textDocument.foldingRange"), Mapping)
        and at("textDocument.foldingRange.lineFoldingOnly") is not True,
        fold_limit=limit if type(limit := at("textDocument.foldingRange.rangeLimit")) is int else None,
        refresh_semantic_tokens=at("workspace.semanticTokens.refreshSupport") is True,
        refresh_code_lenses=at("workspace.codeLens.refreshSupport") is True,
        commands=tuple(each for each in listed("experimental.commands.commands") if isinstance(each, str)),
        code_actions=isinstance(at("textDocument.codeAction.codeActionLiteralSupport"), Mapping),
        resolve_code_actions=at("textDocument.codeAction.dataSupport") is True
        and "edit" in listed("textDocument.codeAction.resolveSupport.properties"),
        shows_documents=at("window.showDocument.support") is True,
        scrolls_editor=at("experimental.scrollEditor") is True,
    )
