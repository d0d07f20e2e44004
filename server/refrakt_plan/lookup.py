"""Finding an entity that somebody has named, and what to say where nobody is called that."""

from __future__ import annotations

from refrakt.plugins import RefraktError
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import MILESTONE


def entity_of(plan: Plan, id: str) -> Entity:
    """The entity with an id. NOT_FOUND, with the ids that are near, where there is none."""
    found = plan.by_id.get(id)
    if found is not None:
        return found
    from refrakt.plugins.words import nearest

    nameless = (each for each in plan.entities if each.id is None)
    broken = next((each.file for each in nameless if id and id in each.source[each.tag.start : each.tag.end]), None)
    if broken is not None:
        hint = f"The tag in {broken} seems to mean it, but cannot be read; mend it first."
    elif close := nearest(id, plan.by_id):
        hint = f"Did you mean {' or '.join(close)}?"
    else:
        hint = "refrakt://plan/index lists every id."
    raise RefraktError("NOT_FOUND", f"Entity not found: {id}", hint)


def milestone_of(plan: Plan, name: str) -> Entity:
    """The milestone with a name. NOT_FOUND, with the names there are, where there is none."""
    milestones = [each for each in plan.entities if each.kind is MILESTONE]
    found = next((each for each in milestones if each.id == name), None)
    if found is not None:
        return found
    from refrakt.plugins.words import did_you_mean, nearest

    names = [each.id for each in milestones if each.id]
    known = f"There are: {', '.join(names)}." if names else "The plan has no milestone yet."
    message = f"no milestone is called '{name}'{did_you_mean(nearest(name, names))}"
    raise RefraktError("NOT_FOUND", message, known)
