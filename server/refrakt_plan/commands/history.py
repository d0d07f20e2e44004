"""`plan history`: what became of the plan, or of one entity, and when, by whom, in which commit.

Everything comes from git, so there is nothing to keep up. What is not committed is not history; that there is such a thing
is mentioned.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext, Files, RefraktError
from refrakt.plugins.prose import one_line
from refrakt_plan.folder import inside, no_plan, plan_folder
from refrakt_plan.schemas import DIR, FLAG, TEXT, about, one_of, or_null, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.vocabulary import TYPES, listed

if TYPE_CHECKING:
    from refrakt_plan.history.asking import History, Question

_ABOUT = "Tell what happened to the plan or to one entity, from git, the newest first."
_LIMIT = 20
_LIMIT_FOR_AGENTS = 50
"""For a tool that is asked about everything."""
_ROOM = 80_000
"""For the events of a tool, in characters. Longer answers would be cut by somebody who does not know what `truncated` means."""
_COMMIT = ("hash", "shortHash", "date", "author", "message")


@dataclass(frozen=True, slots=True)
class HistoryOptions:
    id: str | None = None
    limit: int = _LIMIT
    since: str | None = None
    type: str | None = None
    author: str | None = None
    status: str | None = None
    all: bool = False
    """Also changes to nothing but the text. Those of one entity are always told."""
    by_commit: bool = False
    room: int | None = None
    """How many characters the events may take; None for as many as there are."""


def run_history(folder: Path, files: Files, options: HistoryOptions) -> Json:
    """The events that fit, and what kept git from telling more."""
    from refrakt_plan.git import NoHistory

    question = _question(options)
    if not folder.is_dir():
        raise no_plan(folder)
    folder = folder.resolve()
    named: Json = {} if options.id is None else {"id": options.id}
    try:
        return {**named, **_told(folder, files, question, options.room)}
    except NoHistory as trouble:
        if options.id is not None:
            named["title"] = _title_now(options.id, folder, files)
        warnings = [{"type": trouble.type, "message": one_line(trouble.message)}]
        return {**named, "events": [], "truncated": False, "shallow": False, "warnings": warnings}


def _told(folder: Path, files: Files, question: Question, room: int | None) -> Json:
    from refrakt_plan.git import Objects
    from refrakt_plan.history.asking import history_of

    history = history_of(folder)
    id = question.id
    one: Json = {}
    with Objects(history.repository) as objects:
        if id is not None and id not in history.ids:
            one = {"title": _title_now(id, folder, files, history.ids), "uncommitted": True}
        elif id is not None:
            one = {"title": history.title(id, objects)}
            if history.uncommitted(id, folder, files, objects):
                one["uncommitted"] = True
        answered = history.ask(question, objects)
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
    """As many as there is room for when they are laid out as agents get them; one in any case."""
    for number, each in enumerate(events):
        lines = json.dumps(each, ensure_ascii=False, indent=2).splitlines()
        room -= sum(len(line) + len("    \n") for line in lines)
        if room < 0 and number:
            return
        yield each


def _question(options: HistoryOptions) -> Question:
    import datetime

    from refrakt_plan.history.asking import Question
    from refrakt_plan.history.since import moment

    if options.limit < 1:
        raise RefraktError("INVALID_ARGS", "limit must be a positive integer", "Give 1 or more.")
    types = listed(options.type)
    for each in types:
        if each not in TYPES:
            raise RefraktError("INVALID_ARGS", f'Invalid type "{each}"', f"Use: {', '.join(TYPES)}.")
    return Question(
        options.id,
        options.limit,
        options.by_commit,
        moment(options.since, datetime.datetime.now(datetime.UTC)) if options.since else None,
        frozenset(types),
        options.author,
        options.status,
        options.all or options.id is not None,
    )


def _title_now(id: str, folder: Path, files: Files, past: frozenset[str] = frozenset()) -> str | None:
    """The title of an entity of which git knows nothing. NOT_FOUND where the plan does not know it either."""
    from refrakt_plan.reading.scanner import scan

    plan = scan(folder, files)
    if id not in plan.by_id:
        from refrakt.plugins.words import did_you_mean, nearest

        near = did_you_mean(nearest(id, sorted(past | plan.by_id.keys())))
        hint = "refrakt://plan/index lists every id; without one, the history of all of them is told."
        raise RefraktError("NOT_FOUND", f"nothing has or had the id '{id}'{near}", hint, exit_code=1)
    return plan.by_id[id].title


def _warnings(history: History) -> Json:
    if history.lineages.changes:
        return {}
    return {"warnings": [{"type": "not-committed", "message": "nothing of this plan has been committed yet"}]}


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
    """An event in a few words: `status ready → done; 3 criteria checked`."""
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


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("history", _ABOUT)
    parser.add_argument("id", metavar="ID", nargs="?", help="only what happened to this entity")
    parser.add_argument("--limit", metavar="N", default=str(_LIMIT), help=f"how much at most (default: {_LIMIT})")
    parser.add_argument("--since", metavar="WHEN", help="how far to look back: 7d, 2w, 3m, 1y or a date")
    parser.add_argument("--type", metavar="TYPES", help=f"only these, with commas: {', '.join(TYPES)}")
    parser.add_argument("--author", metavar="NAME", help="only commits of an author whose name has this in it")
    parser.add_argument("--status", metavar="STATUS", help="only where this became the status")
    parser.add_argument("--all", action="store_true", help="also changes to nothing but the text")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    if not re.fullmatch("[0-9]{1,9}", given.limit):
        raise RefraktError("INVALID_ARGS", "--limit must be a positive integer", "Give 1 or more.")
    options = HistoryOptions(
        given.id,
        int(given.limit),
        given.since,
        given.type,
        given.author,
        given.status,
        given.all,
        by_commit=given.format == "text" and given.id is None,
    )
    return run_history(plan_folder(context.cwd, context.config, given.dir), context.files, options)


def _as_text(result: Json) -> str:
    return "\n".join(_single(result) if "id" in result else _everything(result))


def _single(result: Json) -> Iterator[str]:
    yield f"{result['id']}  {result.get('title') or ''}".rstrip()
    yield ""
    for each in result["events"]:
        yield f"{each['date'][:10]}  {summary(each)}  ({each['author']}, {each['shortHash']})"
    if not result["events"]:
        yield "No event."
    if result.get("uncommitted"):
        yield "There are changes that are not committed."
    yield from _notes(result)


def _everything(result: Json) -> Iterator[str]:
    for commit in result.get("commits", ()):
        yield f"{commit['date'][:10]}  {commit['shortHash']}  {commit['message']}  ({commit['author']})"
        for each in commit["entities"]:
            yield f"  {each['id'] or each['file']}  {each['summary']}"
        yield ""
    if not result["events"]:
        yield "No event."
    yield from _notes(result)


def _notes(result: Json) -> Iterator[str]:
    if result["truncated"]:
        yield "There is more; `--limit` says how much to show."
    if result["shallow"]:
        yield "This is a shallow clone: what happened before its first commit is not known here."
    for each in result.get("warnings", ()):
        yield f"Note: {each['message']}."


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    options = HistoryOptions(
        given.get("id"),
        given.get("limit") or (_LIMIT if "id" in given else _LIMIT_FOR_AGENTS),
        given.get("since"),
        given.get("type"),
        given.get("author"),
        given.get("status"),
        bool(given.get("all")),
        by_commit=given.get("group") == "commit",
        room=_ROOM,
    )
    return run_history(inside(context.cwd, context.config, given.get("dir")), context.files, options)


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
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "dir": DIR,
            "id": TEXT,
            "limit": {"type": "integer", "minimum": 1, "description": "Default: 20 with an id, else 50."},
            "since": about(TEXT, "7d, 2w, 3m, 1y or a date."),
            "type": about(TEXT, "Types with commas."),
            "author": TEXT,
            "status": about(TEXT, "Only changes to this status."),
            "all": about(FLAG, "Also changes to nothing but the text."),
            "group": one_of(("commit",), "Also sum up by commit; the limit counts commits."),
        }
    ),
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
    mcp_handler=call,
    read_only=True,
    idempotent=True,
)
