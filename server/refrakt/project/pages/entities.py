"""The entities that runes declare: a character, a drawer, an item of the plan.

The vocabulary (`EntityForm`) defines them, and the attributes of the tag fill them in. Their relations are known only when the part
is read, because they depend on the sections that contain the references.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.markdoc.document import Document
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.project.pages.heading_ids import heading_text
from refrakt.project.pages.page_facts import EntityFact, Heading, Reference, Relation
from refrakt.runes.content_model import Sections
from refrakt.runes.rune import HEADING, EntityDefinition, Rune

_BRACES = re.compile(r"\{([^{}]+)\}")
_BLOCKED = ("blocked-by", "blocks")
"""The relation of a reference in an entity with the status `blocked`."""

Offsets = tuple[int, int]


def declared_by(
    rune: Rune,
    node: Node,
    values: Mapping[str, Any],
    attribute_offsets: Mapping[str, Offsets],
    document: Document,
    variables: Mapping[str, Any],
) -> EntityDeclaration | None:
    """The entity that a tag declares; None if its id is not plain text."""
    form = rune.entity
    if form is None or node.open is None:
        return None
    plain = {key: value for key, value in values.items() if _is_plain(value)}
    with_defaults = {**form.defaults, **plain}
    id = _filled(form.id, with_defaults)
    if not id:
        return None
    span = document.offsets(node.span)
    id_offsets = next(
        (attribute_offsets[key] for key in _BRACES.findall(form.id) if key in attribute_offsets),
        document.offsets(node.open.span),
    )
    title = _first_heading(node, variables) if form.title == HEADING else _filled(form.title, with_defaults)
    data = {form.fields.get(key, key): value for key, value in with_defaults.items()}
    return EntityDeclaration(rune, form, id, title or None, id_offsets, span, data)


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_scalar(each) for each in value)
    return _is_scalar(value)


def _is_scalar(value: Any) -> bool:
    """Whether a value is text, a number or a flag that JSON can hold."""
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def _filled(template: str, values: Mapping[str, Any]) -> str | None:
    """A template with its attributes filled in; None if one of them is missing or empty."""
    names = _BRACES.findall(template)
    if not names or any(values.get(name) in (None, "") for name in names):
        return None
    return _BRACES.sub(lambda found: js_str(values[found[1]]), template).strip()


def _first_heading(node: Node, variables: Mapping[str, Any]) -> str | None:
    heading = next((each for each in node.walk() if each.type == "heading"), None)
    return heading_text(heading, variables) if heading is not None else None


@dataclass(frozen=True, slots=True)
class EntityDeclaration:
    """An entity whose relations are not known yet."""

    rune: Rune
    form: EntityDefinition
    id: str
    title: str | None
    id_offsets: Offsets
    span: Offsets
    data: dict[str, Any]

    def entity(self, headings: Sequence[Heading], references: Sequence[Reference]) -> EntityFact:
        form = self.form
        relations = (
            tuple(self._relations(headings, references))
            if form.relations or form.section_relations or form.reference_relation
            else ()
        )
        return EntityFact(
            form.type, self.id, self.title, *self.id_offsets, form.scope, self.rune.name, self.data, relations
        )

    def _relations(self, headings: Sequence[Heading], references: Sequence[Reference]) -> list[Relation]:
        """By attribute and by section, then for references elsewhere; each entity that is only mentioned counts once."""
        form, (start, end) = self.form, self.span
        inside = [each for each in references if each.kind in ("xref", "expand") and start <= each.start < end]
        own = [each for each in inside if each.rune == self.rune.name]
        named = [each for each in inside if each.rune == "xref"]
        ties = {
            Relation(*tie, each.name): None
            for key, tie in form.relations.items()
            for each in own
            if each.name in self._ids(key)
        }
        if form.section_relations:
            sections = self._sections(headings)
            starts = [at for at, _ in sections]
            for each in named:
                before = bisect_right(starts, each.start) - 1
                tie = sections[before][1] if before >= 0 else None
                if tie is not None:
                    ties[Relation(*tie, each.name)] = None
        if form.reference_relation is not None:
            mention = _BLOCKED if self.data.get("status") == "blocked" else form.reference_relation
            tied = {each.to for each in ties}
            ties |= {Relation(*mention, each.name): None for each in named if each.name not in tied}
        return [each for each in ties if each.to != self.id]

    def _ids(self, key: str) -> frozenset[str]:
        value = self.data.get(self.form.fields.get(key, key))
        return frozenset(map(str.strip, value.split(","))) if isinstance(value, str) else frozenset()

    def _sections(self, headings: Sequence[Heading]) -> list[tuple[int, tuple[str, str] | None]]:
        """The start of each section, with the relation of a reference in it."""
        content = self.rune.content
        if not isinstance(content, Sections):
            return []
        meanings = {
            name.lower(): self.form.section_relations.get(section.name)
            for section in content.known
            for name in (section.name, *section.aliases)
        }
        start, end = self.span
        return [
            (each.start, meanings.get(each.text.strip().lower()))
            for each in headings
            if each.level == 2 and each.rune == self.rune.name and start <= each.start < end
        ]
