"""`plan next-id`: the id a new entity would get.

One more than the highest id; gaps are not filled, because a missing number may have been used before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, option
from refrakt_plan.command_line import Json, PlanInput, folder_of, plan_of, terminal_text
from refrakt_plan.editing.ids import next_id
from refrakt_plan.schemas import TEXT, one_of, or_null, record
from refrakt_plan.vocabulary import NUMBERED, TYPES

if TYPE_CHECKING:
    from refrakt_plan.scanner.plan_scanner import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class NextIdInput(PlanInput):
    type: str = option(choices=tuple(NUMBERED), positional=True, described=False)
    """type of the entity"""


def run_next_id(plan: Plan | None, type: str) -> Json:
    """The next id of a type; the first one without a plan."""
    following, highest = next_id(plan, TYPES[type])
    return {"type": type, "nextId": following, "highest": highest}


def _run(query: NextIdInput, context: CommandContext) -> Json:
    missing = context.shell and not folder_of(query, context).is_dir()
    return run_next_id(None if missing else plan_of(query, context), query.type)


def _as_text(result: Json) -> str:
    return f"{result['nextId']}  ({'after ' + result['highest'] if result['highest'] else 'the first'})"


COMMAND = Command(
    "next-id",
    "Show the id that the next entity of a type gets.",
    input=NextIdInput,
    run=_run,
    text=terminal_text(_as_text),
    output_schema=record(type=one_of(NUMBERED), nextId=TEXT, highest=or_null(TEXT)),
    read_only=True,
    idempotent=True,
    aliases=("plan.next-id",),
)
