"""How an entity stands, in a few words above its opening tag. Whoever follows them is shown what they speak of."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import CommandContext, Location, Note, SourceFile
from refrakt_plan.editor.hover import criteria_of, done_of
from refrakt_plan.editor.looking import PATIENT, View, waited
from refrakt_plan.entity import Entity
from refrakt_plan.links import made_for, members
from refrakt_plan.readiness import waiting_for
from refrakt_plan.vocabulary import MILESTONE, SPEC

_MANY = 3
"""So many ids are named."""


def notes(file: SourceFile, context: CommandContext) -> Iterator[Note]:
    view = waited(context, PATIENT)
    entity = view.entity_in(file) if view is not None else None
    if view is None or entity is None:
        return
    for title, places in _told(view, entity):
        yield Note(entity.tag, title, places)


def _told(view: View, entity: Entity) -> Iterator[tuple[str, tuple[Location, ...]]]:
    id = entity.id or ""
    if entity.kind.is_task:
        yield from _readiness(view, entity)
        if entity.criteria:
            open_ones = [each.place for each in entity.criteria if not each.checked]
            path = view.path_of(entity.file)
            yield criteria_of(entity), tuple(Location(path, each) for each in open_ones)
    if entity.kind is SPEC and (tasks := made_for(view.plan, id)):
        done = sum(each.standing == "achieved" for each in tasks)
        yield f"implemented by {len(tasks)} ({done} done)", tuple(map(view.declaration, tasks))
    if entity.kind is MILESTONE and (tasks := members(view.plan, id)):
        yield done_of(tasks), tuple(map(view.declaration, tasks))
    named = [each for each in view.index.mentions(id) if each.named.role == "reference"]
    if named:
        yield f"referenced by {len(named)}", tuple(map(view.location, named))


def _readiness(view: View, entity: Entity) -> Iterator[tuple[str, tuple[Location, ...]]]:
    ended = entity.resolution
    if entity.standing == "achieved":
        date = f" {ended.date}" if ended is not None and ended.date else ""
        yield f"{entity.status}{date}", ()
    elif not entity.kind.is_terminal(entity.status):
        waiting = waiting_for(view.plan, entity)
        if waiting:
            more = f" and {len(waiting) - _MANY} more" if len(waiting) > _MANY else ""
            yield f"blocked by {', '.join(waiting[:_MANY])}{more}", view.declarations(waiting)
        elif entity.standing == "actionable":
            yield "ready", ()
