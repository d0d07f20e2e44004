"""Renames files so that they begin with the ids of their entities.

References use ids, so the plan is not affected. Links to the old file name are reported.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from refrakt.plugins import CommandContext, RefraktError, WorkspaceEdit
from refrakt_plan.editing.ids import check_id, file_name_with_id
from refrakt_plan.entity import Entity
from refrakt_plan.migrations.migration import Migration, MigrationFailure, MigrationStep
from refrakt_plan.plan_folder import display_path
from refrakt_plan.scanner.plan_scanner import Plan

_LINKED = re.compile(r"(?<![^\s/\\()<>\[\]\"'`])[^\s/\\()<>\[\]\"'`]+\.md\b")


def filenames(plan: Plan, context: CommandContext) -> Migration:
    counts = dict.fromkeys(("milestones", "alreadyCorrect", "withoutId"), 0)
    steps: list[MigrationStep] = []
    failures: list[MigrationFailure] = []
    taken: set[str] = set()
    for entity in plan.entities:
        reason = _skip_reason(entity)
        if reason is not None:
            counts[reason] += 1
            continue
        try:
            new = _new_file(entity, plan, taken)
        except RefraktError as error:
            failures.append(MigrationFailure(entity.file, error.message))
            continue
        taken.add(new.casefold())
        moved = display_path(context.cwd, entity.path), display_path(context.cwd, plan.folder / new)
        report = {"id": entity.id, "from": entity.file, "to": new}
        steps.append(MigrationStep(entity.file, report, WorkspaceEdit(moved=(moved,))))
    return Migration(steps, counts, failures, {"links": list(_links(plan.entities, steps))} if steps else {})


def _skip_reason(entity: Entity) -> str | None:
    if entity.kind.prefix is None:
        return "milestones"
    if entity.id is None:
        return "withoutId"
    return "alreadyCorrect" if posixpath.basename(entity.file).startswith(f"{entity.id}-") else None


def _new_file(entity: Entity, plan: Plan, taken: set[str]) -> str:
    """The new path of a file. Refused if another file has it, or will have it."""
    assert entity.id is not None
    check_id(entity.id)
    folder, name = posixpath.split(entity.file)
    new = posixpath.join(folder, file_name_with_id(entity.id, name, entity.title))
    target = plan.folder / new
    if not entity.path.exists():
        raise RefraktError("VALIDATION_ERROR", "the file is not saved yet", "Save it first.")
    # On a case-insensitive disk the target may be the file itself.
    blocked = target.is_symlink() or (target.exists() and not target.samefile(entity.path))
    if blocked or new.casefold() in taken:
        raise RefraktError("ALREADY_EXISTS", f"{new} is the name of another file", "Rename one of them by hand.")
    return new


def _links(entities: Iterable[Entity], steps: Iterable[MigrationStep]) -> Iterator[dict[str, str]]:
    """The pages of the plan that link to one of these files."""
    names = {posixpath.basename(each.file): each.file for each in steps}
    for entity in entities:
        for name in dict.fromkeys(_LINKED.findall(entity.source)):
            if name in names:
                yield {"file": entity.file, "to": names[name]}
