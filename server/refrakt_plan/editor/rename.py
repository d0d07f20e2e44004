"""Renames an id: in the entity's tag, in all references, and in the name of its file.

An id in plain text is not changed: the sentence may be about the old id.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from refrakt.plugins import (
    CommandContext,
    FileEdit,
    RefraktError,
    RenameTarget,
    SourceFile,
    Span,
    Text,
    TextEdit,
    WorkspaceEdit,
)
from refrakt_plan.editing.ids import SUFFIX, check_id
from refrakt_plan.editor.id_at_offset import occurrence_at
from refrakt_plan.editor.plan_index import LONG_WAIT_S, PlanView, document_of, plan_view
from refrakt_plan.editor.references import pages_with_id
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.vocabulary import TYPES, EntityType


def prepare_rename(file: SourceFile, offset: int, context: CommandContext) -> RenameTarget | None:
    """The id under the cursor, if an entity has it."""
    occurrence = occurrence_at(document_of(file), offset)
    entity = _unique_entity(_complete_view(context), occurrence.id) if occurrence is not None else None
    return RenameTarget(occurrence.range, occurrence.id) if occurrence is not None and entity is not None else None


def rename(file: SourceFile, offset: int, new: str, context: CommandContext) -> WorkspaceEdit | None:
    occurrence = occurrence_at(document_of(file), offset)
    if occurrence is None:
        return None
    view, old = _complete_view(context), occurrence.id
    entity = _unique_entity(view, old)
    if entity is None:
        return None
    new = new.strip()
    if new == old:
        return WorkspaceEdit()
    _check_new_id(view, entity.kind, new)
    edits = tuple(_edits(view, old, new, file, context))
    _check_declaration(entity, new, edits, view)
    return WorkspaceEdit(edits, moved=_file_move(view, entity, old, new))


def _complete_view(context: CommandContext) -> PlanView:
    view = plan_view(context, LONG_WAIT_S)
    if view is None:
        # A file that has not been read yet may refer to the id.
        raise RefraktError("INDEXING", "the plan is still being read", "Try again in a moment.")
    return view


def _unique_entity(view: PlanView, id: str) -> Entity | None:
    """The entity with an id, if any. With two of them, references are ambiguous."""
    entities = view.entities_with_id(id)
    if len(entities) > 1:
        message = f"{entities[0].file} and {entities[1].file} both have the id {id}"
        raise _refused(message, "Change one of them by hand.")
    return entities[0] if entities else None


def _check_new_id(view: PlanView, kind: EntityType, new: str) -> None:
    check_id(new)
    if "," in new:
        raise _refused(f"{new!r} contains a comma, which separates list items", "Leave out commas.")
    existing = view.plan.by_id.get(new)
    if existing is not None:
        raise _refused(f"{existing.file} already has the id {new}", "Use an id that is free.")
    other = next((each for each in TYPES.values() if each.prefix and new.startswith(each.prefix)), None)
    if other is not None and other is not kind:
        hint = f"Begin with {kind.prefix}." if kind.prefix else "Use a name without the prefix of another type."
        raise _refused(f"{new} is an id for a {other.name}, but this is a {kind.name}", hint)


def _edits(view: PlanView, old: str, new: str, current: SourceFile, context: CommandContext) -> Iterator[FileEdit]:
    for page in pages_with_id(view, old, current, context):
        text = page.text.text
        ranges = sorted((*page.declarations, *page.references))
        replacements = tuple(_replacement(text, each, new) for each in ranges)
        yield FileEdit(view.path_of(page.file), text, replacements, page.text.version)


def _replacement(text: str, range: Span, new: str) -> TextEdit:
    """The new id instead of the old one. A number has no quotes; an id needs them."""
    return TextEdit(range, f'"{new}"' if text.startswith("=", range.start - 1) else new)


def _check_declaration(entity: Entity, new: str, edits: tuple[FileEdit, ...], view: PlanView) -> None:
    """Refuse edits after which the file would not be read as the same entity with the new id."""
    edit = next((each for each in edits if each.path == view.path_of(entity.file)), None)
    edited = read_entity(entity.file, entity.path, Text(edit.changed)) if edit is not None else None
    if edited is None or (edited.id, edited.kind) != (new, entity.kind):
        raise _refused(f"{entity.file} would not be read as {new}", "Edit the file by hand.")


def _file_move(view: PlanView, entity: Entity, old: str, new: str) -> tuple[tuple[str, str], ...]:
    """The rename of a file that begins with the old id. An unsaved new buffer has no file yet."""
    folder, name = posixpath.split(entity.file)
    rest = name.removeprefix(old)
    source = view.folder / entity.file
    if rest == name or not (rest == SUFFIX or rest.startswith("-")) or not source.exists():
        return ()
    file = posixpath.join(folder, f"{new}{rest}")
    target = view.folder / file
    if target.exists() and not target.samefile(source):
        raise _refused(f"the file {file} already exists", "Use another id, or move that file.")
    return ((view.path_of(entity.file), view.path_of(file)),)


def _refused(message: str, hint: str) -> RefraktError:
    return RefraktError("VALIDATION_ERROR", message, hint, exit_code=1)
