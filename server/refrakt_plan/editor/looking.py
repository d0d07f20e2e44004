"""The plan as an editor looks at it: who names whom, and where everything is.

What is worked out for a plan is kept until the plan is another; of a file that has not changed, the ids it names are kept then,
too, so that a keystroke makes one file new and not all of them.
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

from refrakt.plugins import CommandContext, Location, Range, RefraktError, SourceFile
from refrakt.plugins.markdoc import Document, parse
from refrakt_plan.editor.ids import Named, Role, items, named_in
from refrakt_plan.entity import Entity
from refrakt_plan.folder import shown, trusted_folder
from refrakt_plan.reading.outline import OPTIONS
from refrakt_plan.reading.scanner import Plan, known
from refrakt_plan.vocabulary import LISTS, NAMING, REFERRING, listed

PATIENT = 0.4
"""Seconds to wait for a plan that is read for the first time, for those whom nobody who types is waiting for."""
_OTHERS = re.compile(r"\{%\s*(?:" + "|".join(each for each in REFERRING if each not in ("ref", "xref")) + r")\b")
"""Tags that name entities and of which an entity does not tell."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in the file of an entity that names one, perhaps itself."""

    entity: Entity
    named: Named


class Naming(NamedTuple):
    """Whom the file of an entity names."""

    entity: Entity
    ids: frozenset[str]
    named: tuple[Named, ...]

    @staticmethod
    def by(entity: Entity) -> Naming:
        named = tuple(named_by(entity))
        return Naming(entity, frozenset(each.id for each in named), named)


class Index:
    """What a plan says, from the other end."""

    def __init__(self, plan: Plan, before: Index | None = None) -> None:
        self.plan = plan
        self._known: dict[int, Naming] = before._known if before is not None else {}
        """What files named when that was last worked out, by the identity of their entities."""

    @cached_property
    def by_file(self) -> dict[str, Entity]:
        return {each.file: each for each in self.plan.entities}

    @cached_property
    def searched(self) -> list[tuple[str, Entity]]:
        """What can be found, with the letters by which: its id, a blank, its title, in small letters."""
        return [(f"{id} {each.title or ''}".lower(), each) for id, each in self.plan.by_id.items()]

    @cached_property
    def _naming(self) -> dict[int, Naming]:
        """What each file names, by the identity of its entity."""
        self._known = {id(each): self._known.get(id(each)) or Naming.by(each) for each in self.plan.entities}
        return self._known

    def mentions(self, id: str) -> list[Mention]:
        """Every place that names an id, declarations included, in the order of the plan."""
        some = (each for each in self._naming.values() if id in each.ids)
        return [Mention(each.entity, named) for each in some for named in each.named if named.id == id]

    def used(self, attribute: str) -> Counter[str]:
        """The values an attribute has anywhere, and how often."""
        given = (value for each in self.plan.entities if (value := each.attributes.get(attribute)))
        return Counter(value for each in given for value in (listed(each) if attribute in LISTS else [each]))


@dataclass(frozen=True)
class View:
    """A plan and the project it lies in."""

    root: Path
    folder: Path
    """The plan's folder as the project spells it."""
    index: Index

    @property
    def plan(self) -> Plan:
        return self.index.plan

    def path_of(self, file: str) -> str:
        """A file of the plan as changes and places name it."""
        return shown(self.root, self.folder / file)

    def entity_in(self, file: SourceFile) -> Entity | None:
        """The entity in a file, if the plan was read from this very text."""
        if not file.path.is_relative_to(self.folder):
            return None
        found = self.index.by_file.get(file.path.relative_to(self.folder).as_posix())
        return found if found is not None and found.source == file.text else None

    def declared(self, id: str) -> list[Entity]:
        """Everything of this id; more than one only by mistake."""
        return [each for each in self.plan.entities if each.id == id]

    def declaration(self, entity: Entity) -> Location:
        """Its id in the opening tag; the tag is all that belongs to it."""
        return Location(self.path_of(entity.file), key_place(entity), entity.tag)

    def declarations(self, ids: Iterable[str]) -> tuple[Location, ...]:
        known = (self.plan.by_id.get(each) for each in ids)
        return tuple(self.declaration(each) for each in known if each is not None)

    def location(self, mention: Mention) -> Location:
        return Location(self.path_of(mention.entity.file), mention.named.place)


_seen: dict[Path, Index] = {}
_lock = Lock()


def look(context: CommandContext, patience: float = 0.0) -> View | None:
    """The project's plan as it is now; None while it is read for the first time and for longer than somebody may wait."""
    named = trusted_folder(context.cwd, context.config)
    if named is None:
        return None
    # A folder that the user names with `..` is spelled without by editors.
    folder = Path(os.path.normpath(named))
    end = time.monotonic() + patience
    plan = known(folder, context.files)
    while plan is None and time.monotonic() < end:
        plan = known(folder, context.files)
    if plan is None:
        return None
    with _lock:
        index = _seen.get(plan.folder)
        if index is None or index.plan is not plan:
            index = _seen[plan.folder] = Index(plan, index)
    return View(context.cwd, folder, index)


def waited(context: CommandContext, patience: float) -> View | None:
    """The same for those who are asked again: TOOL_TIMEOUT while the plan is still being read."""
    found = look(context, patience)
    folder = trusted_folder(context.cwd, context.config)
    if found is None and folder is not None and folder.is_dir():
        raise RefraktError("TOOL_TIMEOUT", "the plan is still being read", "Try again in a moment.")
    return found


def document_of(file: SourceFile) -> Document:
    """A page as the editor has read it."""
    return file.document or parse(file.text, OPTIONS)


def key_place(entity: Entity) -> Range:
    """The id of an entity without its quotes; where it has none, its opening tag."""
    place = entity.places.get(entity.kind.key)
    if place is None:
        return entity.tag
    start, end = place.value
    return Range(start + 1, end - 1) if entity.source.startswith('"', start) else Range(start, end)


def named_by(entity: Entity) -> Iterator[Named]:
    """Every place in the file of an entity that names one, in the order of the text."""
    if _OTHERS.search(entity.source):
        own = key_place(entity)
        # A second entity in a file is none.
        found = named_on(parse(entity.source, OPTIONS))
        yield from (each for each in found if each.role == "reference" or each.place == own)
        return
    given: list[Named] = []
    for name in (entity.kind.key, *NAMING):
        place = entity.places.get(name)
        if place is not None and entity.attributes.get(name):
            many = name in LISTS
            role: Role = "key" if name == entity.kind.key else "reference"
            given += [Named(*each, role) for each in items(entity.source, place.value, many=many)]
    yield from sorted(given, key=lambda each: each.place)
    for reference in entity.references:
        yield Named(reference.id, Range(reference.value.start + 1, reference.value.end - 1), "reference")


def named_on(document: Document) -> Iterator[Named]:
    """Every id that the tags of a page name."""
    for tag in document.tags():
        yield from named_in(document, tag)
