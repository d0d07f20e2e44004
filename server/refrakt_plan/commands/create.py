"""`plan create`: a new entity, in a file of its own.

It gets the next id of its type, or the given one, and the sections of its type. However many processes create entities at once, no
id is used twice and no file is overwritten.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, RefraktError, WorkspaceEdit, make_folder, option, writable_path
from refrakt_plan.command_line import SETTABLE, Json, PlanInput, folder_of, terminal_text
from refrakt_plan.plan_folder import display_path
from refrakt_plan.schemas import TEXT, one_of, record, some
from refrakt_plan.vocabulary import TYPES, EntityType

if TYPE_CHECKING:
    from refrakt_plan.scanner.plan_scanner import Plan

_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_ATTEMPTS = 100
"""Most ids to skip because a file of their name exists without an entity of the id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInput(PlanInput):
    type: str = option(choices=tuple(TYPES), positional=True, described=False)
    """type of the entity"""
    title: str = option(described=False)
    """title, in one line"""
    id: str | None = option(None)
    """id, if not the next one; required for a milestone"""
    attrs: dict[str, str] = option(default_factory=dict, options=SETTABLE, option_help="set `{name}`")
    """attributes, like status, priority, milestone, source, tags"""


def run_create(options: CreateInput, folder: Path, context: CommandContext) -> Json:
    """Create an entity and the folders it needs; writes nothing if anything is invalid."""
    from refrakt_plan.editing.plan_lock import write_lock
    from refrakt_plan.scanner.plan_scanner import scan

    new = _checked(options, folder)
    make_folder(context.cwd, folder, within=folder)
    # No other process may choose an id until this one is taken.
    with write_lock(folder):
        plan = scan(folder, context.files)
        id, file = _with_next_id(new, plan, context) if new.id is None else _with_id(new, new.id, plan, context)
    result: Json = {
        "file": file,
        "path": os.path.abspath(folder / file),
        "type": new.kind.name,
        "id": id,
    }
    if new.kind.prefix and not id.startswith(new.kind.prefix):
        result["warnings"] = [f"{id} does not start with {new.kind.prefix} like other ids of {new.kind.plural}"]
    return result


@dataclass(frozen=True, slots=True)
class _NewEntity:
    """A new entity with valid values."""

    kind: EntityType
    title: str
    attributes: Mapping[str, str]
    folder: Path
    id: str | None


def _checked(options: CreateInput, folder: Path) -> _NewEntity:
    from refrakt_plan.editing.entity_edits import check_value
    from refrakt_plan.editing.ids import check_id

    kind = TYPES[options.type]
    title = options.title.strip()
    if not title or _UNWRITABLE.search(title):
        message = "a title must be one line without control characters" if title else "the title is empty"
        raise RefraktError("INVALID_ARGS", message, f"Pass a short title for the {kind.name}.")
    for name, value in options.attrs.items():
        try:
            check_value(kind, name, value)
        except RefraktError as error:
            raise RefraktError("INVALID_ARGS", error.message, error.hint) from error
    if options.id is not None:
        check_id(options.id)
    elif kind.prefix is None:
        raise RefraktError("INVALID_ARGS", f"a {kind.name} needs an id", "Pass its name as `id`, like v1.0.0.")
    return _NewEntity(kind, title, options.attrs, folder, options.id)


def _with_id(new: _NewEntity, id: str, plan: Plan, context: CommandContext) -> tuple[str, str]:
    taken = plan.by_id.get(id)
    if taken is not None:
        from refrakt.plugins.message_quoting import quoted

        hint = "Omit the id to get the next one." if new.kind.prefix else "Pass another name."
        raise RefraktError("DUPLICATE_ID", f"{id} is taken by {quoted(taken.file)}", hint, exit_code=3)
    return id, _write(new, id, context)


def _with_next_id(new: _NewEntity, plan: Plan, context: CommandContext) -> tuple[str, str]:
    from refrakt_plan.editing.ids import next_ids

    for attempt, id in enumerate(next_ids(plan, new.kind), start=1):
        try:
            return id, _write(new, id, context)
        except RefraktError as error:
            # A file of this name without the entity: another process may be about to use the id.
            if error.code != "ALREADY_EXISTS" or attempt == _ATTEMPTS:
                raise
    raise AssertionError("there is always another id")


def _write(new: _NewEntity, id: str, context: CommandContext) -> str:
    from refrakt_plan.editing.entity_templates import new_entity
    from refrakt_plan.editing.ids import entity_file

    today = datetime.datetime.now(datetime.UTC).date()
    text = new_entity(new.kind, id, new.title, new.attributes, today)
    file = entity_file(new.kind, id, new.title)
    path = new.folder / file
    writable_path(new.folder, path.parent)
    context.files.apply(WorkspaceEdit(created=((display_path(context.cwd, path), text),)), new.folder)
    return file


def _as_text(result: Json) -> str:
    warnings = [f"  warning: {each}" for each in result.get("warnings", ())]
    return "\n".join([f"{result['id']}  {result['file']}", *warnings])


COMMAND = Command(
    "create",
    "Create a spec, work item, bug, decision or milestone, with the next id of its type.",
    input=CreateInput,
    run=lambda query, context: run_create(query, folder_of(query, context), context),
    text=terminal_text(_as_text),
    output_schema=record({"warnings": some(TEXT)}, file=TEXT, path=TEXT, type=one_of(TYPES), id=TEXT),
)
