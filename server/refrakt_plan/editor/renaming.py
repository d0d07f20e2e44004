"""Another id for an entity: in its tag, wherever the plan names it, and in the name of its file.

An id that stands in plain text is left alone: nobody can tell whether the sentence was about what it is called now.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from refrakt.plugins import (
    Changes,
    CommandContext,
    FileEdit,
    Prepared,
    Range,
    RefraktError,
    Replacement,
    SourceFile,
    Text,
)
from refrakt_plan.changing.naming import SUFFIX, check_id
from refrakt_plan.editor.ids import named_at
from refrakt_plan.editor.looking import PATIENT, View, document_of, look
from refrakt_plan.editor.references import naming
from refrakt_plan.entity import Entity
from refrakt_plan.reading.page import read_entity
from refrakt_plan.vocabulary import TYPES, EntityType


def prepare_rename(file: SourceFile, offset: int, context: CommandContext) -> Prepared | None:
    """The id under the cursor, if it is one of the plan's."""
    found = named_at(document_of(file), offset)
    entity = _the_one(_look(context), found.id) if found is not None else None
    return Prepared(found.place, found.id) if found is not None and entity is not None else None


def rename(file: SourceFile, offset: int, new: str, context: CommandContext) -> Changes | None:
    found = named_at(document_of(file), offset)
    if found is None:
        return None
    view, old = _look(context), found.id
    entity = _the_one(view, old)
    if entity is None:
        return None
    new = new.strip()
    if new == old:
        return Changes()
    _check(view, entity.kind, new)
    edits = tuple(_edits(view, old, new, file, context))
    _check_declared(entity, new, edits, view)
    return Changes(edits, moved=_moved(view, entity, old, new))


def _look(context: CommandContext) -> View:
    view = look(context, PATIENT)
    if view is None:
        # What has not been read yet may name it.
        raise RefraktError("TOOL_FAILED", "the plan is still being read", "Try again in a moment.")
    return view


def _the_one(view: View, id: str) -> Entity | None:
    """The entity of an id, if there is one. Of an id that two have nobody knows which is meant where it stands."""
    found = view.declared(id)
    if len(found) > 1:
        message = f"{found[0].file} and {found[1].file} both have the id {id}"
        raise _refused(message, "Give one of them another by hand.")
    return found[0] if found else None


def _check(view: View, kind: EntityType, new: str) -> None:
    check_id(new)
    if "," in new:
        raise _refused(f"{new!r} could not be told from a list", "Leave out commas.")
    there = view.plan.by_id.get(new)
    if there is not None:
        raise _refused(f"{there.file} has the id {new}", "Give one that is free.")
    other = next((each for each in TYPES.values() if each.prefix and new.startswith(each.prefix)), None)
    if other is not None and other is not kind:
        raise _refused(f"{new} would be the id of a {other.name}, and this is a {kind.name}", _begins(kind))


def _begins(kind: EntityType) -> str:
    return f"Begin with {kind.prefix}." if kind.prefix else "Give it a name of another kind."


def _edits(view: View, old: str, new: str, asked: SourceFile, context: CommandContext) -> Iterator[FileEdit]:
    for page in naming(view, old, asked, context):
        text = page.text.text
        places = sorted((*page.declares, *page.refers))
        yield FileEdit(
            view.path_of(page.file), text, tuple(_written(text, each, new) for each in places), page.text.version
        )


def _written(text: str, place: Range, new: str) -> Replacement:
    """The new id in the place of the old. A number stands there without quotes, an id has them."""
    return Replacement(place, f'"{new}"' if text.startswith("=", place.start - 1) else new)


def _check_declared(entity: Entity, new: str, edits: tuple[FileEdit, ...], view: View) -> None:
    """Refuse what would not be read back as the same entity with another id."""
    edit = next((each for each in edits if each.path == view.path_of(entity.file)), None)
    again = read_entity(entity.file, entity.path, Text(edit.changed)) if edit is not None else None
    if again is None or (again.id, again.kind) != (new, entity.kind):
        raise _refused(f"{entity.file} could not be read as {new} afterwards", "Change it by hand.")


def _moved(view: View, entity: Entity, old: str, new: str) -> tuple[tuple[str, str], ...]:
    """The file of an entity is called like the entity, if it was before. One that was never saved is no file yet."""
    folder, name = posixpath.split(entity.file)
    rest = name.removeprefix(old)
    now = view.folder / entity.file
    if rest == name or not (rest == SUFFIX or rest.startswith("-")) or not now.exists():
        return ()
    target = posixpath.join(folder, f"{new}{rest}")
    path = view.folder / target
    if path.exists() and not path.samefile(now):
        raise _refused(f"there is a file {target} already", "Give another id, or move that file.")
    return ((view.path_of(entity.file), view.path_of(target)),)


def _refused(message: str, hint: str) -> RefraktError:
    return RefraktError("VALIDATION_ERROR", message, hint, exit_code=1)
