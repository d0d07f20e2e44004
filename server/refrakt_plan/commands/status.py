"""`plan status`: where a project stands.

Counts, what is ready, what is blocked and by what, what was finished last, which specs have all their work done, and what
looks forgotten.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext
from refrakt.plugins.prose import one_line
from refrakt_plan.folder import inside, plan_folder
from refrakt_plan.schemas import COUNT, DIR, FLAG, TEXT, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.vocabulary import BUG, DECISION, MILESTONE, SPEC, WORK

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Show where the project stands: counts, ready, blocked, done, warnings."
_COUNTED = (SPEC, WORK, BUG, DECISION)
_MOST_READY = 5
_MOST_DONE = 10


def run_status(plan: Plan, milestone: str | None = None) -> Json:
    """The state of a plan; with the progress of one milestone, the first active one where none is named."""
    return plan.once(("status", milestone), lambda: _status(plan, milestone))


def _status(plan: Plan, milestone: str | None) -> Json:
    from refrakt_plan.readiness import complexity, priority, ready, waiting_for

    tasks = [each for each in plan.entities if each.kind.is_task]
    chosen = _milestone(plan, milestone)
    progress = {"milestone": _progress(plan, chosen)} if chosen else {}
    blocked = [each for each in tasks if each.status == "blocked"]
    return {
        **progress,
        "counts": _counts(plan),
        "blocked": [{**_named(each), "blockedBy": waiting_for(plan, each)} for each in blocked],
        "ready": [
            {**_named(each), "type": each.kind.name, "priority": priority(each), "complexity": complexity(each)}
            for each in ready(plan)[:_MOST_READY]
        ],
        "done": _done(tasks),
        "specRollups": list(_rollups(plan)),
        "warnings": list(_warnings(plan, tasks)),
    }


def _milestone(plan: Plan, name: str | None) -> Entity | None:
    if name is None:
        return next((each for each in plan.entities if each.kind is MILESTONE and each.status == "active"), None)
    from refrakt_plan.lookup import milestone_of

    return milestone_of(plan, name)


def _progress(plan: Plan, milestone: Entity) -> Json:
    from refrakt_plan.links import progress

    done, total = progress(plan, milestone.id)
    told = {"name": milestone.id, "status": milestone.status, "target": milestone.attributes.get("target")}
    return {
        **{name: fact for name, fact in told.items() if fact},
        "done": done,
        "total": total,
    }


def _counts(plan: Plan) -> Json:
    counted: dict[str, Counter[str]] = {kind.name: Counter() for kind in (*_COUNTED, MILESTONE)}
    for each in plan.entities:
        counted[each.kind.name][each.status or "unknown"] += 1
    by_status = ((kind, counted[kind.name]) for kind in _COUNTED)
    return {kind.plural: {"total": each.total(), "byStatus": dict(each)} for kind, each in by_status}


def _named(entity: Entity) -> Json:
    told = {"id": entity.id, "title": entity.title}
    return {name: fact for name, fact in told.items() if fact}


def _done(tasks: list[Entity]) -> list[Json]:
    """What was finished last. Only what says how it ended counts."""
    ended = [(each, each.resolution) for each in tasks if each.standing == "achieved"]
    told = [(each, resolution) for each, resolution in ended if resolution is not None]
    told.sort(key=lambda each: each[1].date or "", reverse=True)
    return [
        {**_named(each), **({"date": ended.date} if ended.date else {}), **({"pr": ended.pr} if ended.pr else {})}
        for each, ended in told[:_MOST_DONE]
    ]


def _rollups(plan: Plan) -> Iterator[Json]:
    """For each spec that something implements: by what, in which pull requests, and whether it could be called implemented."""
    from refrakt_plan.links import is_made, made_for

    for spec in (each for each in plan.entities if each.kind is SPEC):
        linked = sorted(made_for(plan, spec.id), key=lambda each: each.kind is BUG)
        if linked:
            yield {
                **_named(spec),
                "status": spec.status or "unknown",
                "implementedBy": [each.id for each in linked if each.id],
                "prs": list(dict.fromkeys(pr for each in linked for pr in each.pull_requests)),
                "suggestImplemented": spec.status == "accepted" and is_made(plan, spec.id),
            }


def _warnings(plan: Plan, tasks: list[Entity]) -> Iterator[Json]:
    from refrakt_plan.checks.unreadable import is_readable, unreadable_tag

    for each in plan.unreadable:
        yield {"type": "unreadable-file", "source": each.file, "message": one_line(each.message)}
    for entity in plan.entities:
        for issue in () if is_readable(entity) else unreadable_tag(entity):
            yield {"type": issue.type, "source": entity.file, "message": one_line(issue.message)}
    for entity in plan.entities:
        for id in entity.refs:
            if id not in plan.by_id:
                message = one_line(f"{entity.id or entity.file} refers to {id}, which does not exist")
                yield {"type": "broken-ref", "source": entity.id or entity.file, "target": id, "message": message}
    for task in tasks:
        # Of a tag that cannot be read nobody knows its milestone.
        if not task.kind.is_terminal(task.status) and not task.attributes.get("milestone") and is_readable(task):
            source = task.id or task.file
            yield {"type": "no-milestone", "source": source, "message": one_line(f"{source} has no milestone assigned")}


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("status", _ABOUT)
    parser.add_argument("--milestone", metavar="NAME", help="the milestone to show (default: the first active one)")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    return run_status(scan(plan_folder(context.cwd, context.config, given.dir), context.files), given.milestone)


def _as_text(status: Json) -> str:
    from refrakt_plan.showing.overview import overview
    from refrakt_plan.showing.terminal import terminal

    return overview(status, terminal())


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    plan = scan(inside(context.cwd, context.config, given.get("dir")), context.files)
    return run_status(plan, given.get("milestone"))


_COUNTS = record(total=COUNT, byStatus={"type": "object", "additionalProperties": COUNT})

COMMAND = Command(
    "status",
    _ABOUT,
    handle,
    input_schema=shape({"dir": DIR, "milestone": TEXT}),
    output_schema={
        "type": "object",
        "properties": {
            "milestone": record(name=TEXT, done=COUNT, total=COUNT),
            "counts": record(**{kind.plural: _COUNTS for kind in _COUNTED}),
            "blocked": some(record(blockedBy=some(TEXT))),
            "ready": some(record(id=TEXT, type=TEXT, priority=TEXT, complexity=TEXT)),
            "done": some({"type": "object"}),
            "specRollups": some(record(id=TEXT, implementedBy=some(TEXT), prs=some(TEXT), suggestImplemented=FLAG)),
            "warnings": some(record(type=TEXT, source=TEXT, message=TEXT)),
        },
        "required": ["counts", "blocked", "ready", "done", "specRollups", "warnings"],
    },
    mcp_handler=call,
    read_only=True,
    idempotent=True,
)
