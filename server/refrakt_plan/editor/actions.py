"""What can be done to an entity without typing: tick a criterion, set the status, say what became of it, make what is missing.

A change is made when somebody wants it, by the same functions that `plan update` and `plan create` use, so it is as careful.
"""

from __future__ import annotations

import datetime
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from refrakt.plugins import Action, Changes, CommandContext, Range, Replacement, SourceFile, Text
from refrakt_plan.changing.editing import edited, resolution, set_attributes, tick
from refrakt_plan.changing.naming import file_of, fitting_name
from refrakt_plan.changing.templates import new_entity
from refrakt_plan.editor.ids import Named, id_at
from refrakt_plan.editor.looking import View, document_of, look
from refrakt_plan.entity import Criterion, Entity
from refrakt_plan.reading.page import read_entity
from refrakt_plan.vocabulary import MILESTONE, TYPES, EntityType

_REWRITE = "refactor.rewrite"
_FIX = "quickfix"
_RESOLVED = "What was done."
"""The place of the words that somebody is about to write."""
_UNTITLED = "Untitled"
_NUMBER = re.compile(r"[0-9]{1,18}")
_NAME = re.compile(r"[\w][\w. -]{0,60}")
_LONGEST = 40
_MISSING = ("broken-ref", "broken-source", "broken-supersedes", "unknown-milestone")
_NOT_ENDED = ("resolution-not-done",)
_UNTOLD = ("done-without-resolution",)
_MISNAMED = ("filename-missing-id", "filename-id-mismatch")


def actions(file: SourceFile, place: Range, context: CommandContext) -> Iterator[Action]:
    view = look(context)
    entity = view.entity_in(file) if view is not None else None
    if view is None or entity is None:
        return
    yield from _ticking(view, entity, [each for each in entity.criteria if _touches(each.place, place)])
    yield from _naming(view, entity, file, place)
    on_tag = _touches(entity.tag, place)
    if on_tag:
        yield from _file_name(view, entity)
        yield from _statuses(view, entity)
    if entity.kind.is_task:
        yield from _ending(view, entity, place, on_tag)


def _touches(one: Range, other: Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _edit(
    view: View, entity: Entity, change: Callable[[], Iterable[Replacement | None]]
) -> Callable[[], Changes | None]:
    """An edit of the entity's file, worked out later."""

    def changes() -> Changes | None:
        made = [each for each in change() if each is not None]
        return Changes((edited(entity, made, view.root),)) if made else None

    return changes


def _ticking(view: View, entity: Entity, chosen: list[Criterion]) -> Iterator[Action]:
    for checked, verb in ((True, "Check"), (False, "Uncheck")):
        some = [each for each in chosen if each.checked != checked]
        if some:
            what = f'"{_short(some[0].text)}"' if len(some) == 1 else f"{len(some)} criteria"
            change = partial(_ticked, some, checked)
            yield Action(f"{verb} {what}", _REWRITE, _edit(view, entity, change))


def _ticked(criteria: list[Criterion], checked: bool) -> list[Replacement | None]:
    return [tick(each, checked) for each in criteria]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def _statuses(view: View, entity: Entity) -> Iterator[Action]:
    for name in entity.kind.after(entity.status):
        yield _set_status(view, entity, name)


def _set_status(view: View, entity: Entity, name: str, kind: str = _REWRITE, codes: tuple[str, ...] = ()) -> Action:
    return Action(f"Set the status to {name}", kind, _edit(view, entity, partial(_with_status, entity, name)), codes)


def _with_status(entity: Entity, status: str) -> list[Replacement | None]:
    return [*set_attributes(entity, {"status": status})]


def _ending(view: View, entity: Entity, place: Range, on_tag: bool) -> Iterator[Action]:
    """What ends work: a resolution, and a status that goes with it."""
    told = entity.resolution
    on_resolution = told is not None and _touches(told.place, place)
    if on_resolution and not on_tag and not entity.kind.is_terminal(entity.status):
        achieved = next(each for each in entity.kind.statuses if entity.kind.standing(each) == "achieved")
        yield _set_status(view, entity, achieved, _FIX, _NOT_ENDED)
    if on_tag or on_resolution:
        title = "Add to the resolution" if told else "Add a resolution"
        kind, codes = (_FIX, _UNTOLD) if told is None and entity.standing == "achieved" else (_REWRITE, ())
        today = datetime.datetime.now(datetime.UTC).date()
        yield Action(title, kind, _edit(view, entity, lambda: [resolution(entity, _RESOLVED, today)]), codes)


def _file_name(view: View, entity: Entity) -> Iterator[Action]:
    """A name for the file that begins with the id. One that was never saved is no file yet."""
    folder, name = posixpath.split(entity.file)
    if not (view.folder / entity.file).exists():
        return
    if entity.id is None or entity.kind.prefix is None or entity.kind.prefix != entity.id[: len(entity.kind.prefix)]:
        return
    fitting = fitting_name(entity.id, name, entity.title)
    if fitting != name and "/" not in fitting and not (view.folder / folder / fitting).exists():
        pair = view.path_of(entity.file), view.path_of(posixpath.join(folder, fitting))
        yield Action(f"Rename the file to {fitting}", _FIX, lambda: Changes(moved=(pair,)), _MISNAMED)


# Ids ----------------------------------------------------------------------------------------------------------------


def _naming(view: View, entity: Entity, file: SourceFile, place: Range) -> Iterator[Action]:
    """What can be done about the id under the cursor."""
    known = view.plan.by_id
    found = id_at(document_of(file), place.start)
    if found is None or found.place.end < place.end:
        return
    if found.role == "reference" and found.id not in known:
        kind = _kind_of(view, entity, found)
        if kind is not None:
            title = f"Create the {kind.name} {found.id}"
            yield Action(title, _FIX, partial(_created, view, kind, found.id), _MISSING)
    elif found.role == "text" and found.id in known and found.id != entity.id:
        made = Replacement(found.place, f'{{% ref "{found.id}" /%}}')
        if _refers(entity, made, found.id):
            yield Action(f"Make a reference of {found.id}", _REWRITE, _edit(view, entity, lambda: [made]))


def _kind_of(view: View, entity: Entity, found: Named) -> EntityType | None:
    """The type that an id would have; None for one that nobody should make a file of."""
    milestone = entity.places.get("milestone")
    if milestone is not None and milestone.value.start <= found.place.start < milestone.value.end:
        return MILESTONE if _NAME.fullmatch(found.id) else None
    numbered = (each for each in TYPES.values() if each.prefix and found.id.startswith(each.prefix))
    kind = next(numbered, None)
    return kind if kind is not None and _NUMBER.fullmatch(found.id.removeprefix(kind.prefix or "")) else None


def _created(view: View, kind: EntityType, id: str) -> Changes:
    text = new_entity(kind, id, _UNTITLED, {}, datetime.datetime.now(datetime.UTC).date())
    file = file_of(kind, id, id if kind is MILESTONE else _UNTITLED)
    return Changes(created=((view.path_of(file), text),))


def _refers(entity: Entity, made: Replacement, id: str) -> bool:
    """Whether a tag would be one there: in code, or in another tag, it would not."""
    text = entity.source[: made.place.start] + made.new + entity.source[made.place.end :]
    again = read_entity(entity.file, entity.path, Text(text))
    return again is not None and any(
        each.id == id and each.place.start == made.place.start for each in again.references
    )
