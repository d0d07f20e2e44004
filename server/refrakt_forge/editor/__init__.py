"""Definitions and configuration of Forge in the editor: problems, completion, hovers, navigation and code lenses.

One provider answers for the files below `.fractary`. The modules that read them are imported with the first request, and no request
uses a network.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from refrakt.plugins import (
    CodeLens,
    CommandContext,
    CompletionList,
    Definition,
    Hover,
    Location,
    Problem,
    Provider,
    SourceFile,
    WorkspaceSymbol,
)
from refrakt_forge.environment import FOLDER

_SUFFIXES = (".md", ".yaml", ".yml", ".json")


class ForgeFileProvider:
    """All features of the files below `.fractary`."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return path.suffix in _SUFFIXES and FOLDER in path.parts

    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[Problem]:
        from refrakt_forge.editor.problems import problems

        return problems(file, context)

    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> CompletionList | None:
        from refrakt_forge.editor.completion import complete

        return complete(file, offset, context)

    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Hover | None:
        from refrakt_forge.editor.hover import hover

        return hover(file, offset, context)

    def definition(self, file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
        from refrakt_forge.editor.navigation import define

        return define(file, offset, context)

    def references(self, file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterable[Location]:
        from refrakt_forge.editor.navigation import references

        return references(file, offset, declared, context)

    def code_lenses(self, file: SourceFile, context: CommandContext) -> Iterable[CodeLens]:
        from refrakt_forge.editor.code_lens import code_lenses

        return code_lenses(file, context)

    def workspace_symbols(self, query: str, context: CommandContext) -> Iterable[WorkspaceSymbol]:
        from refrakt_forge.editor.workspace_symbols import workspace_symbols

        return workspace_symbols(query, context)


PROVIDERS: tuple[Provider, ...] = (ForgeFileProvider(),)
