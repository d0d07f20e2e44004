"""What an id stands for, on a card: its title, how far it is, what it waits for.

A reader of a plan meets ids all the time and should not have to open a file to know what one means. Ids in plain text have a card,
too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import CommandContext, Explanation, SourceFile
from refrakt_plan.editor.ids import id_at
from refrakt_plan.editor.looking import View, document_of, look
from refrakt_plan.entity import Entity
from refrakt_plan.links import made_for, members
from refrakt_plan.readiness import priority, waiting_for
from refrakt_plan.vocabulary import MILESTONE, SEVERITY, SPEC, WORK

_SIGN = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")
_LIST = re.compile(r"^(\d+)([.)])")
_LONGEST = 200
_MANY = 8
"""So many ids are told in a row."""


def hover(file: SourceFile, offset: int, context: CommandContext) -> Explanation | None:
    found = id_at(document_of(file), offset)
    view = look(context) if found is not None else None
    if found is None or view is None:
        return None
    entity = view.plan.by_id.get(found.id)
    return Explanation(found.place, card(view, entity)) if entity is not None else None


def card(view: View, entity: Entity) -> str:
    """What there is to say of an entity, in Markdown that can also be read as it is."""
    title = f" {plain(entity.title)}" if entity.title else ""
    lines = [f"**{plain(entity.id or '')}**{title}", ", ".join(_state(view, entity)), *_progress(view, entity)]
    path = view.folder / entity.file
    return "\n\n".join([*lines, f"[{plain(entity.file)}]({path.as_uri()})"]) + "\n"


def plain(text: str, longest: int = _LONGEST) -> str:
    """Somebody's words in one line, with nothing in them that an editor would take for Markdown or HTML."""
    line = " ".join(text.split())
    cut = line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
    return _LIST.sub(r"\1\\\2", _SIGN.sub(r"\\\1", cut))


def _state(view: View, entity: Entity) -> Iterator[str]:
    """What it is, how far, how urgent, for what and by whom."""
    given, kind = entity.attributes, entity.kind
    yield kind.name.capitalize()
    known = kind.statuses.get(entity.status or "")
    yield known.label.lower() if known else plain(entity.status or "no status")
    if kind is WORK:
        yield f"{plain(priority(entity))} priority"
    elif kind.is_task:
        yield plain(given.get("severity") or SEVERITY.default)
    if given.get("milestone"):
        yield f"{plain(given['milestone'])}{_share(view, given['milestone'])}"
    if given.get("target"):
        yield f"due {plain(given['target'])}"
    if given.get("released-in"):
        yield f"released in {plain(given['released-in'])}"
    if given.get("assignee"):
        yield f"assigned to {plain(given['assignee'])}"


def _share(view: View, milestone: str) -> str:
    done = done_of(members(view.plan, milestone))
    return f" ({done})" if milestone in view.plan.by_id else ""


def _progress(view: View, entity: Entity) -> Iterator[str]:
    told = []
    if entity.criteria:
        told.append(f"{criteria_of(entity)}.")
    waiting = waiting_for(view.plan, entity) if not entity.kind.is_terminal(entity.status) else []
    if waiting:
        told.append(f"Waits for {', '.join(_with_status(view, each) for each in waiting[:_MANY])}{_more(waiting)}.")
    elif entity.standing == "actionable":
        told.append("Ready to start.")
    if entity.kind is MILESTONE and entity.id:
        told.append(f"{done_of(members(view.plan, entity.id))}.")
    implementing = made_for(view.plan, entity.id)
    if entity.kind is SPEC and implementing:
        told.append(f"Implemented by {len(implementing)}, {done_of(implementing)}.")
    if entity.resolution is not None and entity.resolution.date:
        told.append(f"Completed {plain(entity.resolution.date)}.")
    if told:
        yield " ".join(told)


def criteria_of(entity: Entity) -> str:
    return f"{sum(each.checked for each in entity.criteria)} of {len(entity.criteria)} criteria"


def done_of(tasks: list[Entity]) -> str:
    return f"{sum(each.standing == 'achieved' for each in tasks)} of {len(tasks)} done"


def _with_status(view: View, id: str) -> str:
    status = view.plan.by_id[id].status
    return f"{plain(id)} ({plain(status)})" if status else plain(id)


def _more(ids: list[str]) -> str:
    return f" and {len(ids) - _MANY} more" if len(ids) > _MANY else ""
