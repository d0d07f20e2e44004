"""The plan in the editor: problems of entities, information about ids, and actions for both.

Two providers answer. Ids work on every page of the project; the file of an entity also has problems, code lenses and actions.
The modules that read the plan are imported with the first request.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from refrakt.plugins import (
    CodeAction,
    CodeLens,
    CommandContext,
    CompletionList,
    Definition,
    Hover,
    Location,
    Problem,
    Provider,
    RenameTarget,
    SourceFile,
    Span,
    WorkspaceEdit,
    WorkspaceSymbol,
)
from refrakt_plan.plan_folder import trusted_folder

_PAGE_SUFFIXES = (".md", ".mdoc", ".markdoc")
_ENTITY_SUFFIX = ".md"


class IdProvider:
    """Hover, completion, navigation and rename for ids, on every page."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return path.suffix in _PAGE_SUFFIXES

    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Hover | None:
        from refrakt_plan.editor.hover import hover

        return hover(file, offset, context)

    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> CompletionList | None:
        from refrakt_plan.editor.completion import complete

        return complete(file, offset, context)

    def definition(self, file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
        from refrakt_plan.editor.definition import define

        return define(file, offset, context)

    def references(self, file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterable[Location]:
        from refrakt_plan.editor.references import references

        return references(file, offset, declared, context)

    def prepare_rename(self, file: SourceFile, offset: int, context: CommandContext) -> RenameTarget | None:
        from refrakt_plan.editor.rename import prepare_rename

        return prepare_rename(file, offset, context)

    def rename(self, file: SourceFile, offset: int, new: str, context: CommandContext) -> WorkspaceEdit | None:
        from refrakt_plan.editor.rename import rename

        return rename(file, offset, new, context)

    def workspace_symbols(self, query: str, context: CommandContext) -> Iterable[WorkspaceSymbol]:
        from refrakt_plan.editor.workspace_symbols import landmarks

        return landmarks(query, context)


class EntityFileProvider:
    """Problems, code lenses and actions in the files of the plan."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        folder = trusted_folder(context.cwd, context.config)
        return folder is not None and path.suffix == _ENTITY_SUFFIX and path.is_relative_to(os.path.normpath(folder))

    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[Problem]:
        from refrakt_plan.editor.problems import problems

        return problems(file, context)

    def code_lenses(self, file: SourceFile, context: CommandContext) -> Iterable[CodeLens]:
        from refrakt_plan.editor.code_lens import notes

        return notes(file, context)

    def code_actions(self, file: SourceFile, span: Span, context: CommandContext) -> Iterable[CodeAction]:
        from refrakt_plan.editor.actions import actions

        return actions(file, span, context)


PROVIDERS: tuple[Provider, ...] = (IdProvider(), EntityFileProvider())
