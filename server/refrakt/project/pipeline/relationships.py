"""`relationships`: the entities that an entity is related to."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import replaced
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.exports import RECORDS
from refrakt.project.pipeline.collections import listing
from refrakt.project.pipeline.entity_lists import limited, parse_template, sorted_entities
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import fields_of, has_field
from refrakt.project.pipeline.xref_links import found_entity

_SENTINEL = "__relationships-sentinel"


@dataclass(frozen=True, slots=True)
class _Related:
    kind: str
    entity: EntityRecord


def fill_relationships(tree: Renderable, page: PipelinePage) -> Renderable:
    def change(tag: Tag) -> Tag:
        is_open = tag.attributes.get("data-rune") == "relationships" and has_field(tag, _SENTINEL)
        return _filled(tag, page) if is_open else tag

    return replaced(tree, change)


def _filled(tag: Tag, page: PipelinePage) -> Tag:
    if page.site is None:
        page.warn_without_data("relationships")
        return tag
    fields = {
        key.removeprefix("relationships-"): js_str(value) for key, value in fields_of(tag).items() if value is not None
    }
    name = fields.get("of", "")
    entity = found_entity(page, name, None) if name else None
    related = _related(page, entity) if entity is not None else []
    kinds, types = _names(fields.get("kind", "")), _names(fields.get("type", ""))
    related = [
        each for each in related if (not kinds or each.kind in kinds) and (not types or each.entity.type in types)
    ]
    layout = fields.get("layout") or "list"
    # The kind of a relation is a field of the listed entity, so that it can be grouped and shown.
    records = [each.entity._replace(data={**each.entity.data, "kind": each.kind}) for each in related]
    shown = limited(sorted_entities(page, records, fields.get("sort", "")), fields.get("limit", ""))
    template = parse_template(page, fields.get("body", ""))
    attributes = {**tag.attributes, "data-of": name, "data-layout": layout}
    children = listing(page, "relationships", shown, layout, fields, template, len(records))
    return Tag(tag.name, attributes, children, tag.origin)


def _names(text: str) -> frozenset[str]:
    return frozenset(filter(None, map(str.strip, text.split(","))))


def _related(page: PipelinePage, entity: EntityRecord) -> list[_Related]:
    """Its own relations, and the inverse of those that other entities have to it."""
    assert page.site is not None
    found: dict[tuple[str, str, str], _Related] = {}

    def add(kind: str, other: EntityRecord) -> None:
        found.setdefault((kind, other.type, other.id), _Related(kind, other))

    for relation in entity.relations:
        for other in page.site.entities(relation.to):
            add(relation.kind, other)
    for type in sorted(page.site.types()):
        for other in page.site.lookup(RECORDS, type) or ():
            for relation in other.relations:
                if relation.to == entity.id:
                    add(relation.back, other)
    return list(found.values())
