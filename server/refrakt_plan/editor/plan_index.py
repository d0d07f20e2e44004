"""The plan for editor requests, with an index of the occurrences of ids.

An index is kept until the plan changes. A new index reuses the occurrences of unchanged files, so a keystroke costs one file.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from refrakt.plugins import CommandContext, Location, RefraktError, SourceFile, Span
from refrakt.plugins.markdoc import Document, parse
from refrakt_plan.editor.id_at_offset import IdOccurrence, Role, items, occurrences_in_tag
from refrakt_plan.entity import Entity
from refrakt_plan.plan_folder import display_path, trusted_folder
from refrakt_plan.scanner.outline import PARSE_OPTIONS
from refrakt_plan.scanner.plan_scanner import Plan, scan_without_waiting
from refrakt_plan.vocabulary import LIST_ATTRIBUTES, REFERENCE_ATTRIBUTES, REFERENCE_TAGS, split_list

LONG_WAIT_S = 0.4
"""Seconds to wait for the first scan, in requests that do not delay typing."""
_OTHER_TAGS = re.compile(
    r"\{%\s*(?:" + "|".join(each for each in REFERENCE_TAGS if each not in ("ref", "xref")) + r")\b"
)
"""Reference tags that are not in `Entity.references`."""


@dataclass(frozen=True, slots=True)
class LocatedOccurrence:
    """An occurrence of an id in the file of an entity."""

    entity: Entity
    occurrence: IdOccurrence


class EntityOccurrences(NamedTuple):
    """The occurrences of ids in the file of an entity."""

    entity: Entity
    ids: frozenset[str]
    occurrences: tuple[IdOccurrence, ...]

    @staticmethod
    def of(entity: Entity) -> EntityOccurrences:
        found = tuple(occurrences_in_entity(entity))
        return EntityOccurrences(entity, frozenset(each.id for each in found), found)


class PlanIndex:
    """Reverse lookups in a plan."""

    def __init__(self, plan: Plan, before: PlanIndex | None = None) -> None:
        self.plan = plan
        self._computed: dict[int, EntityOccurrences] = before._computed if before is not None else {}
        """The latest occurrences, by the identity of their entities."""

    @cached_property
    def by_file(self) -> dict[str, Entity]:
        return {each.file: each for each in self.plan.entities}

    @cached_property
    def search_texts(self) -> list[tuple[str, Entity]]:
        """The entities with their search texts: id, space and title in lower case."""
        return [(f"{id} {each.title or ''}".lower(), each) for id, each in self.plan.by_id.items()]

    @cached_property
    def _by_entity(self) -> dict[int, EntityOccurrences]:
        """The occurrences in each file, by the identity of its entity."""
        self._computed = {
            id(each): self._computed.get(id(each)) or EntityOccurrences.of(each) for each in self.plan.entities
        }
        return self._computed

    def occurrences(self, id: str) -> list[LocatedOccurrence]:
        """Every occurrence of an id, declarations included, in plan order."""
        files = (each for each in self._by_entity.values() if id in each.ids)
        return [LocatedOccurrence(file.entity, each) for file in files for each in file.occurrences if each.id == id]

    def used_values(self, attribute: str) -> Counter[str]:
        """The values of an attribute in the whole plan, with their counts."""
        values = (value for each in self.plan.entities if (value := each.attributes.get(attribute)))
        return Counter(
            item for value in values for item in (split_list(value) if attribute in LIST_ATTRIBUTES else [value])
        )


@dataclass(frozen=True)
class PlanView:
    """A plan and its project."""

    root: Path
    folder: Path
    """The plan folder, unresolved."""
    index: PlanIndex

    @property
    def plan(self) -> Plan:
        return self.index.plan

    def path_of(self, file: str) -> str:
        """The path of a plan file, for changes and locations."""
        return display_path(self.root, self.folder / file)

    def entity_in(self, file: SourceFile) -> Entity | None:
        """The entity in a file, if the plan was read from this text."""
        if not file.path.is_relative_to(self.folder):
            return None
        found = self.index.by_file.get(file.path.relative_to(self.folder).as_posix())
        return found if found is not None and found.source == file.text else None

    def entities_with_id(self, id: str) -> list[Entity]:
        """The entities with an id; more than one is a mistake."""
        return [each for each in self.plan.entities if each.id == id]

    def declaration(self, entity: Entity) -> Location:
        """The id in the opening tag, within the whole tag."""
        return Location(self.path_of(entity.file), key_range(entity), entity.tag)

    def declarations(self, ids: Iterable[str]) -> tuple[Location, ...]:
        entities = (self.plan.by_id.get(each) for each in ids)
        return tuple(self.declaration(each) for each in entities if each is not None)

    def location(self, located: LocatedOccurrence) -> Location:
        return Location(self.path_of(located.entity.file), located.occurrence.range)


_indexes: dict[Path, PlanIndex] = {}
_lock = Lock()


def plan_view(context: CommandContext, wait: float = 0.0) -> PlanView | None:
    """The project's current plan; None if the first scan takes longer than `wait` seconds."""
    named = trusted_folder(context.cwd, context.config)
    if named is None:
        return None
    # Editors normalise paths with `..`.
    folder = Path(os.path.normpath(named))
    end = time.monotonic() + wait
    plan = scan_without_waiting(folder, context.files)
    while plan is None and time.monotonic() < end:
        plan = scan_without_waiting(folder, context.files)
    if plan is None:
        return None
    with _lock:
        index = _indexes.get(plan.folder)
        if index is None or index.plan is not plan:
            index = _indexes[plan.folder] = PlanIndex(plan, index)
    return PlanView(context.cwd, folder, index)


def require_plan_view(context: CommandContext, wait: float) -> PlanView | None:
    """The same for requests that are repeated: TOOL_TIMEOUT until the first scan is complete."""
    found = plan_view(context, wait)
    folder = trusted_folder(context.cwd, context.config)
    if found is None and folder is not None and folder.is_dir():
        raise RefraktError("TOOL_TIMEOUT", "the plan is still being read", "Try again in a moment.")
    return found


def document_of(file: SourceFile) -> Document:
    """The parsed document of a page."""
    return file.document or parse(file.text, PARSE_OPTIONS)


def key_range(entity: Entity) -> Span:
    """The id of an entity without its quotes; if it has none, its opening tag."""
    ranges = entity.attribute_ranges.get(entity.kind.key)
    if ranges is None:
        return entity.tag
    start, end = ranges.value.bounds
    return Span(start + 1, end - 1) if entity.source.startswith('"', start) else Span(start, end)


def occurrences_in_entity(entity: Entity) -> Iterator[IdOccurrence]:
    """Every occurrence of an id in the file of an entity, in text order."""
    if _OTHER_TAGS.search(entity.source):
        own = key_range(entity)
        # A second entity in a file does not count.
        found = occurrences_in_document(parse(entity.source, PARSE_OPTIONS))
        yield from (each for each in found if each.role == "reference" or each.range == own)
        return
    in_tag: list[IdOccurrence] = []
    for name in (entity.kind.key, *REFERENCE_ATTRIBUTES):
        ranges = entity.attribute_ranges.get(name)
        if ranges is not None and entity.attributes.get(name):
            many = name in LIST_ATTRIBUTES
            role: Role = "key" if name == entity.kind.key else "reference"
            in_tag += [IdOccurrence(*each, role) for each in items(entity.source, ranges.value, many=many)]
    yield from sorted(in_tag, key=lambda each: each.range)
    for reference in entity.references:
        yield IdOccurrence(reference.id, Span(reference.value.start + 1, reference.value.end - 1), "reference")


def occurrences_in_document(document: Document) -> Iterator[IdOccurrence]:
    """Every id in the tags of a page."""
    for tag in document.tags():
        yield from occurrences_in_tag(document, tag)
