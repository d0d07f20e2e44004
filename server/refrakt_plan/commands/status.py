"""`plan status`: where a project stands.

Counts, what is ready, what is blocked and by what, what was finished last, which specs have all their work done, and what
looks forgotten.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt_plan.folder import inside, plan_folder
from refrakt_plan.schemas import COUNT, DIR, FLAG, TEXT, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.vocabulary import BUG, DECISION, MILESTONE, SPEC, TYPES, WORK, listed

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.scanner import Plan

_ABOUT = "Show where the project stands: counts, ready, blocked, done, warnings."
_COUNTED = (SPEC, WORK, BUG, DECISION)
_MOST_READY = 5
_MOST_DONE = 10


def run_status(plan: Plan, milestone: str | None = None) -> Json:
    """The state of a plan; with the progress of one milestone, the first active one where none is named."""
    from refrakt_plan.readiness import complexity, priority, ready, waiting_for

    tasks = [each for each in plan.entities if each.kind.is_task]
    chosen = _milestone(plan, milestone)
    progress = {"milestone": _progress(chosen, tasks)} if chosen else {}
    blocked = [each for each in tasks if each.status == "blocked"]
    return {
        **progress,
        "counts": {kind.plural: _count(plan, kind.name) for kind in _COUNTED},
        "blocked": [{**_named(each), "blockedBy": waiting_for(plan, each)} for each in blocked],
        "ready": [
            {**_named(each), "type": each.kind.name, "priority": priority(each), "complexity": complexity(each)}
            for each in ready(plan)[:_MOST_READY]
        ],
        "done": _done(tasks),
        "specRollups": list(_rollups(plan, tasks)),
        "warnings": list(_warnings(plan, tasks)),
    }


def _milestone(plan: Plan, name: str | None) -> Entity | None:
    milestones = [each for each in plan.entities if each.kind is MILESTONE]
    if name is None:
        return next((each for each in milestones if each.status == "active"), None)
    found = next((each for each in milestones if each.id == name), None)
    if found is None:
        from refrakt.plugins.words import did_you_mean, nearest

        names = [each.id for each in milestones if each.id]
        known = f"There are: {', '.join(names)}." if names else "The plan has no milestone yet."
        message = f"no milestone is called '{name}'{did_you_mean(nearest(name, names))}"
        raise RefraktError("NOT_FOUND", message, known)
    return found


def _progress(milestone: Entity, tasks: list[Entity]) -> Json:
    assigned = [each for each in tasks if each.attributes.get("milestone") == milestone.id]
    told = {"name": milestone.id, "status": milestone.status, "target": milestone.attributes.get("target")}
    return {
        **{name: fact for name, fact in told.items() if fact},
        "done": sum(each.standing == "achieved" for each in assigned),
        "total": len(assigned),
    }


def _count(plan: Plan, type: str) -> Json:
    by_status = Counter(each.status or "unknown" for each in plan.entities if each.kind.name == type)
    return {"total": by_status.total(), "byStatus": dict(by_status)}


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


def _rollups(plan: Plan, tasks: list[Entity]) -> Iterator[Json]:
    """For each spec that something implements: by what, in which pull requests, and whether it could be called implemented."""
    sources: dict[str, list[Entity]] = {}
    for task in sorted(tasks, key=lambda each: each.kind is BUG):
        for id in dict.fromkeys(listed(task.attributes.get("source"))):
            sources.setdefault(id, []).append(task)
    for spec in plan.entities:
        linked = sources.get(spec.id or "", [])
        if spec.kind is SPEC and linked:
            yield {
                **_named(spec),
                "status": spec.status or "unknown",
                "implementedBy": [each.id for each in linked if each.id],
                "prs": list(dict.fromkeys(pr for each in linked for pr in _pull_requests(each))),
                "suggestImplemented": spec.status == "accepted" and all(each.standing == "achieved" for each in linked),
            }


def _pull_requests(task: Entity) -> list[str]:
    return listed(task.attributes.get("pr")) or listed(task.resolution.pr if task.resolution else None)


def _warnings(plan: Plan, tasks: list[Entity]) -> Iterator[Json]:
    for each in plan.unreadable:
        yield {"type": "unreadable-file", "source": each.file, "message": each.message}
    for entity in plan.entities:
        for id in entity.refs:
            if id not in plan.by_id:
                message = f"{entity.id or entity.file} refers to {id}, which does not exist"
                yield {"type": "broken-ref", "source": entity.id or entity.file, "target": id, "message": message}
    for task in tasks:
        if not task.kind.is_terminal(task.status) and not task.attributes.get("milestone"):
            source = task.id or task.file
            yield {"type": "no-milestone", "source": source, "message": f"{source} has no milestone assigned"}


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("status", _ABOUT)
    parser.add_argument("--milestone", metavar="NAME", help="the milestone to show (default: the first active one)")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    from refrakt_plan.scanner import scan

    return run_status(scan(plan_folder(context.cwd, context.config, given.dir), context.files), given.milestone)


def _as_text(status: Json) -> str:
    return "\n\n".join("\n".join(part) for part in _parts(status) if part)


def _parts(status: Json) -> Iterator[list[str]]:
    milestone = status.get("milestone")
    if milestone:
        target = f", due {milestone['target']}" if "target" in milestone else ""
        yield [f"{milestone['name']}: {milestone['done']} of {milestone['total']} done{target}"]
    yield [_count_line(kind.name, status["counts"][kind.plural]) for kind in _COUNTED]
    yield _titled("Blocked", (f"{_name(each)}{_behind(each['blockedBy'])}" for each in status["blocked"]))
    yield _titled("Ready", (f"{_name(each)}  ({each['priority']}, {each['complexity']})" for each in status["ready"]))
    yield _titled("Done", (f"{each.get('date', '?'):<10}  {_name(each)}" for each in status["done"]))
    finished = [each for each in status["specRollups"] if each["suggestImplemented"]]
    yield _titled("All work done, could be `implemented`", map(_name, finished))
    yield _titled("Warnings", (each["message"] for each in status["warnings"]))


def _count_line(type: str, counts: Json) -> str:
    kind = TYPES[type]
    order = [*kind.display, *sorted(counts["byStatus"].keys() - set(kind.display))]
    by_status = ", ".join(f"{counts['byStatus'][name]} {name}" for name in order if name in counts["byStatus"])
    return f"{kind.plural:<10} {counts['total']:>4}  {by_status}".rstrip()


def _name(told: Json) -> str:
    return f"{told.get('id', '?')}  {told.get('title', '')}".rstrip()


def _behind(ids: list[str]) -> str:
    return f"  (waits for {', '.join(ids)})" if ids else ""


def _titled(title: str, lines: Iterator[str] | map[str]) -> list[str]:
    found = [f"  {line}" for line in lines]
    return [title, *found] if found else []


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    from refrakt_plan.scanner import scan

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
