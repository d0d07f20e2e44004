"""`plan migrate`: update the files of an older plan.

Without `--apply` it only lists the changes. Each file is changed on its own: one that cannot be changed, because it has unsaved
changes or its new name is taken, is reported, and the others are changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, RefraktError, option
from refrakt_plan.command_line import Json, PlanInput, folder_of, terminal_text
from refrakt_plan.plan_folder import display_path
from refrakt_plan.schemas import COUNT, TEXT, Schema, one_of, record, some

if TYPE_CHECKING:
    from refrakt_plan.migrations.migration import Migration, MigrationFailure, MigrationStep
    from refrakt_plan.scanner.plan_scanner import Plan

KINDS = ("filenames", "dependencies", "pr-attrs")


@dataclass(frozen=True, slots=True, kw_only=True)
class MigrateInput(PlanInput):
    kind: str = option(name="subcommand", choices=KINDS, positional=True)
    """filenames: start with the id; dependencies: `Dependencies` becomes `Blocked by`; pr-attrs: `pr` from merges in git"""
    apply: bool = False
    """change the files"""
    dry_run: bool = option(False, agent=False)
    """only list the changes (the default)"""
    git: bool = option(False, name="useGit")
    """stage the changed files"""


def run_migrate(options: MigrateInput, folder: Path, context: CommandContext) -> Json:
    """List the changes of a migration, and make them with `apply`."""
    from refrakt_plan.editing.plan_lock import write_lock
    from refrakt_plan.scanner.plan_scanner import scan

    if options.apply and options.dry_run:
        raise RefraktError("INVALID_ARGS", "`apply` and `dry-run` exclude each other", "Pass one of them.")
    plan = scan(folder, context.files)
    if not options.apply:
        return _report(options, plan, _migration(options, plan, context))
    # The files must not change between scan and write.
    with write_lock(folder):
        plan = scan(folder, context.files)
        return _applied(options, plan, _migration(options, plan, context), context)


def _migration(options: MigrateInput, plan: Plan, context: CommandContext) -> Migration:
    from refrakt_plan.migrations.dependencies import dependencies
    from refrakt_plan.migrations.filenames import filenames
    from refrakt_plan.migrations.pull_requests import pull_requests

    find: Mapping[str, Callable[[Plan, CommandContext], Migration]] = {
        "filenames": filenames,
        "dependencies": dependencies,
        "pr-attrs": pull_requests,
    }
    if options.git:
        from refrakt_plan.migrations.stage_changes import repository_of

        repository_of(plan.folder)
    return find[options.kind](plan, context)


def _applied(options: MigrateInput, plan: Plan, migration: Migration, context: CommandContext) -> Json:
    """Change the files one after the other."""
    from refrakt_plan.migrations.migration import MigrationFailure
    from refrakt_plan.migrations.stage_changes import repository_of, stage

    done: list[MigrationStep] = []
    troubles: list[MigrationFailure] = []
    unsaved: list[str] = []
    for step in migration.steps:
        try:
            waiting = context.files.apply(step.changes, plan.folder).unsaved
        except RefraktError as error:
            troubles.append(MigrationFailure(step.file, error.message))
            continue
        done.append(step)
        if waiting:
            unsaved.append(step.file)
    if options.git:
        try:
            saved = [each for each in done if each.file not in unsaved]
            troubles += stage(repository_of(plan.folder), saved, context.cwd)
        except RefraktError as error:
            troubles.append(
                MigrationFailure(display_path(context.cwd, plan.folder), f"changed, but not staged: {error.message}")
            )
    return _report(options, plan, migration, done, troubles, unsaved)


def _report(
    options: MigrateInput,
    plan: Plan,
    migration: Migration,
    done: Sequence[MigrationStep] = (),
    troubles: Sequence[MigrationFailure] = (),
    unsaved: Sequence[str] = (),
) -> Json:
    errors = [each._asdict() for each in (*migration.failures, *troubles)]
    return {
        "mode": "apply" if options.apply else "dry-run",
        "scanned": len(plan.entities),
        "planned": [dict(each.report) for each in migration.steps],
        "applied": [dict(each.report) for each in done],
        "skipped": dict(migration.skipped),
        **{name: list(each) for name, each in migration.lists.items()},
        **({"unsaved": list(unsaved)} if unsaved else {}),
        "errors": errors,
        "exitCode": 1 if errors else 0,
    }


def _as_text(result: Json) -> str:
    return "\n".join(_lines(result)).lstrip("\n")


def _lines(result: Json) -> Iterator[str]:
    applied = result["mode"] == "apply"
    entries = result["applied"] if applied else result["planned"]
    for each in entries:
        yield _entry(each)
    if result.get("links"):
        yield "\nLinks to the old names:"
        yield from (f"  {each['file']}: {each['to']}" for each in result["links"])
    if result.get("flagged"):
        yield "\nEntries in the opposite direction; move them to `Blocks`:"
        yield from (f"  {each['file']}:{each['line']}: {each['text']}" for each in result["flagged"])
    if result.get("ambiguous"):
        yield "\nSeveral pull requests:"
        yield from (f"  {each['file']}: {', '.join(each['prs'])}" for each in result["ambiguous"])
    if result.get("unresolved"):
        yield "\nNo pull request in git:"
        yield from (f"  {each['file']}" for each in result["unresolved"])
    if result.get("unsaved"):
        yield "\nNot saved yet in the editor:"
        yield from (f"  {each}" for each in result["unsaved"])
    if result["errors"]:
        yield "\nErrors:"
        yield from (f"  {each['file']}: {each['reason']}" for each in result["errors"])
    ending = "changed" if applied else "to change; run with `--apply`" if entries else "to change"
    yield f"\n{result['scanned']} scanned, {len(entries)} {ending}"


def _entry(each: Json) -> str:
    if "pr" in each:
        return f"{each['file']}: {each['pr']}"
    where = f"{each['file']}:{each['line']}: " if "line" in each else ""
    return f"{where}{each['from']} → {each['to']}"


_STEP: Schema = {"type": "object"}

COMMAND = Command(
    "migrate",
    "Update the files of an older plan; lists the changes unless `apply` is set.",
    input=MigrateInput,
    run=lambda query, context: run_migrate(query, folder_of(query, context), context),
    text=terminal_text(_as_text),
    exit_code=lambda result: int(result["exitCode"]),
    output_schema=record(
        mode=one_of(("apply", "dry-run")),
        scanned=COUNT,
        planned=some(_STEP),
        applied=some(_STEP),
        skipped={"type": "object", "additionalProperties": COUNT},
        errors=some(record(file=TEXT, reason=TEXT)),
        exitCode=COUNT,
    ),
    destructive=True,
    idempotent=True,
)
