"""The index of the static site: every entity, by type and status."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from refrakt.plugins.markdoc import Renderable, Tag
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import TYPES, EntityType

_NO_STATUS = "No status"


def index_content(entities: Sequence[Entity], title: str, url: Callable[[Entity], str]) -> list[Renderable]:
    """The elements of the page."""
    sections = [
        _section(kind, found, url)
        for kind in TYPES.values()
        if (found := [entity for entity in entities if entity.kind is kind])
    ]
    return [Tag("h1", {}, [title]), *(sections or [Tag("p", {}, ["The plan has no entities."])])]


def _section(kind: EntityType, entities: Sequence[Entity], url: Callable[[Entity], str]) -> Tag:
    content: list[Renderable] = [Tag("h2", {"id": kind.folder}, [kind.plural.capitalize()])]
    for label, found in _by_status(kind, entities):
        content.append(Tag("h3", {}, [f"{label} ({len(found)})"]))
        content.append(Tag("ul", {}, [_item(each, url(each)) for each in found]))
    return Tag("section", {}, content)


def _by_status(kind: EntityType, entities: Sequence[Entity]) -> Iterator[tuple[str, list[Entity]]]:
    """The entities of each status: known ones in the order of display, then others, then those without."""
    others = sorted({each.status for each in entities if each.status and each.status not in kind.display})
    for status in (*kind.display, *others, None):
        found = [each for each in entities if each.status == status]
        if found:
            declared = kind.statuses.get(status or "")
            yield declared.label if declared else status or _NO_STATUS, found


def _item(entity: Entity, url: str) -> Tag:
    text = entity.name if entity.title in (None, entity.name) else f"{entity.name}: {entity.title}"
    done = sum(each.checked for each in entity.criteria)
    progress = [f" {done}/{len(entity.criteria)}"] if entity.criteria else []
    return Tag("li", {}, [Tag("a", {"href": url}, [text]), *progress])
