"""The resources of a plan: the index of its entities, its status, and the source of each entity.

A URI names the type and the id of an entity. It is looked up among the entities, never used as a path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import CommandContext, RefraktError, Resource, ResourceContent
from refrakt_plan.plan_folder import plan_folder, trusted_folder
from refrakt_plan.rendering.printable_text import truncate
from refrakt_plan.vocabulary import TYPES

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.scanner.plan_scanner import Plan

LARGEST = 500_000
"""Most characters of one answer: clients refuse longer ones."""
_TITLE = 200
"""Most characters of a title."""


def _plan(context: CommandContext) -> Plan:
    from refrakt_plan.scanner.plan_scanner import scan

    return scan(plan_folder(context.cwd, context.config), context.files)


def _files(context: CommandContext) -> list[Path]:
    folder = trusted_folder(context.cwd, context.config)
    return [folder] if folder is not None else []


def _index(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    named = [each for each in _plan(context).entities if each.id]
    start = _start(values.get("cursor"), len(named))
    shown: list[dict[str, str | None]] = []
    room = LARGEST
    for entity in named[start:]:
        if room <= 0:
            break
        shown.append(_entry(entity))
        room -= len(json.dumps(shown[-1], ensure_ascii=False))
    end = start + len(shown)
    more = {"nextCursor": str(end)} if end < len(named) else {}
    return ResourceContent(json.dumps({"entities": shown, **more}, ensure_ascii=False))


def _entry(entity: Entity) -> dict[str, str | None]:
    return {
        "id": entity.id,
        "type": entity.kind.name,
        **({"status": entity.status} if entity.status else {}),
        **({"title": truncate(entity.title, _TITLE)} if entity.title else {}),
        "file": entity.file,
    }


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    if not re.fullmatch("[0-9]{1,9}", cursor) or int(cursor) >= total:
        message = f"`{truncate(cursor, 40)}` is not a cursor of this list"
        raise RefraktError("INVALID_ARGS", message, "Omit `cursor` to get the first page.")
    return int(cursor)


def _status(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    from refrakt_plan.commands.status import run_status

    return ResourceContent(json.dumps(run_status(_plan(context)), ensure_ascii=False, indent=2))


def _entity(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    type, id = values["type"], values["id"]
    plan = _plan(context)
    named = [each for each in plan.entities if each.id == id]
    right = [each for each in named if each.kind.name == type]
    if not right:
        raise _not_found(type, id, named, plan)
    return ResourceContent(min(right, key=_folder_rank).source, "text/markdown")


def _folder_rank(entity: Entity) -> int:
    """Sort key for files with the same id: the folder of the type first."""
    folder = entity.file.partition("/")[0]
    homes = (f"{entity.kind.name}s", entity.kind.name)
    return homes.index(folder) if folder in homes else len(homes)


def _not_found(type: str, id: str, named: list[Entity], plan: Plan) -> RefraktError:
    from refrakt.plugins.message_quoting import quoted_names
    from refrakt_plan.entity_lookup import similar_names

    message = f"no {type} has the id '{id}'" if type in TYPES else f"unknown type '{type}'"
    likely = named[:1] or ([plan.by_id[each] for each in similar_names(id, plan.by_id)] if type in TYPES else [])
    if likely:
        message += f"; similar: {quoted_names([each.uri for each in likely])}"
        return RefraktError("RESOURCE_NOT_FOUND", message, "Read that URI if you meant it.")
    hint = "refrakt://plan/index lists every id." if type in TYPES else f"Valid types: {', '.join(TYPES)}."
    return RefraktError("RESOURCE_NOT_FOUND", message, hint)


def _complete(variable: str, typed: str, arguments: Mapping[str, str], context: CommandContext) -> Iterable[str]:
    type = arguments.get("type")
    values = (
        TYPES
        if variable == "type"
        else [id for id, each in _plan(context).by_id.items() if type in (None, each.kind.name)]
    )
    return [value for value in values if value.lower().startswith(typed.lower())]


RESOURCES = (
    Resource(
        "refrakt://plan/index",
        "plan-index",
        "Every entity: id, type, status, title, file. Continue with `?cursor=` and `nextCursor`.",
        _index,
        files=_files,
    ),
    Resource("refrakt://plan/status", "plan-status", "The status of the plan.", _status, files=_files),
    Resource(
        "refrakt://plan/{type}/{id}",
        "plan-entity",
        "The source of an entity; a milestone by its name.",
        _entity,
        "text/markdown",
        complete=_complete,
        files=_files,
    ),
)
