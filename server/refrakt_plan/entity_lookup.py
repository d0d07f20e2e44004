"""Finds an entity by its id, with suggestions for an unknown one."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.plugins import RefraktError
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import MILESTONE


def find_entity(plan: Plan, id: str) -> Entity:
    """The entity with an id. NOT_FOUND, with similar ids, if there is none."""
    found = plan.by_id.get(id)
    if found is not None:
        return found
    without_id = (each for each in plan.entities if each.id is None)
    broken = next((each.file for each in without_id if id and id in each.source[each.tag.start : each.tag.end]), None)
    from refrakt.plugins.message_quoting import quoted
    from refrakt.plugins.name_suggestion import did_you_mean

    hint = "Pass the id of an entity of the plan."
    if broken is not None:
        detail = f"the tag in {quoted(broken)} seems to declare it, but cannot be read"
        hint = "Fix that tag first."
    elif unread := next((each for each in plan.unreadable if each.file.rpartition("/")[2].startswith(f"{id}-")), None):
        detail = f"by its name it is in a file that cannot be read: {quoted(unread.message, 200)}"
        hint = "Make that file readable first."
    else:
        detail = did_you_mean(similar_names(id, plan.by_id)).removeprefix("; ")
    raise RefraktError("NOT_FOUND", f"Entity not found: {id}", hint, detail=detail)


def find_only_entity(plan: Plan, id: str) -> Entity:
    """The same for an entity to change. DUPLICATE_ID if several files declare the id."""
    found = find_entity(plan, id)
    files = [each.file for each in plan.entities if each.id == id]
    if len(files) > 1:
        from refrakt.plugins.message_quoting import quoted_names

        hint = "Give one of them another id first; the next free one is shown by `{command:plan.next_id}`."
        message = f"{len(files)} files declare the id {id}: {quoted_names(files)}"
        raise RefraktError("DUPLICATE_ID", message, hint, exit_code=1)
    return found


def find_milestone(plan: Plan, name: str) -> Entity:
    """The milestone with a name. NOT_FOUND, with the known names, if there is none."""
    milestones = [each for each in plan.entities if each.kind is MILESTONE]
    found = next((each for each in milestones if each.id == name), None)
    if found is not None:
        return found
    from refrakt.plugins.message_quoting import quoted_names
    from refrakt.plugins.name_suggestion import did_you_mean

    names = [each.id for each in milestones if each.id]
    listed = f"; milestones: {quoted_names(names)}" if names else ""
    hint = "Use the name of a milestone of the plan." if names else "The plan has no milestone yet."
    suggestion = did_you_mean(similar_names(name, names)) or listed
    raise RefraktError("NOT_FOUND", f"no milestone has the name '{name}'{suggestion}", hint)


def similar_names(name: str, names: Iterable[str]) -> list[str]:
    """The most similar names, the most similar first, without regard to case."""
    from refrakt.plugins.name_suggestion import nearest

    spellings = {name.casefold(): name for name in names}
    return [spellings[each] for each in nearest(name.casefold(), spellings)]
