"""Hover for ids: title, status, progress and blockers of the entity.

A reader can look up an id without opening its file. This includes ids in plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import CommandContext, Hover, SourceFile
from refrakt_plan.editor.id_at_offset import id_at
from refrakt_plan.editor.plan_index import PlanView, document_of, plan_view
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import implementing_tasks, members
from refrakt_plan.readiness import open_blockers, priority
from refrakt_plan.vocabulary import MILESTONE, SEVERITY, SPEC, WORK

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")
_LIST_MARKER = re.compile(r"^(\d+)([.)])")
_MAX_LENGTH = 200
_MAX_IDS = 8
"""The maximum number of listed ids."""


def hover(file: SourceFile, offset: int, context: CommandContext) -> Hover | None:
    found = id_at(document_of(file), offset)
    view = plan_view(context) if found is not None else None
    if found is None or view is None:
        return None
    entity = view.plan.by_id.get(found.id)
    return Hover(found.range, entity_card(view, entity)) if entity is not None else None


def entity_card(view: PlanView, entity: Entity) -> str:
    """A summary of an entity, in Markdown that is also readable as plain text."""
    title = f" {escape_markdown(entity.title)}" if entity.title else ""
    head = f"**{escape_markdown(entity.id or '')}**{title}"
    link = f"[{escape_markdown(entity.file)}]({(view.folder / entity.file).as_uri()})"
    return "\n\n".join([head, ", ".join(_facts(view, entity)), *_progress(view, entity), link]) + "\n"


def escape_markdown(text: str) -> str:
    """A text on one line, truncated, without Markdown or HTML."""
    line = " ".join(text.split())
    short = line if len(line) <= _MAX_LENGTH else f"{line[: _MAX_LENGTH - 1].rstrip()}…"
    return _LIST_MARKER.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", short))


def _facts(view: PlanView, entity: Entity) -> Iterator[str]:
    """Type, status, priority, milestone, dates, assignee."""
    attributes, kind = entity.attributes, entity.kind
    yield kind.name.capitalize()
    status = kind.statuses.get(entity.status or "")
    yield status.label.lower() if status else escape_markdown(entity.status or "no status")
    if kind is WORK:
        yield f"{escape_markdown(priority(entity))} priority"
    elif kind.is_task:
        yield escape_markdown(attributes.get("severity") or SEVERITY.default)
    if milestone := attributes.get("milestone"):
        yield f"{escape_markdown(milestone)}{_milestone_progress(view, milestone)}"
    labels = {"target": "due", "released-in": "released in", "assignee": "assigned to"}
    for name, label in labels.items():
        if value := attributes.get(name):
            yield f"{label} {escape_markdown(value)}"


def _milestone_progress(view: PlanView, milestone: str) -> str:
    done = done_summary(members(view.plan, milestone))
    return f" ({done})" if milestone in view.plan.by_id else ""


def _progress(view: PlanView, entity: Entity) -> Iterator[str]:
    sentences = []
    if entity.criteria:
        sentences.append(f"{criteria_summary(entity)}.")
    blockers = open_blockers(view.plan, entity) if not entity.kind.is_terminal(entity.status) else []
    if blockers:
        listed = ", ".join(_with_status(view, each) for each in blockers[:_MAX_IDS])
        more = f" and {len(blockers) - _MAX_IDS} more" if len(blockers) > _MAX_IDS else ""
        sentences.append(f"Blocked by {listed}{more}.")
    elif entity.category == "actionable":
        sentences.append("Ready to start.")
    if entity.kind is MILESTONE and entity.id:
        sentences.append(f"{done_summary(members(view.plan, entity.id))}.")
    tasks = implementing_tasks(view.plan, entity.id)
    if entity.kind is SPEC and tasks:
        sentences.append(f"Implemented by {len(tasks)}, {done_summary(tasks)}.")
    if entity.resolution is not None and entity.resolution.date:
        sentences.append(f"Completed {escape_markdown(entity.resolution.date)}.")
    if sentences:
        yield " ".join(sentences)


def criteria_summary(entity: Entity) -> str:
    return f"{sum(each.checked for each in entity.criteria)} of {len(entity.criteria)} criteria"


def done_summary(tasks: list[Entity]) -> str:
    return f"{sum(each.category == 'achieved' for each in tasks)} of {len(tasks)} done"


def _with_status(view: PlanView, id: str) -> str:
    status = view.plan.by_id[id].status
    return f"{escape_markdown(id)} ({escape_markdown(status)})" if status else escape_markdown(id)
