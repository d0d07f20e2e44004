"""`plan migrate`: bring the files of an older plan up to date.

Without `--apply` it only tells what it would do. With it, each file is changed on its own: one that cannot be, because it has
unsaved changes or another is in its way, is told, and the others are done.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt_plan.folder import inside, plan_folder, shown
from refrakt_plan.schemas import COUNT, DIR, FLAG, TEXT, Schema, about, one_of, record, shape, some
from refrakt_plan.shell import Json, Words, answer

if TYPE_CHECKING:
    from refrakt_plan.migrations.steps import Migration, Step, Trouble
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Bring the files of an older plan up to date; tells what it would do, unless told to apply it."
KINDS: Mapping[str, str] = {
    "filenames": "files begin with their ids",
    "dependencies": "`Dependencies` becomes `Blocked by`",
    "pr-attrs": "`pr` from the merges in git",
}


@dataclass(frozen=True, slots=True)
class MigrateOptions:
    kind: str
    apply: bool = False
    git: bool = False
    """Whether to put what was changed into git's index."""


def run_migrate(options: MigrateOptions, folder: Path, context: CommandContext) -> Json:
    """Tell what there is to do, and do it if that is wanted."""
    from refrakt_plan.changing.locking import locked
    from refrakt_plan.reading.scanner import scan

    if options.kind not in KINDS:
        raise RefraktError("INVALID_ARGS", f'Invalid migration "{options.kind}"', f"Use: {', '.join(KINDS)}.")
    plan = scan(folder, context.files)
    if not options.apply:
        return _report(options, plan, _migration(options, plan, context))
    # What was looked at must still be so when it is changed.
    with locked(folder):
        plan = scan(folder, context.files)
        return _applied(options, plan, _migration(options, plan, context), context)


def _migration(options: MigrateOptions, plan: Plan, context: CommandContext) -> Migration:
    from refrakt_plan.migrations.dependencies import dependencies
    from refrakt_plan.migrations.filenames import filenames
    from refrakt_plan.migrations.pull_requests import pull_requests

    find: Mapping[str, Callable[[Plan, CommandContext], Migration]] = {
        "filenames": filenames,
        "dependencies": dependencies,
        "pr-attrs": pull_requests,
    }
    if options.git:
        from refrakt_plan.migrations.staging import repository_of

        repository_of(plan.folder)
    return find[options.kind](plan, context)


def _applied(options: MigrateOptions, plan: Plan, migration: Migration, context: CommandContext) -> Json:
    """Do what can be done, one file after the other."""
    from refrakt_plan.migrations.staging import repository_of, stage
    from refrakt_plan.migrations.steps import Trouble

    done: list[Step] = []
    troubles: list[Trouble] = []
    unsaved: list[str] = []
    for step in migration.steps:
        try:
            waiting = context.files.apply(step.changes, plan.folder).unsaved
        except RefraktError as trouble:
            troubles.append(Trouble(step.file, trouble.message))
            continue
        done.append(step)
        if waiting:
            unsaved.append(step.file)
    if options.git:
        try:
            saved = [each for each in done if each.file not in unsaved]
            troubles += stage(repository_of(plan.folder), saved, context.cwd)
        except RefraktError as trouble:
            troubles.append(Trouble(shown(context.cwd, plan.folder), f"changed, but not staged: {trouble.message}"))
    return _report(options, plan, migration, done, troubles, unsaved)


def _report(
    options: MigrateOptions,
    plan: Plan,
    migration: Migration,
    done: Sequence[Step] = (),
    troubles: Sequence[Trouble] = (),
    unsaved: Sequence[str] = (),
) -> Json:
    errors = [each._asdict() for each in (*migration.troubles, *troubles)]
    return {
        "mode": "apply" if options.apply else "dry-run",
        "scanned": len(plan.entities),
        "planned": [dict(each.told) for each in migration.steps],
        "applied": [dict(each.told) for each in done],
        "skipped": dict(migration.skipped),
        **{name: list(each) for name, each in migration.lists.items()},
        **({"unsaved": list(unsaved)} if unsaved else {}),
        "errors": errors,
        "exitCode": 1 if errors else 0,
    }


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("migrate", _ABOUT)
    kinds = "; ".join(f"{name}: {meaning}" for name, meaning in KINDS.items())
    parser.add_argument("kind", metavar="MIGRATION", help=kinds)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--apply", action="store_true", help="change the files")
    mode.add_argument("--dry-run", action="store_true", help="only tell what would be changed (the default)")
    parser.add_argument("--git", action="store_true", help="stage what was changed")
    return answer(parser, words, _from_words, _as_text, lambda result: int(result["exitCode"]))


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    options = MigrateOptions(given.kind, given.apply, given.git)
    return run_migrate(options, plan_folder(context.cwd, context.config, given.dir), context)


def _as_text(result: Json) -> str:
    return "\n".join(_lines(result)).lstrip("\n")


def _lines(result: Json) -> Iterator[str]:
    applied = result["mode"] == "apply"
    entries = result["applied"] if applied else result["planned"]
    for each in entries:
        yield _entry(each)
    if result.get("links"):
        yield "\nLinked by their old names:"
        yield from (f"  {each['file']}: {each['to']}" for each in result["links"])
    if result.get("flagged"):
        yield "\nRead as if the other one waited; move what does to `Blocks`:"
        yield from (f"  {each['file']}:{each['line']}: {each['text']}" for each in result["flagged"])
    if result.get("ambiguous"):
        yield "\nFinished by several:"
        yield from (f"  {each['file']}: {', '.join(each['prs'])}" for each in result["ambiguous"])
    if result.get("unresolved"):
        yield "\nFinished by no pull request that git knows of:"
        yield from (f"  {each['file']}" for each in result["unresolved"])
    if result.get("unsaved"):
        yield "\nTo be saved in the editor:"
        yield from (f"  {each}" for each in result["unsaved"])
    if result["errors"]:
        yield "\nNot done:"
        yield from (f"  {each['file']}: {each['reason']}" for each in result["errors"])
    ending = "changed" if applied else "to change; --apply does it" if entries else "to change"
    yield f"\n{result['scanned']} scanned, {len(entries)} {ending}"


def _entry(each: Json) -> str:
    if "pr" in each:
        return f"{each['file']}: {each['pr']}"
    where = f"{each['file']}:{each['line']}: " if "line" in each else ""
    return f"{where}{each['from']} → {each['to']}"


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    options = MigrateOptions(given["subcommand"], given.get("apply", False), given.get("useGit", False))
    return run_migrate(options, inside(context.cwd, context.config, given.get("dir")), context)


_STEP: Schema = {"type": "object"}

COMMAND = Command(
    "migrate",
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "subcommand": one_of(KINDS, "; ".join(f"{name}: {meaning}" for name, meaning in KINDS.items())),
            "dir": DIR,
            "apply": about(FLAG, "Change the files."),
            "useGit": about(FLAG, "Stage what was changed."),
        },
        ["subcommand"],
    ),
    output_schema=record(
        mode=one_of(("apply", "dry-run")),
        scanned=COUNT,
        planned=some(_STEP),
        applied=some(_STEP),
        skipped={"type": "object", "additionalProperties": COUNT},
        errors=some(record(file=TEXT, reason=TEXT)),
        exitCode=COUNT,
    ),
    mcp_handler=call,
    idempotent=True,
)
