"""`plan create`: a new entity, in a file of its own.

It gets the next id of its type, or the one that is asked for, and the sections that somebody will look for. However many do so
at once, in editors, agents and shells, no id is given twice and no file is overwritten.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Changes, Command, CommandContext, RefraktError, make_folder, writable_path
from refrakt_plan.folder import inside, plan_folder, shown
from refrakt_plan.schemas import DIR, TEXT, about, one_of, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.vocabulary import TYPES, EntityType

if TYPE_CHECKING:
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Make a spec, work item, bug, decision or milestone, with the next id of its type."
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_ATTEMPTS = 100
"""So many ids are passed over whose files are there already, though nothing in the plan has them."""


@dataclass(frozen=True, slots=True)
class CreateOptions:
    type: str
    title: str
    id: str | None = None
    """Without it, the next one."""
    attributes: Mapping[str, str] = field(default_factory=dict)


def run_create(options: CreateOptions, folder: Path, context: CommandContext) -> Json:
    """Make an entity, and the folders it needs, and tell where it is. Nothing is written where anything is refused."""
    from refrakt_plan.changing.locking import locked
    from refrakt_plan.reading.scanner import scan

    new = _checked(options, folder)
    make_folder(context.cwd, folder, within=folder)
    # From looking for an id until it is taken, nobody else may look.
    with locked(folder):
        plan = scan(folder, context.files)
        id, file = _with_next_id(new, plan, context) if new.id is None else _with_id(new, new.id, plan, context)
    result: Json = {
        "file": file,
        "path": os.path.abspath(folder / file),
        "type": new.kind.name,
        "id": id,
    }
    if new.kind.prefix and not id.startswith(new.kind.prefix):
        result["warnings"] = [f"{id} does not begin with {new.kind.prefix}, as other ids of {new.kind.plural} do"]
    return result


@dataclass(frozen=True, slots=True)
class _New:
    """What is to be made, once nothing speaks against it."""

    kind: EntityType
    title: str
    attributes: Mapping[str, str]
    folder: Path
    id: str | None


def _checked(options: CreateOptions, folder: Path) -> _New:
    from refrakt_plan.changing.editing import check_value
    from refrakt_plan.changing.naming import check_id

    kind = TYPES.get(options.type)
    if kind is None:
        raise RefraktError("INVALID_ARGS", f'Invalid type "{options.type}"', f"Use: {', '.join(TYPES)}.")
    title = options.title.strip()
    if not title or _UNWRITABLE.search(title):
        message = "a title has to be one line, without control characters" if title else "a title is missing"
        raise RefraktError("INVALID_ARGS", message, f"Say in a few words what the {kind.name} is about.")
    for name, value in options.attributes.items():
        try:
            check_value(kind, name, value)
        except RefraktError as trouble:
            raise RefraktError("INVALID_ARGS", trouble.message, trouble.hint) from trouble
    if options.id is not None:
        check_id(options.id)
    elif kind.prefix is None:
        raise RefraktError("INVALID_ARGS", f"a {kind.name} needs an id", "Give its name as `id`, like v1.0.0.")
    return _New(kind, title, options.attributes, folder, options.id)


def _with_id(new: _New, id: str, plan: Plan, context: CommandContext) -> tuple[str, str]:
    taken = plan.by_id.get(id)
    if taken is not None:
        from refrakt.plugins.prose import quoted

        hint = "Leave the id out to get the next one." if new.kind.prefix else "Give another name."
        raise RefraktError("DUPLICATE_ID", f"{id} is taken by {quoted(taken.file)}", hint, exit_code=3)
    return id, _write(new, id, context)


def _with_next_id(new: _New, plan: Plan, context: CommandContext) -> tuple[str, str]:
    from refrakt_plan.changing.naming import next_ids

    for attempt, id in enumerate(next_ids(plan, new.kind), start=1):
        try:
            return id, _write(new, id, context)
        except RefraktError as trouble:
            # A file of this name that holds nothing, or something else: somebody may be about to use the id.
            if trouble.code != "ALREADY_EXISTS" or attempt == _ATTEMPTS:
                raise
    raise AssertionError("there is always another id")


def _write(new: _New, id: str, context: CommandContext) -> str:
    from refrakt_plan.changing.naming import file_of
    from refrakt_plan.changing.templates import new_entity

    today = datetime.datetime.now(datetime.UTC).date()
    text = new_entity(new.kind, id, new.title, new.attributes, today)
    file = file_of(new.kind, id, new.title)
    path = new.folder / file
    writable_path(new.folder, path.parent)
    context.files.apply(Changes(created=((shown(context.cwd, path), text),)), new.folder)
    return file


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("create", _ABOUT)
    parser.add_argument("type", metavar="TYPE", help=f"one of {', '.join(TYPES)}")
    parser.add_argument("--title", metavar="TITLE", default="", help="what it is about, in one line")
    parser.add_argument("--id", metavar="ID", help="its id, if not the next one; a milestone's name")
    parser.add_attributes(words, "its `{}`")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    options = CreateOptions(given.type, given.title, given.id, given.attributes)
    return run_create(options, plan_folder(context.cwd, context.config, given.dir), context)


def _as_text(result: Json) -> str:
    warnings = [f"  warning: {each}" for each in result.get("warnings", ())]
    return "\n".join([f"{result['id']}  {result['file']}", *warnings])


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    options = CreateOptions(given["type"], given["title"], given.get("id"), given.get("attrs", {}))
    return run_create(options, inside(context.cwd, context.config, given.get("dir")), context)


_ANSWER = record(file=TEXT, path=TEXT, type=one_of(TYPES), id=TEXT)

COMMAND = Command(
    "create",
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "type": one_of(TYPES),
            "title": TEXT,
            "id": about(TEXT, "If not the next one; a milestone needs it."),
            "dir": DIR,
            "attrs": {
                "type": "object",
                "additionalProperties": TEXT,
                "description": "Attributes, like status, priority, milestone, source, tags.",
            },
        },
        ["type", "title"],
    ),
    output_schema={**_ANSWER, "properties": {**_ANSWER["properties"], "warnings": some(TEXT)}},
    mcp_handler=call,
)
