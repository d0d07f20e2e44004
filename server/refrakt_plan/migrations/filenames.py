"""Files whose names begin with the ids of what they hold.

References go by ids, so a plan does not notice that a file has another name. Links to the file do, and are told.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from refrakt.plugins import Changes, CommandContext, RefraktError
from refrakt_plan.changing.naming import check_id, fitting_name
from refrakt_plan.entity import Entity
from refrakt_plan.folder import shown
from refrakt_plan.migrations.steps import Migration, Step, Trouble
from refrakt_plan.reading.scanner import Plan

_LINKED = re.compile(r"(?<![^\s/\\()<>\[\]\"'`])[^\s/\\()<>\[\]\"'`]+\.md\b")


def filenames(plan: Plan, context: CommandContext) -> Migration:
    counts = dict.fromkeys(("milestones", "alreadyCorrect", "withoutId"), 0)
    steps: list[Step] = []
    troubles: list[Trouble] = []
    taken: set[str] = set()
    for entity in plan.entities:
        reason = _no_need(entity)
        if reason is not None:
            counts[reason] += 1
            continue
        try:
            new = _new_file(entity, plan, taken)
        except RefraktError as trouble:
            troubles.append(Trouble(entity.file, trouble.message))
            continue
        taken.add(new.casefold())
        moved = shown(context.cwd, entity.path), shown(context.cwd, plan.folder / new)
        told = {"id": entity.id, "from": entity.file, "to": new}
        steps.append(Step(entity.file, told, Changes(moved=(moved,))))
    return Migration(steps, counts, troubles, {"links": list(_links(plan.entities, steps))} if steps else {})


def _no_need(entity: Entity) -> str | None:
    if entity.kind.prefix is None:
        return "milestones"
    if entity.id is None:
        return "withoutId"
    return "alreadyCorrect" if posixpath.basename(entity.file).startswith(f"{entity.id}-") else None


def _new_file(entity: Entity, plan: Plan, taken: set[str]) -> str:
    """Where a file is to go. Refused if something is there, or will be."""
    assert entity.id is not None
    check_id(entity.id)
    folder, name = posixpath.split(entity.file)
    new = posixpath.join(folder, fitting_name(entity.id, name, entity.title))
    target = plan.folder / new
    if not entity.path.exists():
        raise RefraktError("VALIDATION_ERROR", "it has not been saved yet", "Save it first.")
    # On a disk that does not tell capitals apart a file is in the way of itself.
    in_the_way = target.is_symlink() or (target.exists() and not target.samefile(entity.path))
    if in_the_way or new.casefold() in taken:
        raise RefraktError("ALREADY_EXISTS", f"{new} is another file's name", "Rename one of them by hand.")
    return new


def _links(entities: Iterable[Entity], steps: Iterable[Step]) -> Iterator[dict[str, str]]:
    """The pages of the plan that name one of these files."""
    names = {posixpath.basename(each.file): each.file for each in steps}
    for entity in entities:
        for name in dict.fromkeys(_LINKED.findall(entity.source)):
            if name in names:
                yield {"file": entity.file, "to": names[name]}
