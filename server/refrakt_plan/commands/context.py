"""`plan context`: everything an agent needs to start on an item, in one answer.

The item with its criteria, its blockers and dependents, the text of the specs and decisions it cites, its milestone, the
resolutions of finished blockers, and the file of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins import Command, CommandContext, option
from refrakt_plan.command_line import Json, PlanInput, folder_of, terminal_text
from refrakt_plan.plan_folder import display_path
from refrakt_plan.rendering.printable_text import inline, printable
from refrakt_plan.schemas import COUNT, FLAG, TEXT, about, one_of, or_null, record, some
from refrakt_plan.vocabulary import TYPES

BUDGET = 24_000
LEAST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextInput(PlanInput):
    id: str = option(positional=True)
    """id of the item; a milestone's name"""
    budget: int = option(BUDGET, minimum=LEAST, metavar="N")
    """most characters of the answer"""


def run_context(folder: Path, context: CommandContext, id: str, budget: int = BUDGET) -> Json:
    """The briefing for an entity, with the folder of its files."""
    from refrakt_plan.context.briefing import briefing, length
    from refrakt_plan.entity_lookup import find_entity
    from refrakt_plan.scanner.plan_scanner import scan

    plan = scan(folder, context.files)
    header = {"dir": display_path(context.cwd, folder)}
    return {**header, **briefing(plan, find_entity(plan, id), budget - length(header))}


def _as_text(result: Json) -> str:
    """A briefing in Markdown. Texts of entities are quoted, so that their headings do not mix with ours."""
    return "\n\n".join("\n".join(map(inline, part)) for part in _parts(result) if part)


def _parts(result: Json) -> Iterator[list[str]]:
    item = result["item"]
    yield [f"**{item['id']}** ({_kind(item)}): {item['why']}", *_facts(item, result["dir"])]
    yield item["body"].split("\n")
    yield ["---"]
    yield from _listed("Blocked by", result["blockedBy"], "left")
    yield from _listed("Blocks", result["blocks"])
    for each in result["cited"]:
        yield [f"## {_heading(each)} ({each['relation']}, {_kind(each)})", "", _location(each)]
        yield _quoted(each.get("text"))
    milestone = result.get("milestone")
    if milestone:
        due = f", due {milestone['target']}" if "target" in milestone else ""
        yield [
            f"## Milestone {_heading(milestone)}",
            "",
            f"{milestone['done']} of {milestone['total']} done{due}. {_location(milestone)}",
        ]
        yield _quoted(milestone.get("text"))
    yield from _listed("Related", result["related"])
    yield _titled("Missing from the plan", [f"- {id}" for id in result["missing"]])
    yield _titled("Omitted", [f"- {each['id']}: {each['reason']} ({each['uri']})" for each in result["omitted"]])


def _facts(item: Json, folder: str) -> Iterator[str]:
    yield f"File: {folder}/{item['file']} ({item['uri']})"
    attributes = {
        name: value for name, value in item["attributes"].items() if name not in ("id", "name", "status") and value
    }
    if attributes:
        yield ", ".join(f"{name}: {value}" for name, value in attributes.items())
    if item["total"]:
        yield f"Criteria: {item['done']} of {item['total']} done"


def _listed(title: str, entries: list[Json], text: str = "") -> Iterator[list[str]]:
    """A list of entities, with quoted texts below them."""
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


def _location(entry: Json) -> str:
    return f"{entry['file']} ({entry['uri']})"


def _quoted(text: str | None) -> list[str]:
    return [f"> {line}".rstrip() for line in text.splitlines()] if text else []


_SHORT = {"id": TEXT, "type": one_of(TYPES), "title": or_null(TEXT), "status": or_null(TEXT)}
_NAMED = {
    **_SHORT,
    "state": one_of(("achieved", "retired", "ready", "waiting", "open")),
    "why": TEXT,
    "file": TEXT,
    "uri": TEXT,
}
_RELATION = about(TEXT, "its relation to the item")


def _with_text(name: str, description: str, **more: Any) -> Json:
    return record({name: about(TEXT, description)}, **more, **_NAMED)


COMMAND = Command(
    "context",
    "Everything to start on an item: text, blockers, cited specs and decisions.",
    input=ContextInput,
    run=lambda query, context: run_context(folder_of(query, context), context, query.id, query.budget),
    text=terminal_text(_as_text, printable),
    output_schema={
        "type": "object",
        "properties": {
            "dir": about(TEXT, "folder of the files"),
            "item": record(
                **_NAMED,
                done=COUNT,
                total=COUNT,
                attributes={"type": "object", "additionalProperties": TEXT},
                criteria=some(record(text=TEXT, checked=FLAG)),
                body=TEXT,
            ),
            "blockedBy": some(_with_text("left", "its resolution")),
            "cited": some(_with_text("text", "its text, possibly shortened", relation=_RELATION)),
            "milestone": _with_text("text", "its text", done=COUNT, total=COUNT),
            "blocks": some(record(**_NAMED)),
            "related": some(record(relation=_RELATION, **_SHORT)),
            "missing": some(about(TEXT, "an id that no entity has")),
            "omitted": some(record(id=TEXT, reason=TEXT, uri=TEXT)),
        },
        "required": ["dir", "item", "blockedBy", "cited", "blocks", "related", "missing", "omitted"],
    },
    read_only=True,
    idempotent=True,
)
