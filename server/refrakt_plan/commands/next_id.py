"""`plan next-id`: the id a new entity would get.

One more than the highest there is; a gap is never filled, because the number that is missing has been somebody's once.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt_plan.changing.naming import next_id
from refrakt_plan.folder import inside, plan_folder
from refrakt_plan.schemas import DIR, TEXT, one_of, or_null, record, shape
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.vocabulary import NUMBERED, TYPES

if TYPE_CHECKING:
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Tell the id that the next entity of a type gets."


def run_next_id(plan: Plan | None, type: str) -> Json:
    """The next id of a type. Where there is no plan yet, the first."""
    if type not in NUMBERED:
        raise RefraktError("INVALID_ARGS", f'Invalid type "{type}"', f"Use: {', '.join(NUMBERED)}.")
    following, highest = next_id(plan, TYPES[type])
    return {"type": type, "nextId": following, "highest": highest}


def handle(words: list[str]) -> int:
    parser = Words("next-id", _ABOUT)
    parser.add_argument("type", metavar="TYPE", help=f"one of {', '.join(NUMBERED)}")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    folder = plan_folder(context.cwd, context.config, given.dir)
    return run_next_id(scan(folder, context.files) if folder.is_dir() else None, given.type)


def _as_text(result: Json) -> str:
    return f"{result['nextId']}  ({'after ' + result['highest'] if result['highest'] else 'the first'})"


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    return run_next_id(scan(inside(context.cwd, context.config, given.get("dir")), context.files), given["type"])


COMMAND = Command(
    "next-id",
    _ABOUT,
    handle,
    input_schema=shape({"type": one_of(NUMBERED), "dir": DIR}, ["type"]),
    output_schema=record(type=one_of(NUMBERED), nextId=TEXT, highest=or_null(TEXT)),
    mcp_handler=call,
    read_only=True,
    idempotent=True,
    aliases=("plan.next-id",),
)
