"""From an id to the entity that has it: the id in its opening tag. Where several files claim it, to all of them."""

from __future__ import annotations

from refrakt.plugins import CommandContext, Definition, SourceFile
from refrakt_plan.editor.ids import named_at
from refrakt_plan.editor.looking import document_of, look


def define(file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
    found = named_at(document_of(file), offset)
    view = look(context) if found is not None else None
    if found is None or view is None:
        return None
    targets = tuple(map(view.declaration, view.declared(found.id)))
    return Definition(found.place, targets) if targets else None
