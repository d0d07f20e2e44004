"""The plan in the editor: what is wrong with an entity, what an id stands for, and what can be done about either.

Two providers answer. Ids are known on every page of the project; an entity's own file has problems, notes and actions besides.
What reads the plan is imported when something is first asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from refrakt.plugins import (
    Action,
    Changes,
    CommandContext,
    Definition,
    Explanation,
    FileProblem,
    Landmark,
    Location,
    Note,
    Offers,
    Prepared,
    Provider,
    Range,
    SourceFile,
)
from refrakt_plan.folder import trusted_folder

_PAGES = (".md", ".mdoc", ".markdoc")
_ENTITY = ".md"


class Ids:
    """Knows what ids stand for, on every page."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return path.suffix in _PAGES

    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Explanation | None:
        from refrakt_plan.editor.hover import hover

        return hover(file, offset, context)

    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> Offers | None:
        from refrakt_plan.editor.completion import complete

        return complete(file, offset, context)

    def define(self, file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
        from refrakt_plan.editor.definition import define

        return define(file, offset, context)

    def references(self, file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterable[Location]:
        from refrakt_plan.editor.references import references

        return references(file, offset, declared, context)

    def prepare_rename(self, file: SourceFile, offset: int, context: CommandContext) -> Prepared | None:
        from refrakt_plan.editor.renaming import prepare_rename

        return prepare_rename(file, offset, context)

    def rename(self, file: SourceFile, offset: int, new: str, context: CommandContext) -> Changes | None:
        from refrakt_plan.editor.renaming import rename

        return rename(file, offset, new, context)

    def landmarks(self, query: str, context: CommandContext) -> Iterable[Landmark]:
        from refrakt_plan.editor.landmarks import landmarks

        return landmarks(query, context)


class Entities:
    """Knows the files of the plan."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        folder = trusted_folder(context.cwd, context.config)
        return folder is not None and path.suffix == _ENTITY and path.is_relative_to(os.path.normpath(folder))

    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[FileProblem]:
        from refrakt_plan.editor.problems import problems

        return problems(file, context)

    def notes(self, file: SourceFile, context: CommandContext) -> Iterable[Note]:
        from refrakt_plan.editor.notes import notes

        return notes(file, context)

    def actions(self, file: SourceFile, place: Range, context: CommandContext) -> Iterable[Action]:
        from refrakt_plan.editor.actions import actions

        return actions(file, place, context)


PROVIDERS: tuple[Provider, ...] = (Ids(), Entities())
