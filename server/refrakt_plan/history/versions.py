"""What a file said in each of its versions.

The tag is enough to know which entity a version is, and to follow its attributes; for that, one line is read. The boxes and
the resolution take the whole page, and are read only where somebody asks what has changed. A content has a name of its own
in git and never becomes another, so what was read once is remembered.
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
from refrakt_plan.git import Objects, missing_contents
from refrakt_plan.reading.page import read_entity
from refrakt_plan.vocabulary import TYPES

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Head:
    """The tag of an entity."""

    type: str
    attributes: Mapping[str, str]

    @property
    def id(self) -> str | None:
        return self.attributes.get(TYPES[self.type].key) or None


@dataclass(frozen=True, slots=True)
class Body:
    """What else is compared."""

    title: str | None = None
    criteria: tuple[tuple[str, bool], ...] = ()
    """Each with whether it is checked."""
    resolution: str | None = None


class Memory(Generic[_Read]):
    """What was read of contents, the last that were used."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[str, _Read] = OrderedDict()

    def all(self, blobs: Iterable[str], objects: Objects, read: Callable[[str], _Read]) -> dict[str, _Read]:
        """What `read` makes of each content. `NoHistory` where one is missing: nobody could tell what changed."""
        found: dict[str, _Read] = {}
        missing = []
        for blob in dict.fromkeys(blobs):
            if blob in self._known:
                self._known.move_to_end(blob)
                found[blob] = self._known[blob]
            else:
                missing.append(blob)
        for blob, content in objects.read(missing):
            if content is None:
                raise missing_contents()
            found[blob] = self._known[blob] = read(decoded(content))
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return found


def decoded(content: bytes) -> str:
    """The text of a content. One that is not UTF-8 is read as far as it is: it still is a version."""
    return content.decode("utf-8-sig", "replace")


def head_of(text: str) -> Head | None:
    """The tag of the entity in a text."""
    line, _, _ = text.partition("\n")
    head = _head_of_line(line.rstrip("\r")) if line.startswith("{%") else None
    if head is None:
        entity = _read(text)
        head = _head(entity) if entity else None
    return head


@lru_cache(maxsize=4096)
def _head_of_line(line: str) -> Head | None:
    """The tag in the first line of a page, if it is all that the line holds. Most pages begin with one that did not change."""
    entity = _read(line)
    whole = entity is not None and entity.attributes and entity.tag == (0, len(line.rstrip()))
    return _head(entity) if entity and whole else None


def _head(entity: Entity) -> Head:
    return Head(entity.kind.name, entity.attributes)


def body_of(text: str) -> Body:
    entity = _read(text)
    if entity is None:
        return Body()
    criteria = tuple((each.text, each.checked) for each in entity.criteria)
    ended = entity.resolution
    told = entity.source[ended.place.start : ended.place.end].replace("\r\n", "\n").strip() if ended else None
    return Body(entity.title, criteria, told)


def _read(text: str) -> Entity | None:
    return read_entity("", Path(), Text(text))
