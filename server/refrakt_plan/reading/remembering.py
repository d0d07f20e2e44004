"""Entities as they are kept between two starts, so that a plan that has not changed need not be read again.

What is kept is all that was read off a text but the text itself. Whether a text has an entity at all is worth keeping, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from refrakt.plugins import Range, Text
from refrakt.plugins.keeping import Kept
from refrakt_plan.entity import AttributePlace, Criterion, Entity, Reference, Resolution
from refrakt_plan.vocabulary import TYPES

_WHAT = "entity"


class Remembered:
    """What is known of texts from before."""

    def __init__(self) -> None:
        self._kept = Kept(Path(__file__).parents[1], _WHAT)

    def known(self, texts: Iterable[str]) -> Mapping[str, str]:
        """What is remembered of these texts, packed."""
        return self._kept.get(texts)

    def keep(self, read: Mapping[str, Entity | None]) -> None:
        """Remember what texts hold."""
        self._kept.put({text: pack(entity) for text, entity in read.items()})


def pack(entity: Entity | None) -> str:
    """An entity as text, without the text it was read from."""
    return json.dumps(None if entity is None else _packed(entity), ensure_ascii=False, separators=(",", ":"))


def _packed(entity: Entity) -> list[Any]:
    ended = entity.resolution
    return [
        entity.kind.name,
        dict(entity.attributes),
        entity.title,
        [[each.text, each.checked, each.mark, each.place] for each in entity.criteria],
        [[each.id, each.section, each.place, each.value] for each in entity.references],
        entity.sections,
        ended and [ended.place, ended.body, ended.date, ended.branch, ended.pr],
        entity.tag,
        entity.content,
        {name: [place.key, place.value] for name, place in entity.places.items()},
    ]


def unpack(packed: str, file: str, path: Path, text: Text) -> Entity | None:
    """The entity of a text of which this is remembered."""
    kept = json.loads(packed)
    if kept is None:
        return None
    kind, attributes, title, criteria, references, sections, ended, tag, content, places = kept
    return Entity(
        file,
        path,
        text.text,
        text.version,
        TYPES[kind],
        attributes,
        title,
        tuple(Criterion(words, checked, Range(*mark), Range(*place)) for words, checked, mark, place in criteria),
        tuple(Reference(id, section, Range(*place), Range(*value)) for id, section, place, value in references),
        tuple(sections),
        ended and Resolution(Range(*ended[0]), *ended[1:]),
        Range(*tag),
        Range(*content),
        {name: AttributePlace(Range(*key), Range(*value)) for name, (key, value) in places.items()},
    )
