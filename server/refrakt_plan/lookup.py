"""Finding an entity that somebody has named, and what to say where nobody is called that."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.plugins import RefraktError
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import MILESTONE


def entity_of(plan: Plan, id: str) -> Entity:
    """The entity with an id. NOT_FOUND, with the ids that are near, where there is none."""
    found = plan.by_id.get(id)
    if found is not None:
        return found
    nameless = (each for each in plan.entities if each.id is None)
    broken = next((each.file for each in nameless if id and id in each.source[each.tag.start : each.tag.end]), None)
    from refrakt.plugins.prose import quoted
    from refrakt.plugins.words import did_you_mean

    hint = "refrakt://plan/index lists every id."
    if broken is not None:
        detail = f"the tag in {quoted(broken)} seems to declare it, but cannot be read"
        hint = "Fix that tag first."
    elif unread := next((each for each in plan.unreadable if each.file.rpartition("/")[2].startswith(f"{id}-")), None):
        detail = f"by its name it is in a file that cannot be read: {quoted(unread.message, 200)}"
        hint = "Make that file readable first."
    else:
        detail = did_you_mean(near(id, plan.by_id)).removeprefix("; ")
    raise RefraktError("NOT_FOUND", f"Entity not found: {id}", hint, detail=detail)


def milestone_of(plan: Plan, name: str) -> Entity:
    """The milestone with a name. NOT_FOUND, with the names there are, where there is none."""
    milestones = [each for each in plan.entities if each.kind is MILESTONE]
    found = next((each for each in milestones if each.id == name), None)
    if found is not None:
        return found
    from refrakt.plugins.prose import quoted_names
    from refrakt.plugins.words import did_you_mean

    names = [each.id for each in milestones if each.id]
    known = f"; there are: {quoted_names(names)}" if names else ""
    hint = "Give the name of a milestone of the plan." if names else "The plan has no milestone yet."
    raise RefraktError("NOT_FOUND", f"no milestone is called '{name}'{did_you_mean(near(name, names)) or known}", hint)


def near(word: str, names: Iterable[str]) -> list[str]:
    """The names that somebody may have meant, the likeliest first; small letters and capitals are all one."""
    from refrakt.plugins.words import nearest

    known = {name.casefold(): name for name in names}
    return [known[name] for name in nearest(word.casefold(), known)]
