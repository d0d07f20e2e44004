"""`plan context`: everything an agent needs to start on one item, in one answer.

The item with its criteria, what it waits for and what waits for it, the specs and decisions it cites with their text, its
milestone, what finished blockers left behind, and where each of these lies.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt_plan.folder import inside, plan_folder, shown
from refrakt_plan.schemas import COUNT, DIR, FLAG, TEXT, about, one_of, or_null, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.showing.printing import in_line, printable
from refrakt_plan.vocabulary import TYPES

_ABOUT = "Tell all it takes to start on an item: text, blockers, cited specs and decisions."
BUDGET = 24_000
LEAST = 1_000


def run_context(folder: Path, context: CommandContext, id: str, budget: int = BUDGET) -> Json:
    """The briefing for an entity, and the folder its files are in."""
    from refrakt_plan.context.briefing import briefing, length
    from refrakt_plan.lookup import entity_of
    from refrakt_plan.reading.scanner import scan

    if budget < LEAST:
        raise RefraktError("INVALID_ARGS", f"a budget of {budget} characters is too small", f"Give {LEAST} or more.")
    plan = scan(folder, context.files)
    place = {"dir": shown(context.cwd, folder)}
    return {**place, **briefing(plan, entity_of(plan, id), budget - length(place))}


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("context", _ABOUT)
    parser.add_argument("id", metavar="ID", help="the item; a milestone by its name")
    parser.add_argument("--budget", metavar="N", help=f"how many characters at most (default: {BUDGET})")
    return answer(parser, words, _from_words, _as_text, clean=printable)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    budget = str(BUDGET) if given.budget is None else given.budget
    if not re.fullmatch("[0-9]{1,9}", budget):
        raise RefraktError("INVALID_ARGS", "--budget must be a number of characters", f"Give {LEAST} or more.")
    return run_context(plan_folder(context.cwd, context.config, given.dir), context, given.id, int(budget))


def _as_text(result: Json) -> str:
    """A briefing in Markdown. Texts of others are quoted, so that their headings are not taken for ours."""
    return "\n\n".join("\n".join(map(in_line, part)) for part in _parts(result) if part)


def _parts(result: Json) -> Iterator[list[str]]:
    item = result["item"]
    yield [f"**{item['id']}** ({_kind(item)}): {item['why']}", *_facts(item, result["dir"])]
    yield item["body"].split("\n")
    yield ["---"]
    yield from _listed("Blocked by", result["blockedBy"], "left")
    yield from _listed("Blocks", result["blocks"])
    for each in result["cited"]:
        yield [f"## {_heading(each)} ({each['relation']}, {_kind(each)})", "", _place(each)]
        yield _quoted(each.get("text"))
    milestone = result.get("milestone")
    if milestone:
        due = f", due {milestone['target']}" if "target" in milestone else ""
        yield [
            f"## Milestone {_heading(milestone)}",
            "",
            f"{milestone['done']} of {milestone['total']} done{due}. {_place(milestone)}",
        ]
        yield _quoted(milestone.get("text"))
    yield from _listed("Related", result["related"])
    yield _titled("Named, but nowhere in the plan", [f"- {id}" for id in result["missing"]])
    yield _titled("Left out", [f"- {each['id']}: {each['reason']} ({each['uri']})" for each in result["omitted"]])


def _facts(item: Json, folder: str) -> Iterator[str]:
    yield f"File: {folder}/{item['file']} ({item['uri']})"
    told = {name: value for name, value in item["attributes"].items() if name not in ("id", "name", "status") and value}
    if told:
        yield ", ".join(f"{name}: {value}" for name, value in told.items())
    if item["total"]:
        yield f"Criteria: {item['done']} of {item['total']} done"


def _listed(title: str, entries: list[Json], text: str = "") -> Iterator[list[str]]:
    """A list of entities; what a finished one left is quoted below it."""
    lines = []
    for each in entries:
        why = f": {each['why']}. {each['file']}" if "why" in each else ""
        relation = f"{each['relation']}, " if "relation" in each else ""
        lines.append(f"- **{each['id']}** {each['title'] or ''} ({relation}{_kind(each)}){why}")
        if text in each:
            lines += [f"  {line}".rstrip() for line in _quoted(each[text])]
    yield _titled(title, lines)


def _titled(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "", *lines] if lines else []


def _heading(entry: Json) -> str:
    return f"{entry['id']}: {entry['title']}" if entry["title"] else str(entry["id"])


def _kind(entry: Json) -> str:
    return f"{entry['type']}, {entry['status'] or 'no status'}"


def _place(entry: Json) -> str:
    return f"{entry['file']} ({entry['uri']})"


def _quoted(text: str | None) -> list[str]:
    return [f"> {line}".rstrip() for line in text.splitlines()] if text else []


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    folder = inside(context.cwd, context.config, given.get("dir"))
    return run_context(folder, context, given["id"], given.get("budget", BUDGET))


_SHORT = {"id": TEXT, "type": one_of(TYPES), "title": or_null(TEXT), "status": or_null(TEXT)}
_NAMED = {
    **_SHORT,
    "state": one_of(("achieved", "retired", "ready", "waiting", "open")),
    "why": TEXT,
    "file": TEXT,
    "uri": TEXT,
}
_RELATION = about(TEXT, "What it is to the item.")


def _with_text(name: str, description: str, **more: Any) -> Json:
    schema = record(**more, **_NAMED)
    return {**schema, "properties": {**schema["properties"], name: about(TEXT, description)}}


COMMAND = Command(
    "context",
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "id": about(TEXT, "A milestone by its name."),
            "dir": DIR,
            "budget": {"type": "integer", "minimum": LEAST, "description": f"Characters at most. Default: {BUDGET}."},
        },
        ["id"],
    ),
    output_schema={
        "type": "object",
        "properties": {
            "dir": about(TEXT, "Where files count from."),
            "item": record(
                **_NAMED,
                done=COUNT,
                total=COUNT,
                attributes={"type": "object", "additionalProperties": TEXT},
                criteria=some(record(text=TEXT, checked=FLAG)),
                body=TEXT,
            ),
            "blockedBy": some(_with_text("left", "What it says about how it was resolved.")),
            "cited": some(_with_text("text", "Its text, perhaps with gaps.", relation=_RELATION)),
            "milestone": _with_text("text", "What it is for.", done=COUNT, total=COUNT),
            "blocks": some(record(**_NAMED)),
            "related": some(record(relation=_RELATION, **_SHORT)),
            "missing": some(about(TEXT, "An id that is named and nobody has.")),
            "omitted": some(record(id=TEXT, reason=TEXT, uri=TEXT)),
        },
        "required": ["dir", "item", "blockedBy", "cited", "blocks", "related", "missing", "omitted"],
    },
    mcp_handler=call,
    read_only=True,
    idempotent=True,
)
