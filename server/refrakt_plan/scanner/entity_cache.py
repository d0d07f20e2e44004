"""Entities kept between two starts, so that an unchanged plan is not parsed again.

An entry holds everything read from a text except the text itself, and also that a text has no entity.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from refrakt.plugins import Span, Text
from refrakt.plugins.persistent_cache import PersistentCache
from refrakt_plan.entity import (
    AttributeRanges,
    Criterion,
    Entity,
    EntityReference,
    EntityResolution,
)
from refrakt_plan.vocabulary import TYPES

_NAMESPACE = "entity"


class EntityCache:
    """Serialized entities by the text of their file."""

    def __init__(self) -> None:
        self._entries = PersistentCache(Path(__file__).parents[1], _NAMESPACE)

    def get(self, texts: Iterable[str]) -> Mapping[str, str]:
        """The cached entries of these texts, serialized."""
        return self._entries.get(texts)

    def put(self, entities: Mapping[str, Entity | None]) -> None:
        """Cache the entities of these texts."""
        self._entries.put({text: serialize(entity) for text, entity in entities.items()})


def serialize(entity: Entity | None) -> str:
    """An entity as JSON, without its source text."""
    return json.dumps(None if entity is None else _as_list(entity), ensure_ascii=False, separators=(",", ":"))


def _as_list(entity: Entity) -> list[Any]:
    resolution = entity.resolution
    return [
        entity.kind.name,
        dict(entity.attributes),
        entity.title,
        [[each.text, each.checked, each.mark, each.range] for each in entity.criteria],
        [[each.id, each.range, each.value, each.section] for each in entity.references],
        entity.sections,
        resolution and [resolution.range, resolution.body, resolution.date, resolution.branch, resolution.pr],
        entity.tag,
        entity.content,
        {name: [each.key, each.value] for name, each in entity.attribute_ranges.items()},
    ]


def deserialize(entry: str, file: str, path: Path, text: Text) -> Entity | None:
    """The entity of a text from its cache entry."""
    fields = json.loads(entry)
    if fields is None:
        return None
    kind, attributes, title, criteria, references, sections, resolution, tag, content, ranges = fields
    return Entity(
        file,
        path,
        text.text,
        text.version,
        TYPES[kind],
        attributes,
        title,
        tuple(Criterion(text, checked, Span(*mark), Span(*range)) for text, checked, mark, range in criteria),
        tuple(EntityReference(id, Span(*range), Span(*value), section) for id, range, value, section in references),
        tuple(sections),
        resolution and EntityResolution(Span(*resolution[0]), *resolution[1:]),
        Span(*tag),
        Span(*content),
        {name: AttributeRanges(Span(*key), Span(*value)) for name, (key, value) in ranges.items()},
    )
