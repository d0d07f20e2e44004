"""The entity in each version of a file.

The tag identifies the entity of a version and holds its attributes; reading it takes one line. Criteria and resolution need the
whole page and are read only for events. A blob never changes, so what was read is cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

from refrakt.plugins import Text
from refrakt_plan.entity import Entity
from refrakt_plan.git import GitObjects, missing_blobs
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.vocabulary import TYPES

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class EntityTag:
    """Type and attributes of an entity."""

    type: str
    attributes: Mapping[str, str]

    @property
    def id(self) -> str | None:
        return self.attributes.get(TYPES[self.type].key) or None


@dataclass(frozen=True, slots=True)
class EntityContent:
    """Everything else that events compare."""

    title: str | None = None
    criteria: tuple[tuple[str, bool], ...] = ()
    """Text, and whether it is checked."""
    resolution: str | None = None


class BlobCache(Generic[_Value]):
    """Values read from blobs; the least recently used are dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[str, _Value] = OrderedDict()

    def get_all(self, blobs: Iterable[str], objects: GitObjects, read: Callable[[str], _Value]) -> dict[str, _Value]:
        """The result of `read` for each blob. `GitError` if one is missing, because changes would be unknown."""
        found: dict[str, _Value] = {}
        missing = []
        for blob in dict.fromkeys(blobs):
            if blob in self._values:
                self._values.move_to_end(blob)
                found[blob] = self._values[blob]
            else:
                missing.append(blob)
        for blob, content in objects.read(missing):
            if content is None:
                raise missing_blobs()
            found[blob] = self._values[blob] = read(decoded(content))
        while len(self._values) > self._limit:
            self._values.popitem(last=False)
        return found


def decoded(content: bytes) -> str:
    """The text of a blob; invalid UTF-8 is replaced, since it is a version all the same."""
    return content.decode("utf-8-sig", "replace")


def read_tag(text: str) -> EntityTag | None:
    """The tag of the entity in a text."""
    line, _, _ = text.partition("\n")
    tag = _tag_in_line(line.rstrip("\r")) if line.startswith("{%") else None
    if tag is None:
        entity = _read(text)
        tag = _tag(entity) if entity else None
    return tag


@lru_cache(maxsize=4096)
def _tag_in_line(line: str) -> EntityTag | None:
    """The tag in the first line of a page, if the line holds nothing else. Most versions of a page share this line."""
    entity = _read(line)
    whole = entity is not None and entity.attributes and entity.tag.bounds == (0, len(line.rstrip()))
    return _tag(entity) if entity and whole else None


def _tag(entity: Entity) -> EntityTag:
    return EntityTag(entity.kind.name, entity.attributes)


def read_content(text: str) -> EntityContent:
    entity = _read(text)
    if entity is None:
        return EntityContent()
    criteria = tuple((each.text, each.checked) for each in entity.criteria)
    section = entity.resolution
    resolution = None
    if section is not None:
        resolution = entity.source[section.range.start : section.range.end].replace("\r\n", "\n").strip()
    return EntityContent(entity.title, criteria, resolution)


def _read(text: str) -> Entity | None:
    return read_entity("", Path(), Text(text))
