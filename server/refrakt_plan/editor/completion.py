"""Completion of values in the tags of a plan: ids with titles, milestones, statuses, and used labels and assignees.

Likely values come first: open entities before finished ones, those of the same milestone before others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from refrakt.plugins import CommandContext, CompletionItem, CompletionList, SourceFile, Span
from refrakt.plugins.markdoc import Document
from refrakt_plan.editing.ids import next_id
from refrakt_plan.editor.hover import entity_card
from refrakt_plan.editor.plan_index import PlanView, document_of, plan_view
from refrakt_plan.editor.typed_value import TypedValue, is_in_tag, typed_value_at
from refrakt_plan.entity import Entity
from refrakt_plan.runes import PACKAGE
from refrakt_plan.vocabulary import (
    DECISION,
    LIST_ATTRIBUTES,
    MILESTONE,
    REFERENCE_ATTRIBUTES,
    REFERENCE_TAGS,
    SPEC,
    TYPES,
    EntityType,
    StatusCategory,
)

_MAX_IDS = 100
"""The maximum number of offered ids; with more, the list is marked incomplete."""
_CATEGORIES: Mapping[StatusCategory, str] = {
    "actionable": "can be started",
    "achieved": "finished",
    "retired": "abandoned",
}
_ID_START = re.compile(
    r"(?<![\w/\"#.-])(?<!\]\()(?:" + "|".join(k.prefix for k in TYPES.values() if k.prefix) + r")\d*\Z"
)
_MAX_ID_START = 40


@dataclass(frozen=True, slots=True)
class ValueCompletion:
    """The value to complete, and its context."""

    view: PlanView
    typed: TypedValue
    file_name: str
    entity: Entity | None
    """The entity of the file."""

    @property
    def range(self) -> Span:
        """What an offer replaces."""
        return self.typed.item_range if self.typed.attribute in LIST_ATTRIBUTES else self.typed.range

    @property
    def prefix(self) -> str:
        """The part before the cursor."""
        start = self.range.start - self.typed.range.start
        return self.typed.text[start : self.typed.offset - self.typed.range.start]

    def insert_text(self, value: str, *, unfinished: bool = False) -> str:
        """A value with the missing quotes; without a closing quote if the user continues typing in it."""
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        before = "" if self.typed.quoted else '"'
        return f"{before}{escaped}{'' if self.typed.closed or unfinished else chr(34)}"


def complete(file: SourceFile, offset: int, context: CommandContext) -> CompletionList | None:
    document = document_of(file)
    typed = typed_value_at(document, offset)
    if typed is None:
        return _in_prose(file, document, offset, context)
    if not {"\n", "\r"}.isdisjoint(typed.text):
        return None  # editors replace within a line only
    kind = TYPES.get(typed.tag)
    if kind is None and (REFERENCE_TAGS.get(typed.tag) != typed.attribute or typed.text.startswith("/")):
        return None
    view = plan_view(context)
    if view is None:
        return None
    in_plan = file.path.is_relative_to(view.folder)
    request = ValueCompletion(view, typed, file.path.name, view.entity_in(file))
    if kind is not None:
        return _entity_attribute(request, kind)
    if typed.attribute == "milestone":
        return _ids(request, (MILESTONE,), alone=True)
    if not in_plan and _site_includes_plan(context.config):
        return None
    # On a page of a site, the value may also refer to something other than an entity of the plan.
    return _ids(request, TYPES.values(), alone=in_plan)


def _site_includes_plan(config: Mapping[str, Any]) -> bool:
    """Whether a site uses the plan package: refrakt then offers the ids itself."""
    sites = config.get("sites")
    objects = (config, config.get("site"), *(sites.values() if isinstance(sites, Mapping) else ()))
    plugins = (each.get("plugins") for each in objects if isinstance(each, Mapping))
    return any(isinstance(each, list) and PACKAGE.name in each for each in plugins)


def _entity_attribute(request: ValueCompletion, kind: EntityType) -> CompletionList | None:
    """Values of an entity's own attributes."""
    name = request.typed.attribute
    if name == kind.key:
        return CompletionList(tuple(_free_ids(request, kind)))
    if name not in kind.settable:
        return None
    if name == "milestone":
        return _ids(request, (MILESTONE,), alone=True)
    if name == "supersedes":
        return _ids(request, (kind,), alone=True)
    if name in REFERENCE_ATTRIBUTES:
        return _ids(request, (SPEC, DECISION), alone=True)
    if name == "status":
        return CompletionList(tuple(_statuses(request, kind)), exclusive=True)
    if name == "pr":
        return CompletionList(tuple(_repositories(request)))
    if name in ("tags", "assignee"):
        return CompletionList(tuple(_used_values(request, name)))
    return None


# Ids ----------------------------------------------------------------------------------------------------------------


def _ids(request: ValueCompletion, kinds: Iterable[EntityType], *, alone: bool) -> CompletionList:
    others = request.typed.other_items if request.typed.attribute in LIST_ATTRIBUTES else ()
    matching = _matching(request.view, request.entity, tuple(kinds), request.prefix, others)
    offers = _offers(request.view, matching, request.range, request.insert_text)
    return CompletionList(tuple(offers), complete=len(matching) <= _MAX_IDS, exclusive=alone)


def _matching(
    view: PlanView, own: Entity | None, kinds: tuple[EntityType, ...], prefix: str, excluded: Iterable[str] = ()
) -> list[Entity]:
    """The entities whose id or title contains the prefix, the likeliest first."""
    letters, left_out, names = prefix.lower(), {*excluded, own.id if own else None}, {each.name for each in kinds}
    found = [
        (text.startswith(letters), each)
        for text, each in view.index.search_texts
        if letters in text and each.kind.name in names and each.id not in left_out
    ]
    milestone = own.attributes.get("milestone") if own is not None else None
    # Newer entities are likelier.
    found.reverse()
    found.sort(key=lambda each: (_distance(each[1], milestone), not each[0]))
    return [each for _, each in found]


def _distance(entity: Entity, milestone: str | None) -> int:
    """How far an entity is from the current work."""
    if entity.kind.is_terminal(entity.status) and entity.kind is not SPEC:
        return 2
    return 0 if milestone and entity.attributes.get("milestone") == milestone else 1


def _offers(
    view: PlanView, found: list[Entity], range: Span, insert_text: Callable[[str], str]
) -> Iterator[CompletionItem]:
    for number, each in enumerate(found[:_MAX_IDS]):
        id = each.id or ""
        state = f"{each.kind.name}, {each.status}" if each.status else each.kind.name
        yield CompletionItem(
            id,
            "entity",
            range,
            insert_text(id),
            detail=f"{each.title} ({state})" if each.title else state,
            documentation=partial(entity_card, view, each),
            sort_text=f"0{number:03}",
            # Typing the title also matches.
            filter_text=f"{id} {each.title}" if each.title else "",
        )


def _in_prose(file: SourceFile, document: Document, offset: int, context: CommandContext) -> CompletionList | None:
    """References to entities, where the user starts to type an id in prose of the plan."""
    start = _ID_START.search(document.text, max(0, offset - _MAX_ID_START), offset)
    if start is None or is_in_tag(document, offset) or is_in_code(document, offset):
        return None
    view = plan_view(context)
    if view is None or not file.path.is_relative_to(view.folder):
        return None
    found = _matching(view, view.entity_in(file), tuple(TYPES.values()), start[0])
    range = Span(start.start(), offset)
    return CompletionList(
        tuple(_offers(view, found, range, '{{% ref "{}" /%}}'.format)), complete=len(found) <= _MAX_IDS
    )


def is_in_code(document: Document, offset: int) -> bool:
    """Whether an offset is in code or in the frontmatter, where a tag has no meaning."""
    frontmatter = document.frontmatter
    if frontmatter is not None and offset <= document.offsets(frontmatter.span)[1]:
        return True
    spans = (document.offsets(node.span) for node in document.tree.walk() if node.type in ("fence", "code"))
    return any(start <= offset <= end for start, end in spans)


def _free_ids(request: ValueCompletion, kind: EntityType) -> Iterator[CompletionItem]:
    """Ids for an entity without one: the id in its file name, and the next free id."""
    if kind.prefix is None:
        return
    in_name = re.match(rf"{kind.prefix}\d+(?=[-.])", request.file_name)
    next_one, _ = next_id(request.view.plan, kind)
    found = {in_name[0]: "from the file name"} if in_name and in_name[0] not in request.view.plan.by_id else {}
    for number, (id, detail) in enumerate({**found, next_one: "next free id"}.items()):
        yield CompletionItem(
            id, "value", request.range, request.insert_text(id), detail=detail, sort_text=f"0{number:03}"
        )


# Other values -------------------------------------------------------------------------------------------------------


def _statuses(request: ValueCompletion, kind: EntityType) -> Iterator[CompletionItem]:
    now = request.typed.text
    for number, name in enumerate([*kind.next_statuses(now), *([now] if now in kind.statuses else [])]):
        detail = _CATEGORIES.get(kind.category(name), "")
        yield CompletionItem(
            name, "value", request.range, request.insert_text(name), detail=detail, sort_text=f"0{number:03}"
        )


def _used_values(request: ValueCompletion, name: str) -> Iterator[CompletionItem]:
    """Values of other entities, the most frequent first."""
    used = request.view.index.used_values(name)
    others = request.typed.other_items if name in LIST_ATTRIBUTES else [request.typed.text]
    found = [(value, count) for value, count in used.most_common() if value not in others]
    for number, (value, count) in enumerate(found):
        detail = "used once" if count == 1 else f"used {count} times"
        yield CompletionItem(
            value, "value", request.range, request.insert_text(value), detail=detail, sort_text=f"0{number:03}"
        )


def _repositories(request: ValueCompletion) -> Iterator[CompletionItem]:
    """The repositories of known pull requests; the user adds the number."""
    used = (each.partition("#")[0] for each in request.view.index.used_values("pr"))
    for each in dict.fromkeys(used):
        start = f"{each}#"
        yield CompletionItem(
            start, "value", request.range, request.insert_text(start, unfinished=True), detail="pull request"
        )
