"""Entities that a rune lists: selected, sorted, limited and grouped, with the template that shows each of them.

The body of such a rune is a template: `preamble --- item --- fallback`, in which `$item` is the entity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.exports import RECORDS
from refrakt.project.index.field_query import field_of
from refrakt.project.index.field_query import parse as parse_query
from refrakt.project.pipeline.pipeline_page import PipelinePage

NO_GROUP = "(none)"


def entities(page: PipelinePage, types: str, filter: str) -> list[EntityRecord]:
    """The entities of these types, separated by commas, that match a filter. Those of another page's drawers are not listed."""
    assert page.site is not None
    query = parse_query(filter)
    found: dict[tuple[str, str], EntityRecord] = {}
    for type in (each.strip() for each in types.split(",")):
        for record in sorted(page.site.lookup(RECORDS, type) or (), key=site_order(page)):
            if record.scope == "site":
                found.setdefault((record.type, record.id), record)
    return [each for each in found.values() if query.matches(each)]


def site_order(page: PipelinePage) -> Callable[[EntityRecord], tuple[bool, list[tuple[bool, str]]]]:
    """The order of pages in the content folder, files before folders; then everything else, such as the plan."""
    content = page.spec.content_path if page.spec is not None else ""

    def key(record: EntityRecord) -> tuple[bool, list[tuple[bool, str]]]:
        *folders, name = record.path.split("/")
        return not record.path.startswith(content), [*((True, each) for each in folders), (False, name)]

    return key


def value_order(page: PipelinePage, type: str, field: str) -> tuple[Any, ...]:
    """The order of values that are not sorted as text, such as priorities."""
    rune = page.entity_runes.get(type)
    return rune.entity.value_order(field, rune.attributes) if rune is not None and rune.entity is not None else ()


def sorted_entities(page: PipelinePage, records: Iterable[EntityRecord], sort: str) -> list[EntityRecord]:
    """By one or more fields, `-field` or `field-desc` for the reverse."""
    found = list(records)
    for key in reversed(sort.split(",") if sort else []):
        name = key.strip()
        descending = name.startswith("-") or name.endswith("-desc")
        field = name.removeprefix("-").removesuffix("-desc").removesuffix("-asc")
        found.sort(key=lambda record: _sort_key(page, record, field), reverse=descending)
    return found


def _sort_key(page: PipelinePage, record: EntityRecord, field: str) -> tuple[int, float, str]:
    """Values of a defined order first, then numbers, then texts; entities without the field last."""
    value = record.title if field == "title" else field_of(record, field)
    if value is None or value == "":
        return 3, 0, ""
    domain = value_order(page, record.type, field)
    if value in domain:
        return 0, domain.index(value), ""
    text = js_str(value)
    try:
        return 1, float(text), ""
    except ValueError:
        return 2, 0, text.casefold()


def limited(records: Sequence[EntityRecord], limit: str) -> Sequence[EntityRecord]:
    return records[: int(limit)] if limit.isdecimal() and int(limit) > 0 else records


def grouped(page: PipelinePage, records: Iterable[EntityRecord], field: str) -> dict[str, list[EntityRecord]]:
    """The entities by a field: groups of a defined order first, the others in the order of their first appearance."""
    groups: dict[str, list[EntityRecord]] = {}
    for record in records:
        value = field_of(record, field)
        name = NO_GROUP if value is None or value == "" else js_str(value)
        groups.setdefault(name, []).append(record)
    types = {record.type for members in groups.values() for record in members}
    domain = value_order(page, types.pop(), field) if len(types) == 1 else ()
    place = {js_str(value): at for at, value in enumerate(domain)}
    return dict(sorted(groups.items(), key=lambda each: place.get(each[0], len(place))))


def sentiment(page: PipelinePage, type: str, data: Mapping[str, Any], field: str | None = None) -> str:
    """The sentiment of an entity's status, by the theme of its rune."""
    rune = page.entity_runes.get(type)
    theme = rune.theme if rune is not None else None
    for name in (field,) if field is not None else tuple(theme.meta_fields) if theme is not None else ():
        meta = theme.meta_fields.get(name) if theme is not None else None
        found = meta.sentiments.get(js_str(data.get(name))) if meta is not None else None
        if found:
            return found
    return ""


# Templates ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Template:
    """The zones of a body; each is None where it is not written."""

    preamble: tuple[Node, ...] | None
    item: tuple[Node, ...] | None
    fallback: tuple[Node, ...] | None


def parse_template(page: PipelinePage, source: str) -> Template:
    """A body of one zone is the item; of two, the preamble and the item; of three, a fallback as well."""
    if not source.strip():
        return Template(None, None, None)
    # The line break in front keeps a thematic break at the start from being read as frontmatter.
    document = parse("\n" + source, page.sources.options)
    zones: list[list[Node]] = [[]]
    for node in document.tree.children:
        if node.type == "hr":
            zones.append([])
        else:
            zones[-1].append(node)
    parts = [tuple(zone) for zone in zones]
    match parts:
        case [item]:
            return Template(None, item, None)
        case [preamble, item]:
            return Template(preamble, item, None)
        case [preamble, item, fallback, *_]:
            return Template(preamble, item, fallback)
    return Template(None, None, None)


def rendered_template(page: PipelinePage, nodes: Sequence[Node], variables: Mapping[str, Any]) -> list[Renderable]:
    rendered = page.render(list(nodes), variables)
    return list(rendered) if isinstance(rendered, list | tuple) else [rendered]


def template_item(page: PipelinePage, record: EntityRecord, group: str = "", count: int = 0) -> dict[str, Any]:
    """`$item` in the template of an entity."""
    return {
        "id": record.id,
        "identifier": record.id,
        "type": record.type,
        "url": record.href or "",
        "data": {**record.data, "title": record.title},
        "sentiment": sentiment(page, record.type, record.data),
        "mixed": False,
        "group": group,
        "groupCount": count,
    }


def titled_link(record: EntityRecord, css_class: str) -> Tag:
    """The title of an entity, as a link if a page shows it."""
    title = record.title or record.id
    if record.href is None:
        return Tag("span", {"class": css_class}, [title])
    return Tag("a", {"class": css_class, "href": record.href}, [title])
