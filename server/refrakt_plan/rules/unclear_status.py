"""Whether it is known which status an entity has. If not, problems that follow from its status are not reported."""

from __future__ import annotations

from refrakt_plan.entity import Entity


def is_status_unclear(entity: Entity) -> bool:
    """Whether the status is missing or does not exist."""
    return entity.status not in entity.kind.statuses


def has_status_under_other_name(entity: Entity) -> bool:
    """Whether another attribute was meant as the status."""
    known = (entity.kind.key, *entity.kind.settable)
    others = [each for each in entity.attributes if each not in known]
    if not others:
        return False
    from refrakt.plugins.name_suggestion import nearest
    from refrakt.runes.synonyms import attribute_synonyms, respelled

    return any(
        respelled(each, ("status",)) or nearest(each, ("status",)) or attribute_synonyms(each, ("status",))
        for each in others
    )
