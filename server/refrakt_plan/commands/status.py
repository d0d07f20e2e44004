"""`plan status`: an overview of the plan.

Counts, ready items, blocked items with their blockers, the items finished last, specs with all their work done, and warnings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, option, short_answer
from refrakt.plugins.message_quoting import one_line
from refrakt_plan.command_line import Json, PlanInput, plan_of, terminal_text
from refrakt_plan.schemas import COUNT, FLAG, TEXT, record, some
from refrakt_plan.vocabulary import BUG, DECISION, MILESTONE, SPEC, WORK

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.scanner.plan_scanner import Plan

_COUNTED = (SPEC, WORK, BUG, DECISION)
_ENDED = tuple(status for status in SPEC.statuses if SPEC.is_terminal(status))
_MOST_TEXT = 3_900
"""Characters of the answer for an agent by default."""
_MOST_READY = 5
_MOST_DONE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusInput(PlanInput):
    milestone: str | None = option(None, metavar="NAME", described=False)
    """milestone to show (default: the first active one)"""
    detail: str = option("compact", choices=("compact", "full"), shell=False, described=False)
    """the first entries of long lists, or everything"""


def run_status(plan: Plan, milestone: str | None = None) -> Json:
    """The status of a plan, with the progress of a milestone: the named one, else the first active one."""
    return plan.memoise(("status", milestone), lambda: _status(plan, milestone))


def _answer(query: StatusInput, context: CommandContext) -> Json:
    """The status; an agent gets a short one by default, with the specs first whose status can be changed."""
    plan = plan_of(query, context)
    status = run_status(plan, query.milestone)
    if context.shell or query.detail == "full":
        return status
    return plan.memoise(("short status", query.milestone), lambda: _short(status))


def _short(status: Json) -> Json:
    rollups = sorted(status["specRollups"], key=lambda each: (not each["suggestImplemented"], each["status"] in _ENDED))
    return short_answer({**status, "specRollups": rollups}, _MOST_TEXT)


def _status(plan: Plan, milestone: str | None) -> Json:
    from refrakt_plan.readiness import complexity, open_blockers, priority, ready

    tasks = [each for each in plan.entities if each.kind.is_task]
    chosen = _milestone(plan, milestone)
    progress = {"milestone": _progress(plan, chosen)} if chosen else {}
    blocked = [each for each in tasks if each.status == "blocked"]
    return {
        **progress,
        "counts": _counts(plan),
        "blocked": [{**_named(each), "blockedBy": open_blockers(plan, each)} for each in blocked],
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
    from refrakt_plan.entity_lookup import find_milestone

    return find_milestone(plan, name)


def _progress(plan: Plan, milestone: Entity) -> Json:
    from refrakt_plan.entity_relations import progress

    done, total = progress(plan, milestone.id)
    attributes = {"name": milestone.id, "status": milestone.status, "target": milestone.attributes.get("target")}
    return {
        **{name: fact for name, fact in attributes.items() if fact},
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
    named = {"id": entity.id, "title": entity.title}
    return {name: fact for name, fact in named.items() if fact}


def _done(tasks: list[Entity]) -> list[Json]:
    """The items finished last that have a resolution."""
    ended = [(each, each.resolution) for each in tasks if each.category == "achieved"]
    resolved = [(each, resolution) for each, resolution in ended if resolution is not None]
    resolved.sort(key=lambda each: each[1].date or "", reverse=True)
    return [
        {**_named(each), **({"date": ended.date} if ended.date else {}), **({"pr": ended.pr} if ended.pr else {})}
        for each, ended in resolved[:_MOST_DONE]
    ]


def _rollups(plan: Plan) -> Iterator[Json]:
    """Each spec that work refers to: its work, their pull requests, and whether its status could be `implemented`."""
    from refrakt_plan.entity_relations import implementing_tasks, is_implemented

    for spec in (each for each in plan.entities if each.kind is SPEC):
        linked = sorted(implementing_tasks(plan, spec.id), key=lambda each: each.kind is BUG)
        if linked:
            yield {
                **_named(spec),
                "status": spec.status or "unknown",
                "implementedBy": [each.id for each in linked if each.id],
                "prs": list(dict.fromkeys(pr for each in linked for pr in each.pull_requests)),
                "suggestImplemented": spec.status == "accepted" and is_implemented(plan, spec.id),
            }


def _warnings(plan: Plan, tasks: list[Entity]) -> Iterator[Json]:
    from refrakt_plan.rules.unreadable_tag import is_readable, unreadable_tag

    for each in plan.unreadable:
        yield {"type": "unreadable-file", "source": each.file, "message": one_line(each.message)}
    for entity in plan.entities:
        for problem in () if is_readable(entity) else unreadable_tag(entity):
            yield {"type": "unreadable-tag", "source": entity.file, "message": one_line(problem.message)}
    for entity in plan.entities:
        for id in entity.refs:
            if id not in plan.by_id:
                message = one_line(f"{entity.name} refers to {id}, which does not exist")
                yield {"type": "broken-ref", "source": entity.name, "target": id, "message": message}
    for task in tasks:
        # The milestone of an unreadable tag is unknown.
        if not task.kind.is_terminal(task.status) and not task.attributes.get("milestone") and is_readable(task):
            message = one_line(f"{task.name} has no milestone assigned")
            yield {"type": "no-milestone", "source": task.name, "message": message}


def _as_text(status: Json) -> str:
    from refrakt_plan.rendering.status_overview import overview
    from refrakt_plan.rendering.terminal import terminal

    return overview(status, terminal())


_COUNTS = record(total=COUNT, byStatus={"type": "object", "additionalProperties": COUNT})

COMMAND = Command(
    "status",
    "Show the status of the plan: counts, ready, blocked, done, warnings.",
    input=StatusInput,
    run=_answer,
    text=terminal_text(_as_text),
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
    read_only=True,
    idempotent=True,
)
