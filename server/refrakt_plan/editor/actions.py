"""Code actions for an entity: check criteria, set the status, add a resolution, create a missing entity.

Edits are computed when an action is chosen, by the functions of `plan update` and `plan create`.
"""

from __future__ import annotations

import datetime
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from refrakt.plugins import CodeAction, CommandContext, SourceFile, Span, Text, TextEdit, WorkspaceEdit
from refrakt_plan.editing.entity_edits import (
    add_resolution,
    entity_file_edit,
    set_attributes,
    set_checked,
)
from refrakt_plan.editing.entity_templates import new_entity
from refrakt_plan.editing.ids import entity_file, file_name_with_id
from refrakt_plan.editor.id_at_offset import IdOccurrence, id_at
from refrakt_plan.editor.plan_index import PlanView, document_of, plan_view
from refrakt_plan.entity import Criterion, Entity
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.vocabulary import MILESTONE, TYPES, EntityType

_REWRITE = "refactor.rewrite"
_FIX = "quickfix"
_RESOLUTION_PLACEHOLDER = "What was done."
_UNTITLED = "Untitled"
_NUMBER = re.compile(r"[0-9]{1,18}")
_NAME = re.compile(r"[\w][\w. -]{0,60}")
_MAX_TITLE = 40
_MISSING_TARGET_CODES = ("broken-ref", "broken-source", "broken-supersedes", "unknown-milestone")
_NOT_DONE_CODES = ("resolution-not-done",)
_NO_RESOLUTION_CODES = ("done-without-resolution",)
_FILE_NAME_CODES = ("filename-missing-id", "filename-id-mismatch")


def actions(file: SourceFile, selection: Span, context: CommandContext) -> Iterator[CodeAction]:
    view = plan_view(context)
    entity = view.entity_in(file) if view is not None else None
    if view is None or entity is None:
        return
    yield from _checkbox_actions(view, entity, [each for each in entity.criteria if _touches(each.range, selection)])
    yield from _id_actions(view, entity, file, selection)
    on_tag = _touches(entity.tag, selection)
    if on_tag:
        yield from _file_name_actions(view, entity)
        yield from _status_actions(view, entity)
    if entity.kind.is_task:
        yield from _resolution_actions(view, entity, selection, on_tag)


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _edit(
    view: PlanView, entity: Entity, replacements: Callable[[], Iterable[TextEdit | None]]
) -> Callable[[], WorkspaceEdit | None]:
    """An edit of the entity's file, computed when it is needed."""

    def changes() -> WorkspaceEdit | None:
        made = [each for each in replacements() if each is not None]
        return WorkspaceEdit((entity_file_edit(entity, made, view.root),)) if made else None

    return changes


def _checkbox_actions(view: PlanView, entity: Entity, selected: list[Criterion]) -> Iterator[CodeAction]:
    for checked, verb in ((True, "Check"), (False, "Uncheck")):
        some = [each for each in selected if each.checked != checked]
        if some:
            what = f'"{_short(some[0].text)}"' if len(some) == 1 else f"{len(some)} criteria"
            yield CodeAction(f"{verb} {what}", _REWRITE, _edit(view, entity, partial(_set_checked, some, checked)))


def _set_checked(criteria: list[Criterion], checked: bool) -> list[TextEdit | None]:
    return [set_checked(each, checked) for each in criteria]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_TITLE else f"{line[: _MAX_TITLE - 1].rstrip()}…"


def _status_actions(view: PlanView, entity: Entity) -> Iterator[CodeAction]:
    for name in entity.kind.next_statuses(entity.status):
        yield _set_status(view, entity, name)


def _set_status(
    view: PlanView, entity: Entity, name: str, kind: str = _REWRITE, codes: tuple[str, ...] = ()
) -> CodeAction:
    return CodeAction(f"Set status to {name}", kind, _edit(view, entity, partial(_with_status, entity, name)), codes)


def _with_status(entity: Entity, status: str) -> list[TextEdit | None]:
    return [*set_attributes(entity, {"status": status})]


def _resolution_actions(view: PlanView, entity: Entity, selection: Span, on_tag: bool) -> Iterator[CodeAction]:
    """A resolution, and a status that matches it."""
    resolution = entity.resolution
    on_resolution = resolution is not None and _touches(resolution.range, selection)
    if on_resolution and not on_tag and not entity.kind.is_terminal(entity.status):
        achieved = next(each for each in entity.kind.statuses if entity.kind.category(each) == "achieved")
        yield _set_status(view, entity, achieved, _FIX, _NOT_DONE_CODES)
    if on_tag or on_resolution:
        title = "Append to resolution" if resolution else "Add resolution"
        is_fix = resolution is None and entity.category == "achieved"
        kind, codes = (_FIX, _NO_RESOLUTION_CODES) if is_fix else (_REWRITE, ())
        today = datetime.datetime.now(datetime.UTC).date()
        edit = _edit(view, entity, lambda: [add_resolution(entity, _RESOLUTION_PLACEHOLDER, today)])
        yield CodeAction(title, kind, edit, codes)


def _file_name_actions(view: PlanView, entity: Entity) -> Iterator[CodeAction]:
    """Renames the file so that it begins with the id. An unsaved new buffer has no file yet."""
    folder, name = posixpath.split(entity.file)
    if not (view.folder / entity.file).exists():
        return
    if entity.id is None or entity.kind.prefix is None or entity.kind.prefix != entity.id[: len(entity.kind.prefix)]:
        return
    new_name = file_name_with_id(entity.id, name, entity.title)
    if new_name != name and "/" not in new_name and not (view.folder / folder / new_name).exists():
        pair = view.path_of(entity.file), view.path_of(posixpath.join(folder, new_name))
        yield CodeAction(f"Rename file to {new_name}", _FIX, lambda: WorkspaceEdit(moved=(pair,)), _FILE_NAME_CODES)


# Ids ----------------------------------------------------------------------------------------------------------------


def _id_actions(view: PlanView, entity: Entity, file: SourceFile, selection: Span) -> Iterator[CodeAction]:
    """Actions for the id under the cursor."""
    by_id = view.plan.by_id
    occurrence = id_at(document_of(file), selection.start)
    if occurrence is None or occurrence.range.end < selection.end:
        return
    if occurrence.role == "reference" and occurrence.id not in by_id:
        kind = _missing_type(entity, occurrence)
        if kind is not None:
            title = f"Create {kind.name} {occurrence.id}"
            yield CodeAction(title, _FIX, partial(_new_entity, view, kind, occurrence.id), _MISSING_TARGET_CODES)
    elif occurrence.role == "text" and occurrence.id in by_id and occurrence.id != entity.id:
        reference = TextEdit(occurrence.range, f'{{% ref "{occurrence.id}" /%}}')
        if _is_read_as_reference(entity, reference, occurrence.id):
            yield CodeAction(
                f"Convert {occurrence.id} to a reference", _REWRITE, _edit(view, entity, lambda: [reference])
            )


def _missing_type(entity: Entity, occurrence: IdOccurrence) -> EntityType | None:
    """The type of a missing entity, by its id; None if the id is not suitable for a new file."""
    milestone = entity.attribute_ranges.get("milestone")
    if milestone is not None and milestone.value.start <= occurrence.range.start < milestone.value.end:
        return MILESTONE if _NAME.fullmatch(occurrence.id) else None
    numbered = (each for each in TYPES.values() if each.prefix and occurrence.id.startswith(each.prefix))
    kind = next(numbered, None)
    return kind if kind is not None and _NUMBER.fullmatch(occurrence.id.removeprefix(kind.prefix or "")) else None


def _new_entity(view: PlanView, kind: EntityType, id: str) -> WorkspaceEdit:
    text = new_entity(kind, id, _UNTITLED, {}, datetime.datetime.now(datetime.UTC).date())
    file = entity_file(kind, id, id if kind is MILESTONE else _UNTITLED)
    return WorkspaceEdit(created=((view.path_of(file), text),))


def _is_read_as_reference(entity: Entity, reference: TextEdit, id: str) -> bool:
    """Whether the tag would be read as a reference there: not in code or in another tag."""
    start = reference.span.start
    text = entity.source[:start] + reference.new + entity.source[reference.span.end :]
    edited = read_entity(entity.file, entity.path, Text(text))
    return edited is not None and any(each.id == id and each.range.start == start for each in edited.references)
