"""`plan history`: the changes of the plan, or of one entity, by date, author and commit.

Everything comes from git. Uncommitted changes are not part of the history, but the answer says that there are some.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from refrakt.plugins import Command, CommandContext, ProjectFiles, RefraktError, option
from refrakt.plugins.message_quoting import one_line
from refrakt_plan.command_line import Json, PlanInput, folder_of, terminal_text
from refrakt_plan.plan_folder import missing_plan
from refrakt_plan.schemas import FLAG, TEXT, one_of, or_null, record, some
from refrakt_plan.vocabulary import TYPES, split_list

if TYPE_CHECKING:
    from refrakt_plan.history.history_query import History, HistoryQuery

_LIMIT = 20
_LIMIT_FOR_AGENTS = 50
"""For a tool call about all entities."""
_ROOM = 80_000
"""Most characters of events for a tool: the host would cut a longer answer without setting `truncated`."""
_COMMIT = ("hash", "shortHash", "date", "author", "message")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryInput(PlanInput):
    id: str | None = option(None, positional=True, described=False)
    """only changes of this entity"""
    limit: int | None = option(None, minimum=1, metavar="N")
    """most events; default: 20, for agents without an id 50"""
    since: str | None = option(None, metavar="WHEN")
    """7d, 2w, 3m, 1y or a date"""
    type: str | None = option(None, metavar="TYPES")
    """only these types, separated by commas"""
    author: str | None = option(None, metavar="NAME", described=False)
    """only commits whose author's name contains this"""
    status: str | None = option(None)
    """only changes to this status"""
    all: bool = False
    """include changes to the text alone"""
    group: Literal["commit"] | None = option(None, shell=False)
    """also group by commit; the limit counts commits"""
    format: Literal["text", "json"] = option("text", agent=False)
    """output format"""

    def by_commit(self, *, shell: bool) -> bool:
        """Whether to group by commit, as the text of all entities does."""
        return self.group == "commit" or (shell and self.format == "text" and self.id is None)


def run_history(
    folder: Path, files: ProjectFiles, options: HistoryInput, *, by_commit: bool = False, room: int | None = None
) -> Json:
    """The matching events, and why there are no more; `room` limits their characters."""
    from refrakt_plan.git import GitError

    question = _question(options, by_commit)
    if not folder.is_dir():
        raise missing_plan(folder)
    folder = folder.resolve()
    named: Json = {} if options.id is None else {"id": options.id}
    try:
        return {**named, **_events(folder, files, question, room)}
    except GitError as error:
        if options.id is not None:
            named["title"] = _title_now(options.id, folder, files)
        warnings = [{"type": error.type, "message": one_line(error.message)}]
        return {**named, "events": [], "truncated": False, "shallow": False, "warnings": warnings}


def _events(folder: Path, files: ProjectFiles, question: HistoryQuery, room: int | None) -> Json:
    from refrakt_plan.git import GitObjects
    from refrakt_plan.history.history_query import history_of

    history = history_of(folder)
    id = question.id
    one: Json = {}
    with GitObjects(history.repository) as objects:
        if id is not None and id not in history.ids:
            one = {"title": _title_now(id, folder, files, history.ids), "uncommitted": True}
        elif id is not None:
            one = {"title": history.title(id, objects)}
            if history.uncommitted(id, folder, files, objects):
                one["uncommitted"] = True
        answered = history.query(question, objects)
    events = [each.as_json() for each in answered.events]
    kept = events if room is None else list(_first(events, room // 2 if question.by_commit else room))
    return {
        **one,
        "events": kept,
        **({"commits": list(_by_commit(kept))} if question.by_commit else {}),
        "truncated": answered.truncated or len(kept) < len(events),
        "shallow": history.repository.shallow,
        **_warnings(history),
    }


def _first(events: list[Json], room: int) -> Iterator[Json]:
    """As many events as fit in the layout that agents get; at least one."""
    for number, each in enumerate(events):
        lines = json.dumps(each, ensure_ascii=False, indent=2).splitlines()
        room -= sum(len(line) + len("    \n") for line in lines)
        if room < 0 and number:
            return
        yield each


def _question(options: HistoryInput, by_commit: bool) -> HistoryQuery:
    import datetime

    from refrakt_plan.history.history_query import HistoryQuery
    from refrakt_plan.history.since_date import parse_since

    types = split_list(options.type)
    for each in types:
        if each not in TYPES:
            raise RefraktError("INVALID_ARGS", f"invalid type '{each}'", f"Valid types: {', '.join(TYPES)}.")
    return HistoryQuery(
        options.id,
        options.limit or _LIMIT,
        by_commit,
        parse_since(options.since, datetime.datetime.now(datetime.UTC)) if options.since else None,
        frozenset(types),
        options.author,
        options.status,
        options.all or options.id is not None,
    )


def _title_now(id: str, folder: Path, files: ProjectFiles, past: frozenset[str] = frozenset()) -> str | None:
    """The title of an entity without commits. NOT_FOUND if the plan does not have it either."""
    from refrakt_plan.scanner.plan_scanner import scan

    plan = scan(folder, files)
    if id not in plan.by_id:
        from refrakt.plugins.name_suggestion import did_you_mean, nearest

        near = did_you_mean(nearest(id, sorted(past | plan.by_id.keys())))
        hint = "Pass the id of an entity of the plan, or none for the history of all."
        raise RefraktError("NOT_FOUND", f"no entity has or had the id '{id}'{near}", hint, exit_code=1)
    return plan.by_id[id].title


def _warnings(history: History) -> Json:
    if history.lineages.changes:
        return {}
    return {"warnings": [{"type": "not-committed", "message": "no file of this plan is committed yet"}]}


def _by_commit(events: list[Json]) -> Iterator[Json]:
    commits: dict[str, list[Json]] = {}
    for each in events:
        commits.setdefault(each["hash"], []).append(each)
    for changed in commits.values():
        yield {
            **{name: changed[0][name] for name in _COMMIT},
            "entities": [
                {**{name: each[name] for name in ("id", "type", "file", "kind")}, "summary": summary(each)}
                for each in changed
            ],
        }


def summary(event: Json) -> str:
    """A short text for an event: `status ready → done; 3 criteria checked`."""
    if event["kind"] == "created":
        status = event["initialAttributes"].get("status")
        return f"created, {status}" if status else "created"
    parts = [
        f"{each['field']} {each['from'] or '(none)'} → {each['to'] or '(none)'}"
        for each in event.get("attributeChanges", ())
    ]
    for action in ("checked", "unchecked", "added", "removed"):
        count = sum(each["action"] == action for each in event.get("criteriaChanges", ()))
        if count:
            parts.append(f"{count} {'criterion' if count == 1 else 'criteria'} {action}")
    if "resolutionChange" in event:
        parts.append(f"resolution {event['resolutionChange']}")
    return "; ".join(parts) or ("removed" if event["kind"] == "removed" else "text changed")


def _run(query: HistoryInput, context: CommandContext) -> Json:
    if query.limit is None and query.id is None and not context.shell:
        query = replace(query, limit=_LIMIT_FOR_AGENTS)
    return run_history(
        folder_of(query, context),
        context.files,
        query,
        by_commit=query.by_commit(shell=context.shell),
        room=None if context.shell else _ROOM,
    )


def _as_text(result: Json) -> str:
    return "\n".join(_single(result) if "id" in result else _everything(result))


def _single(result: Json) -> Iterator[str]:
    yield f"{result['id']}  {result.get('title') or ''}".rstrip()
    yield ""
    for each in result["events"]:
        yield f"{each['date'][:10]}  {summary(each)}  ({each['author']}, {each['shortHash']})"
    if not result["events"]:
        yield "no events"
    if result.get("uncommitted"):
        yield "There are uncommitted changes."
    yield from _notes(result)


def _everything(result: Json) -> Iterator[str]:
    for commit in result.get("commits", ()):
        yield f"{commit['date'][:10]}  {commit['shortHash']}  {commit['message']}  ({commit['author']})"
        for each in commit["entities"]:
            yield f"  {each['id'] or each['file']}  {each['summary']}"
        yield ""
    if not result["events"]:
        yield "no events"
    yield from _notes(result)


def _notes(result: Json) -> Iterator[str]:
    if result["truncated"]:
        yield "There are more events; raise `--limit` to see them."
    if result["shallow"]:
        yield "This is a shallow clone: older commits are missing."
    for each in result.get("warnings", ()):
        yield f"Note: {each['message']}."


_EVENT = record(
    kind=one_of(("created", "attributes", "criteria", "resolution", "content", "removed")),
    id=or_null(TEXT),
    type=one_of(TYPES),
    file=TEXT,
    **dict.fromkeys(_COMMIT, TEXT),
)
_CHANGED = record(id=or_null(TEXT), type=TEXT, file=TEXT, kind=TEXT, summary=TEXT)

COMMAND = Command(
    "history",
    "Show the changes of the plan or of one entity, from git, the newest first.",
    input=HistoryInput,
    run=_run,
    text=terminal_text(_as_text),
    output_schema={
        "type": "object",
        "properties": {
            "id": TEXT,
            "title": or_null(TEXT),
            "events": some(_EVENT),
            "commits": some(record(**dict.fromkeys(_COMMIT, TEXT), entities=some(_CHANGED))),
            "truncated": FLAG,
            "shallow": FLAG,
            "uncommitted": FLAG,
            "warnings": some(record(type=TEXT, message=TEXT)),
        },
        "required": ["events", "truncated", "shallow"],
    },
    read_only=True,
    idempotent=True,
)
