"""`plan next`: the items to start now.

The answer is enough to begin: the text of the item, its criteria and its references.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, option, page_of
from refrakt_plan.command_line import Json, PlanInput, plan_of, terminal_text
from refrakt_plan.schemas import COUNT, FLAG, TEXT, one_of, or_null, record, some
from refrakt_plan.vocabulary import TYPES, split_list

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.scanner.plan_scanner import Plan

KINDS = (*(each.name for each in TYPES.values() if each.is_task), "all")
UNASSIGNED = "unassigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextInput(PlanInput):
    milestone: str | None = option(None, metavar="NAME", described=False)
    """only items of this milestone"""
    tag: str | None = option(None, described=False)
    """only items with this tag"""
    assignee: str | None = option(None, metavar="NAME")
    """a person, or `unassigned`"""
    type: str = option("all", choices=KINDS, described=False)
    """only items of this type"""
    count: int = option(1, minimum=1, metavar="N")
    """number of items"""
    cursor: str | None = option(None, shell=False, described=False)
    """`nextCursor` of the previous page"""


def run_next(plan: Plan, options: NextInput) -> Json:
    """The first items that are ready and match the options."""
    from refrakt_plan.readiness import ready

    matching = [each for each in ready(plan) if _matches(each, options)]
    return {"items": [_item(each) for each in matching[: options.count]]}


def _answer(query: NextInput, context: CommandContext) -> Json:
    """The items; an agent gets as many at a time as it can afford, with their texts."""
    result = run_next(plan_of(query, context), query)
    if context.shell:
        return result
    items = result["items"]
    shown, cursor = page_of(items, query.cursor)
    if cursor is None and query.cursor is None:
        return result
    return {"items": shown, "total": len(items), **({"nextCursor": cursor} if cursor else {})}


def _matches(entity: Entity, options: NextInput) -> bool:
    attributes = entity.attributes
    assignee = attributes.get("assignee") or UNASSIGNED
    return (
        options.type in ("all", entity.kind.name)
        and options.milestone in (None, attributes.get("milestone"))
        and (options.tag is None or options.tag in split_list(attributes.get("tags")))
        and options.assignee in (None, assignee)
    )


def _item(entity: Entity) -> Json:
    from refrakt_plan.readiness import complexity, priority

    data = entity.as_json()
    return {
        "id": entity.id,
        "title": entity.title,
        "type": entity.kind.name,
        "priority": priority(entity),
        "complexity": complexity(entity),
        "milestone": entity.attributes.get("milestone"),
        **{name: data[name] for name in ("file", "criteria", "refs", "dependencies", "attributes")},
        "body": entity.body,
    }


def _as_text(result: Json) -> str:
    if not result["items"]:
        return "No item is ready. `refrakt plan status` shows what is blocked."
    return "\n\n".join("\n".join(_lines(each)) for each in result["items"])


def _lines(item: Json) -> Iterator[str]:
    yield f"{item['id']}  {item['title'] or ''}".rstrip()
    yield f"  {item['type']}, priority {item['priority']}, complexity {item['complexity']}"
    yield f"  {item['file']}"
    for each in item["criteria"]:
        yield f"  [{'x' if each['checked'] else ' '}] {each['text']}"
    if item["refs"]:
        yield f"  see {', '.join(item['refs'])}"


_ITEM = record(
    id=TEXT,
    title=or_null(TEXT),
    type=one_of(KINDS[:-1]),
    priority=TEXT,
    complexity=TEXT,
    milestone=or_null(TEXT),
    file=TEXT,
    criteria=some(record(text=TEXT, checked=FLAG)),
    refs=some(TEXT),
    dependencies=some(record(id=TEXT, direction=TEXT)),
    attributes={"type": "object", "additionalProperties": TEXT},
    body=TEXT,
)

COMMAND = Command(
    "next",
    "Find the work and bugs that can be started now, the most urgent first.",
    input=NextInput,
    run=_answer,
    text=terminal_text(_as_text),
    exit_code=lambda result: 0 if result["items"] else 1,
    output_schema=record({"total": COUNT, "nextCursor": TEXT}, items=some(_ITEM)),
    read_only=True,
    idempotent=True,
)
