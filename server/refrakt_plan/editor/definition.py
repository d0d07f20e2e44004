"""Go to definition: from an id to the opening tag of its entity, or of all entities with that id."""

from __future__ import annotations

from refrakt.plugins import CommandContext, Definition, SourceFile
from refrakt_plan.editor.id_at_offset import occurrence_at
from refrakt_plan.editor.plan_index import document_of, plan_view


def define(file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
    found = occurrence_at(document_of(file), offset)
    view = plan_view(context) if found is not None else None
    if found is None or view is None:
        return None
    targets = tuple(map(view.declaration, view.entities_with_id(found.id)))
    return Definition(found.range, targets) if targets else None
