"""`plan next`: what to start on.

One question, and the answer is enough to begin: the text of the item, its criteria, what it refers to.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt_plan.folder import inside, plan_folder
from refrakt_plan.schemas import DIR, FLAG, TEXT, about, one_of, or_null, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.vocabulary import TYPES, listed

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Find the work and bugs that can be started now, the most urgent first."
KINDS = (*(each.name for each in TYPES.values() if each.is_task), "all")
UNASSIGNED = "unassigned"


@dataclass(frozen=True, slots=True)
class NextOptions:
    milestone: str | None = None
    tag: str | None = None
    assignee: str | None = None
    """`unassigned` stands for nobody."""
    type: str = "all"
    count: int = 1


def run_next(plan: Plan, options: NextOptions) -> Json:
    """The first items that are ready and fit."""
    from refrakt_plan.readiness import ready

    if options.type not in KINDS:
        raise RefraktError("INVALID_ARGS", f'Invalid type "{options.type}"', f"Use: {', '.join(KINDS)}.")
    if options.count < 1:
        raise RefraktError("INVALID_ARGS", "count must be a positive integer", "Give 1 or more.")
    fitting = [each for each in ready(plan) if _fits(each, options)]
    return {"items": [_item(each) for each in fitting[: options.count]]}


def _fits(entity: Entity, options: NextOptions) -> bool:
    attributes = entity.attributes
    assignee = attributes.get("assignee") or UNASSIGNED
    return (
        options.type in ("all", entity.kind.name)
        and options.milestone in (None, attributes.get("milestone"))
        and (options.tag is None or options.tag in listed(attributes.get("tags")))
        and options.assignee in (None, assignee)
    )


def _item(entity: Entity) -> Json:
    from refrakt_plan.readiness import complexity, priority

    told = entity.as_json()
    return {
        "id": entity.id,
        "title": entity.title,
        "type": entity.kind.name,
        "priority": priority(entity),
        "complexity": complexity(entity),
        "milestone": entity.attributes.get("milestone"),
        **{name: told[name] for name in ("file", "criteria", "refs", "dependencies", "attributes")},
        "body": entity.body,
    }


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("next", _ABOUT)
    parser.add_argument("--milestone", metavar="NAME", help="only what counts towards this milestone")
    parser.add_argument("--tag", metavar="TAG", help="only what has this label")
    parser.add_argument("--assignee", metavar="WHO", help=f"only what this person does, or `{UNASSIGNED}`")
    parser.add_argument("--type", metavar="TYPE", default="all", help=f"one of {', '.join(KINDS)} (default: all)")
    parser.add_argument("--count", metavar="N", default="1", help="how many at most (default: 1)")
    return answer(parser, words, _from_words, _as_text, lambda result: 0 if result["items"] else 1)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    if not re.fullmatch("[0-9]{1,9}", given.count):
        raise RefraktError("INVALID_ARGS", "--count must be a positive integer", "Give 1 or more.")
    options = NextOptions(given.milestone, given.tag, given.assignee, given.type, int(given.count))
    return run_next(scan(plan_folder(context.cwd, context.config, given.dir), context.files), options)


def _as_text(result: Json) -> str:
    if not result["items"]:
        return "Nothing is ready. `refrakt plan status` shows what is blocked."
    return "\n\n".join("\n".join(_lines(each)) for each in result["items"])


def _lines(item: Json) -> Iterator[str]:
    yield f"{item['id']}  {item['title'] or ''}".rstrip()
    yield f"  {item['type']}, priority {item['priority']}, complexity {item['complexity']}"
    yield f"  {item['file']}"
    for each in item["criteria"]:
        yield f"  [{'x' if each['checked'] else ' '}] {each['text']}"
    if item["refs"]:
        yield f"  see {', '.join(item['refs'])}"


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    options = {name: value for name, value in given.items() if name != "dir"}
    return run_next(scan(inside(context.cwd, context.config, given.get("dir")), context.files), NextOptions(**options))


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
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "dir": DIR,
            "milestone": TEXT,
            "tag": TEXT,
            "assignee": about(TEXT, "A person, or `unassigned`."),
            "type": one_of(KINDS),
            "count": {"type": "integer", "minimum": 1, "description": "Default: 1."},
        }
    ),
    output_schema=record(items=some(_ITEM)),
    mcp_handler=call,
    read_only=True,
    idempotent=True,
)
