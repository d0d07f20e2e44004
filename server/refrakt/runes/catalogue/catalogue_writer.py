"""Writes a rune package as a catalogue. Default values are omitted for readability."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.catalogue.catalogue_reader import VERSION, Catalogue
from refrakt.runes.content_model import (
    Condition,
    Conditional,
    ContentModel,
    Custom,
    Delimited,
    Field,
    FieldSequence,
    ItemField,
    ItemModel,
    KnownSection,
    Sections,
    Split,
)
from refrakt.runes.rune import Attribute, EntityDefinition, Package, Preset, Rune


def as_text(catalogue: Mapping[str, Any]) -> str:
    """The JSON text of a catalogue."""
    return json.dumps(catalogue, indent=2, ensure_ascii=False) + "\n"


def dump_catalogue(catalogue: Catalogue) -> dict[str, Any]:
    """A catalogue as a JSON object."""
    package = catalogue.package or Package("", "")
    about = {"name": package.name, "short": package.short, "version": package.version, "about": package.about}
    runes = [_rune(rune) for rune in package.runes.values()]
    for rune in runes:
        if rune["name"] in catalogue.computed and "content" in rune:
            rune["content"]["computed"] = True
    presets: dict[str, Preset] = {rune.preset.name: rune.preset for rune in package.runes.values() if rune.preset}
    more = {
        "presets": {name: _attributes(preset.attributes) for name, preset in presets.items()},
        "functions": list(catalogue.functions),
        "variables": dict(catalogue.variables),
        "nodes": {name: _attributes(attributes) for name, attributes in catalogue.nodes.items()},
        "open": dict(catalogue.open),
    }
    return {"version": VERSION, "package": _non_empty(about), "runes": runes} | _non_empty(more)


def _non_empty(members: Mapping[str, Any]) -> dict[str, Any]:
    """The members that are not None, false or empty."""
    return {name: value for name, value in members.items() if value not in (None, False, "", [], {}, ())}


def _rune(rune: Rune) -> dict[str, Any]:
    written = _non_empty(
        {
            "name": rune.name,
            "about": rune.about,
            "aliases": list(rune.aliases),
            "category": rune.category,
            "schemaType": rune.schema_type,
            "attributes": _attributes(rune.attributes),
            "preset": rune.preset.name if rune.preset else None,
        }
    )
    if not rune.universal:
        written["universal"] = False
    written |= _non_empty({"selfClosing": rune.self_closing})
    if rune.inline is not None:
        written["inline"] = rune.inline
    written |= _non_empty({"parents": list(rune.parents), "internal": rune.internal, "deferred": rune.deferred})
    if rune.entity is not None:
        written["entity"] = _entity(rune.entity)
    if rune.content is not None:
        written["content"] = _content(rune.content)
    written |= _non_empty({"open": rune.open, "component": rune.component, "slots": list(rune.slots)})
    if rune.children is not None:
        written["children"] = list(rune.children)
    return written | _non_empty({"sample": rune.sample, "snippet": list(rune.snippet)})


def _entity(form: EntityDefinition) -> dict[str, Any]:
    written: dict[str, Any] = {"type": form.type, "id": form.id, "title": form.title, "scope": form.scope}
    written |= _non_empty({"fields": dict(form.fields)})
    if form.defaults:
        written["usual"] = dict(form.defaults)
    ties = {name: list(tie) for name, tie in form.relations.items()}
    sections = {name: list(tie) for name, tie in form.section_relations.items()}
    return written | _non_empty(
        {
            "ties": ties,
            "sectionTies": sections,
            "mentions": list(form.reference_relation or ()),
            "orders": {name: list(values) for name, values in form.orders.items()},
        }
    )


def _attributes(attributes: Iterable[Attribute]) -> list[dict[str, Any]]:
    return [_attribute(each) for each in attributes]


def _attribute(attribute: Attribute) -> dict[str, Any]:
    written = _non_empty({"name": attribute.name, "about": attribute.about})
    written["type"] = attribute.type if isinstance(attribute.type, str) else list(attribute.type)
    written |= _non_empty({"required": attribute.required})
    if attribute.default is not UNDEFINED:
        written["default"] = attribute.default
    written |= _non_empty(
        {
            "values": list(attribute.values),
            "pattern": attribute.pattern,
            "level": attribute.level,
            "deprecated": attribute.deprecated,
        }
    )
    if attribute.rewrite is not None:
        written["rewrite"] = _rewrite(attribute.rewrite, attribute.values)
    if not attribute.checked:
        written["checked"] = False
    return written


def _rewrite(rewrite: Callable[[Any], Any], values: Iterable[Any]) -> dict[str, Any] | bool:
    """The new value of each old value; true if the old values are not enumerated, so that code is needed."""
    texts = [value for value in values if isinstance(value, str)]
    return {text: rewrite(text) for text in texts} or True


# Content models -------------------------------------------------------------------------------------------------------


def _content(content: ContentModel) -> dict[str, Any]:
    match content:
        case FieldSequence():
            return _sequence(content)
        case Delimited():
            zones = [
                {"name": zone.name} | _non_empty({"primary": zone.primary}) | {"fields": _fields(zone.fields)}
                for zone in content.zones
            ]
            each = _sequence(content.each) if content.each else None
            return {"kind": "delimited", "delimiter": content.delimiter} | _non_empty({"zones": zones, "each": each})
        case Sections():
            return _sections(content)
        case Split():
            written = {"kind": "split", "level": content.level, "preamble": content.preamble}
            emitted = {"emit": content.emit, "emitAttributes": dict(content.emit_attributes)}
            part = {} if content.part == "any" else {"part": content.part}
            return written | _non_empty(emitted) | {"headless": content.headless} | part
        case Custom():
            return {"kind": "custom", "takes": content.takes} | _non_empty({"needs": content.needs})
        case Conditional():
            when = [{"if": _condition(test), "content": _content(model)} for test, model in content.when]
            return {"kind": "conditional", "when": when, "default": _content(content.default)}


def _sequence(content: FieldSequence) -> dict[str, Any]:
    return {"kind": "sequence", "fields": _fields(content.fields)}


def _sections(content: Sections) -> dict[str, Any]:
    written: dict[str, Any] = {"kind": "sections", "heading": content.heading}
    extract = [
        {"name": each.name, "pattern": each.pattern} | _non_empty({"optional": each.optional})
        for each in content.extract
    ]
    written |= _non_empty(
        {
            "preamble": _fields(content.preamble),
            "body": _sequence(content.body) if content.body else None,
            "emit": content.emit,
            "emitAttributes": dict(content.emit_attributes),
            "extract": extract,
            "known": [_known_section(each) for each in content.known],
        }
    )
    if content.implicit is not None:
        written["implicit"] = dict(content.implicit)
    return written


def _known_section(known: KnownSection) -> dict[str, Any]:
    model = _sequence(known.model) if known.model else None
    return _non_empty({"name": known.name, "aliases": list(known.aliases), "content": model})


def _condition(test: Condition) -> dict[str, Any]:
    written = _non_empty({"child": test.child, "attribute": test.attribute})
    return written if test.values is None else written | {"values": list(test.values)}


def _fields(fields: Iterable[Field]) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "match": each.match}
        | _non_empty(
            {
                "optional": each.optional,
                "greedy": each.greedy,
                "template": each.template,
                "item": _item(each.item),
                "emit": each.emit,
                "emitAttributes": dict(each.emit_attributes),
            }
        )
        for each in fields
    ]


def _item(item: ItemModel | None) -> dict[str, Any] | None:
    return None if item is None else {"fields": [_item_field(each) for each in item.fields]}


def _item_field(field: ItemField) -> dict[str, Any]:
    written: dict[str, Any] = {"name": field.name, "match": field.match}
    if not field.optional:
        written["optional"] = False
    return written | _non_empty(
        {"greedy": field.greedy, "pattern": field.pattern, "extract": field.extract, "item": _item(field.item)}
    )
