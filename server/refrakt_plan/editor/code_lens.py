"""Code lenses above an entity's opening tag: readiness, progress, references. Each links to the entities it counts."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import CodeLens, CommandContext, Location, SourceFile
from refrakt_plan.editor.hover import criteria_summary, done_summary
from refrakt_plan.editor.plan_index import LONG_WAIT_S, PlanView, require_plan_view
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import implementing_tasks, members
from refrakt_plan.readiness import open_blockers
from refrakt_plan.vocabulary import MILESTONE, SPEC

_MAX_IDS = 3
"""The maximum number of listed ids."""


def notes(file: SourceFile, context: CommandContext) -> Iterator[CodeLens]:
    view = require_plan_view(context, LONG_WAIT_S)
    entity = view.entity_in(file) if view is not None else None
    if view is None or entity is None:
        return
    for title, targets in _lenses(view, entity):
        yield CodeLens(entity.tag, title, targets)


def _lenses(view: PlanView, entity: Entity) -> Iterator[tuple[str, tuple[Location, ...]]]:
    id = entity.id or ""
    if entity.kind.is_task:
        yield from _readiness(view, entity)
        if entity.criteria:
            unchecked = [each.range for each in entity.criteria if not each.checked]
            path = view.path_of(entity.file)
            yield criteria_summary(entity), tuple(Location(path, each) for each in unchecked)
    if entity.kind is SPEC and (tasks := implementing_tasks(view.plan, id)):
        done = sum(each.category == "achieved" for each in tasks)
        yield f"implemented by {len(tasks)} ({done} done)", tuple(map(view.declaration, tasks))
    if entity.kind is MILESTONE and (tasks := members(view.plan, id)):
        yield done_summary(tasks), tuple(map(view.declaration, tasks))
    references = [each for each in view.index.occurrences(id) if each.occurrence.role == "reference"]
    if references:
        yield f"referenced by {len(references)}", tuple(map(view.location, references))


def _readiness(view: PlanView, entity: Entity) -> Iterator[tuple[str, tuple[Location, ...]]]:
    resolution = entity.resolution
    if entity.category == "achieved":
        date = f" {resolution.date}" if resolution is not None and resolution.date else ""
        yield f"{entity.status}{date}", ()
    elif not entity.kind.is_terminal(entity.status):
        blockers = open_blockers(view.plan, entity)
        if blockers:
            more = f" and {len(blockers) - _MAX_IDS} more" if len(blockers) > _MAX_IDS else ""
            yield f"blocked by {', '.join(blockers[:_MAX_IDS])}{more}", view.declarations(blockers)
        elif entity.category == "actionable":
            yield "ready", ()
