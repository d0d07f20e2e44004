"""What an agent can read of a plan at an address: all of it in short, where it stands, and each entity as it is written.

An address names a type and an id, and both must be right. It is looked up among the entities, never made into a path, so there
is no address for anything else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from refrakt.plugins import Answer, CommandContext, RefraktError, Resource
from refrakt_plan.folder import plan_folder, trusted_folder
from refrakt_plan.showing.printing import cut
from refrakt_plan.vocabulary import TYPES

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.reading.scanner import Plan

LARGEST = 500_000
"""How many characters of the index are told at once: what is too long cannot be read at all."""
_TITLE = 200
"""The longest title that is told whole."""


def _plan(context: CommandContext) -> Plan:
    from refrakt_plan.reading.scanner import scan

    return scan(plan_folder(context.cwd, context.config), context.files)


def _files(context: CommandContext) -> list[Path]:
    folder = trusted_folder(context.cwd, context.config)
    return [folder] if folder is not None else []


def _index(values: Mapping[str, str], context: CommandContext) -> Answer:
    named = [each for each in _plan(context).entities if each.id]
    start = _start(values.get("cursor"), len(named))
    told: list[dict[str, str | None]] = []
    room = LARGEST
    for entity in named[start:]:
        if room <= 0:
            break
        told.append(_in_short(entity))
        room -= len(json.dumps(told[-1], ensure_ascii=False))
    end = start + len(told)
    more = {"nextCursor": str(end)} if end < len(named) else {}
    return Answer(json.dumps({"entities": told, **more}, ensure_ascii=False))


def _in_short(entity: Entity) -> dict[str, str | None]:
    return {
        "id": entity.id,
        "type": entity.kind.name,
        **({"status": entity.status} if entity.status else {}),
        **({"title": cut(entity.title, _TITLE)} if entity.title else {}),
        "file": entity.file,
    }


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    if not re.fullmatch("[0-9]{1,9}", cursor) or int(cursor) >= total:
        message = f"`{cut(cursor, 40)}` is no cursor of this list"
        raise RefraktError("INVALID_ARGS", message, "Leave `cursor` out to begin with the first.")
    return int(cursor)


def _status(values: Mapping[str, str], context: CommandContext) -> Answer:
    from refrakt_plan.commands.status import run_status

    return Answer(json.dumps(run_status(_plan(context)), ensure_ascii=False, indent=2))


def _entity(values: Mapping[str, str], context: CommandContext) -> Answer:
    type, id = values["type"], values["id"]
    plan = _plan(context)
    named = [each for each in plan.entities if each.id == id]
    right = [each for each in named if each.kind.name == type]
    if not right:
        raise _not_found(type, id, named, plan)
    return Answer(min(right, key=_from_home).source, "text/markdown")


def _from_home(entity: Entity) -> int:
    """Of two files with one id, the one in the folder of its type is the likelier."""
    folder = entity.file.partition("/")[0]
    homes = (f"{entity.kind.name}s", entity.kind.name)
    return homes.index(folder) if folder in homes else len(homes)


def _not_found(type: str, id: str, named: list[Entity], plan: Plan) -> RefraktError:
    from refrakt.plugins.prose import quoted_names
    from refrakt_plan.lookup import near

    message = f"no {type} has the id '{id}'" if type in TYPES else f"there is no type '{type}'"
    likely = named[:1] or ([plan.by_id[each] for each in near(id, plan.by_id)] if type in TYPES else [])
    if likely:
        message += f"; there is {quoted_names([address(each) for each in likely])}"
        return RefraktError("RESOURCE_NOT_FOUND", message, "Read that address if it is the one that was meant.")
    hint = "refrakt://plan/index lists every id." if type in TYPES else f"Types are: {', '.join(TYPES)}."
    return RefraktError("RESOURCE_NOT_FOUND", message, hint)


def address(entity: Entity) -> str:
    """Where an entity can be read."""
    return f"refrakt://plan/{entity.kind.name}/{quote(entity.id or '', safe='')}"


def _complete(variable: str, typed: str, given: Mapping[str, str], context: CommandContext) -> Iterable[str]:
    type = given.get("type")
    words = (
        TYPES
        if variable == "type"
        else [id for id, each in _plan(context).by_id.items() if type in (None, each.kind.name)]
    )
    return [word for word in words if word.lower().startswith(typed.lower())]


RESOURCES = (
    Resource(
        "refrakt://plan/index",
        "plan-index",
        "Every entity: id, type, status, title, file. `?cursor=` goes on after `nextCursor`.",
        _index,
        files=_files,
    ),
    Resource("refrakt://plan/status", "plan-status", "Where the project stands.", _status, files=_files),
    Resource(
        "refrakt://plan/{type}/{id}",
        "plan-entity",
        "One entity as it is written; a milestone by its name.",
        _entity,
        "text/markdown",
        complete=_complete,
        files=_files,
    ),
)
