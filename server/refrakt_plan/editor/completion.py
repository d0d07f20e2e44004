"""What could stand in the tags of a plan: ids with their titles, milestones, statuses, tags and people that are in use.

What is likelier to be meant comes first: open items before finished ones, those of the same milestone before the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from refrakt.plugins import CommandContext, Offer, Offers, Range, SourceFile
from refrakt.plugins.markdoc import Document
from refrakt_plan.changing.naming import next_id
from refrakt_plan.editor.hover import card
from refrakt_plan.editor.looking import View, document_of, look
from refrakt_plan.editor.typed import Typed, in_tag, typed_at
from refrakt_plan.entity import Entity
from refrakt_plan.runes import PACKAGE
from refrakt_plan.vocabulary import (
    DECISION,
    LISTS,
    MILESTONE,
    NAMING,
    REFERRING,
    SPEC,
    TYPES,
    EntityType,
    Standing,
)

_MOST = 100
"""So many ids are offered. Who sees a hundred types on."""
_STANDINGS: Mapping[Standing, str] = {"actionable": "can be started", "achieved": "finished", "retired": "given up"}
_BEGUN = re.compile(r"(?<![\w/\"#.-])(?<!\]\()(?:" + "|".join(k.prefix for k in TYPES.values() if k.prefix) + r")\d*\Z")
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """Where somebody types, and what is known there."""

    view: View
    typed: Typed
    name: str
    """What the file is called."""
    entity: Entity | None
    """The entity in it."""

    @property
    def place(self) -> Range:
        """What an offer replaces."""
        return self.typed.item if self.typed.attribute in LISTS else self.typed.word

    @property
    def begun(self) -> str:
        """What has been typed of it."""
        start = self.place.start - self.typed.word.start
        return self.typed.text[start : self.typed.offset - self.typed.word.start]

    def written(self, value: str, *, goes_on: bool = False) -> str:
        """A value as it is put in: with the quotes that are missing, unless somebody will type on in it."""
        inside = value.replace("\\", "\\\\").replace('"', '\\"')
        before = "" if self.typed.quoted else '"'
        return f"{before}{inside}{'' if self.typed.closed or goes_on else chr(34)}"


def complete(file: SourceFile, offset: int, context: CommandContext) -> Offers | None:
    document = document_of(file)
    typed = typed_at(document, offset)
    if typed is None:
        return _in_prose(file, document, offset, context)
    if not {"\n", "\r"}.isdisjoint(typed.text):
        return None  # editors replace within a line only
    kind = TYPES.get(typed.tag)
    if kind is None and (REFERRING.get(typed.tag) != typed.attribute or typed.text.startswith("/")):
        return None
    view = look(context)
    if view is None:
        return None
    in_plan = file.path.is_relative_to(view.folder)
    asked = Asked(view, typed, file.path.name, view.entity_in(file))
    if kind is not None:
        return _of_entity(asked, kind)
    if typed.attribute == "milestone":
        return _ids(asked, (MILESTONE,), alone=True)
    if not in_plan and _is_known_to_sites(context.config):
        return None
    # On a page of a site, other things than entities may be meant as well.
    return _ids(asked, TYPES.values(), alone=in_plan)


def _is_known_to_sites(config: Mapping[str, Any]) -> bool:
    """Whether a site takes the plan in: refrakt itself then offers the ids of entities with everything else it knows."""
    sites = config.get("sites")
    told = (config, config.get("site"), *(sites.values() if isinstance(sites, Mapping) else ()))
    plugins = (each.get("plugins") for each in told if isinstance(each, Mapping))
    return any(isinstance(each, list) and PACKAGE.name in each for each in plugins)


def _of_entity(asked: Asked, kind: EntityType) -> Offers | None:
    """The values of an entity's own attributes."""
    name = asked.typed.attribute
    if name == kind.key:
        return Offers(tuple(_free_ids(asked, kind)))
    if name not in kind.settable:
        return None
    if name == "milestone":
        return _ids(asked, (MILESTONE,), alone=True)
    if name == "supersedes":
        return _ids(asked, (kind,), alone=True)
    if name in NAMING:
        return _ids(asked, (SPEC, DECISION), alone=True)
    if name == "status":
        return Offers(tuple(_statuses(asked, kind)), alone=True)
    if name == "pr":
        return Offers(tuple(_repositories(asked)))
    if name in ("tags", "assignee"):
        return Offers(tuple(_used(asked, name)))
    return None


# Ids ----------------------------------------------------------------------------------------------------------------


def _ids(asked: Asked, kinds: Iterable[EntityType], *, alone: bool) -> Offers:
    others = asked.typed.others if asked.typed.attribute in LISTS else ()
    fitting = _fitting(asked.view, asked.entity, tuple(kinds), asked.begun, others)
    offers = _offers(asked.view, fitting, asked.place, asked.written)
    return Offers(tuple(offers), complete=len(fitting) <= _MOST, alone=alone)


def _fitting(
    view: View, own: Entity | None, kinds: tuple[EntityType, ...], begun: str, without: Iterable[str] = ()
) -> list[Entity]:
    """The entities whose id or title has these letters in it, the likeliest first."""
    letters, left_out, names = begun.lower(), {*without, own.id if own else None}, {each.name for each in kinds}
    found = [
        (text.startswith(letters), each)
        for text, each in view.index.searched
        if letters in text and each.kind.name in names and each.id not in left_out
    ]
    milestone = own.attributes.get("milestone") if own is not None else None
    # What was written last is likelier to be meant than what was written first.
    found.reverse()
    found.sort(key=lambda each: (_distance(each[1], milestone), not each[0]))
    return [each for _, each in found]


def _distance(entity: Entity, milestone: str | None) -> int:
    """How far something is from what somebody works on."""
    if entity.kind.is_terminal(entity.status) and entity.kind is not SPEC:
        return 2
    return 0 if milestone and entity.attributes.get("milestone") == milestone else 1


def _offers(view: View, found: list[Entity], place: Range, written: Callable[[str], str]) -> Iterator[Offer]:
    for number, each in enumerate(found[:_MOST]):
        id = each.id or ""
        state = f"{each.kind.name}, {each.status}" if each.status else each.kind.name
        yield Offer(
            id,
            "entity",
            place,
            written(id),
            detail=f"{each.title} ({state})" if each.title else state,
            about=partial(card, view, each),
            sort=f"0{number:03}",
            # Whoever types its title is shown it, too.
            filter=f"{id} {each.title}" if each.title else "",
        )


def _in_prose(file: SourceFile, document: Document, offset: int, context: CommandContext) -> Offers | None:
    """References to entities, where somebody begins to write an id in a sentence of the plan."""
    begun = _BEGUN.search(document.text, max(0, offset - _LONGEST_WORD), offset)
    if begun is None or in_tag(document, offset) or in_code(document, offset):
        return None
    view = look(context)
    if view is None or not file.path.is_relative_to(view.folder):
        return None
    found = _fitting(view, view.entity_in(file), tuple(TYPES.values()), begun[0])
    place = Range(begun.start(), offset)
    return Offers(tuple(_offers(view, found, place, '{{% ref "{}" /%}}'.format)), complete=len(found) <= _MOST)


def in_code(document: Document, offset: int) -> bool:
    """Whether a place is in code, or in the lines before a page, where a tag would be none."""
    frontmatter = document.frontmatter
    if frontmatter is not None and offset <= document.offsets(frontmatter.span)[1]:
        return True
    spans = (document.offsets(node.span) for node in document.tree.walk() if node.type in ("fence", "code"))
    return any(start <= offset <= end for start, end in spans)


def _free_ids(asked: Asked, kind: EntityType) -> Iterator[Offer]:
    """Ids for an entity that has none yet: what its file is called, and the next that is free."""
    if kind.prefix is None:
        return
    called = re.match(rf"{kind.prefix}\d+(?=[-.])", asked.name)
    next_one, _ = next_id(asked.view.plan, kind)
    found = {called[0]: "as the file is called"} if called and called[0] not in asked.view.plan.by_id else {}
    for number, (id, detail) in enumerate({**found, next_one: "the next id"}.items()):
        yield Offer(id, "value", asked.place, asked.written(id), detail=detail, sort=f"0{number:03}")


# Other values -------------------------------------------------------------------------------------------------------


def _statuses(asked: Asked, kind: EntityType) -> Iterator[Offer]:
    now = asked.typed.text
    for number, name in enumerate([*kind.after(now), *([now] if now in kind.statuses else [])]):
        detail = _STANDINGS.get(kind.standing(name), "")
        yield Offer(name, "value", asked.place, asked.written(name), detail=detail, sort=f"0{number:03}")


def _used(asked: Asked, name: str) -> Iterator[Offer]:
    """Values that others have, those in frequent use first."""
    used = asked.view.index.used(name)
    others = asked.typed.others if name in LISTS else [asked.typed.text]
    found = [(value, count) for value, count in used.most_common() if value not in others]
    for number, (value, count) in enumerate(found):
        detail = "used once" if count == 1 else f"used {count} times"
        yield Offer(value, "value", asked.place, asked.written(value), detail=detail, sort=f"0{number:03}")


def _repositories(asked: Asked) -> Iterator[Offer]:
    """The repositories whose pull requests others name; the number is still to be typed."""
    used = (each.partition("#")[0] for each in asked.view.index.used("pr"))
    for each in dict.fromkeys(used):
        start = f"{each}#"
        yield Offer(start, "value", asked.place, asked.written(start, goes_on=True), detail="pull request")
