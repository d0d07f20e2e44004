"""A rune package as a catalogue. What has its usual value is left out, so that a catalogue can be read by people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refrakt.markdoc.values import UNDEFINED

from ..content import (
    Condition,
    Conditional,
    Content,
    Custom,
    Delimited,
    Field,
    ItemField,
    ItemModel,
    KnownSection,
    Sections,
    Sequence,
    Split,
)
from ..model import Attribute, EntityForm, Package, Preset, Rune
from .reading import VERSION, Catalogue


def dumps(package: Package) -> str:
    """A package as the text of a catalogue."""
    return as_text(dump(package))


def as_text(catalogue: Mapping[str, Any]) -> str:
    return json.dumps(catalogue, indent=2, ensure_ascii=False) + "\n"


def dump(package: Package) -> dict[str, Any]:
    """A package as the JSON object a catalogue is."""
    return dump_catalogue(Catalogue(package))


def dump_catalogue(catalogue: Catalogue) -> dict[str, Any]:
    """All of a catalogue."""
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
    }
    return {"version": VERSION, "package": _given(about), "runes": runes} | _given(more)


def _given(members: Mapping[str, Any]) -> dict[str, Any]:
    """Members that say something: neither nothing, nor false, nor empty."""
    return {name: value for name, value in members.items() if value not in (None, False, "", [], {}, ())}


def _rune(rune: Rune) -> dict[str, Any]:
    written = _given(
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
    written |= _given({"selfClosing": rune.self_closing})
    if rune.inline is not None:
        written["inline"] = rune.inline
    written |= _given({"parents": list(rune.parents), "internal": rune.internal, "deferred": rune.deferred})
    if rune.entity is not None:
        written["entity"] = _entity(rune.entity)
    if rune.content is not None:
        written["content"] = _content(rune.content)
    return written | _given({"sample": rune.sample, "snippet": list(rune.snippet)})


def _entity(form: EntityForm) -> dict[str, Any]:
    written: dict[str, Any] = {"type": form.type, "id": form.id, "title": form.title, "scope": form.scope}
    written |= _given({"fields": dict(form.fields)})
    if form.usual:
        written["usual"] = dict(form.usual)
    ties = {name: list(tie) for name, tie in form.ties.items()}
    sections = {name: list(tie) for name, tie in form.section_ties.items()}
    return written | _given({"ties": ties, "sectionTies": sections, "mentions": list(form.mentions or ())})


def _attributes(attributes: Iterable[Attribute]) -> list[dict[str, Any]]:
    return [_attribute(each) for each in attributes]


def _attribute(attribute: Attribute) -> dict[str, Any]:
    written = _given({"name": attribute.name, "about": attribute.about})
    written["type"] = attribute.type if isinstance(attribute.type, str) else list(attribute.type)
    written |= _given({"required": attribute.required})
    if attribute.default is not UNDEFINED:
        written["default"] = attribute.default
    written |= _given(
        {
            "values": list(attribute.values),
            "pattern": attribute.pattern,
            "level": attribute.level,
            "deprecated": attribute.deprecated,
        }
    )
    if attribute.rewrite is not None:
        written["rewrite"] = _rewrite(attribute.rewrite, attribute.values)
    return written


def _rewrite(rewrite: Callable[[Any], Any], values: Iterable[Any]) -> dict[str, Any] | bool:
    """What becomes of each old value. Where these are not words of a list it takes code, and only that can be said."""
    words = [value for value in values if isinstance(value, str)]
    return {word: rewrite(word) for word in words} or True


# Content models -------------------------------------------------------------------------------------------------------


def _content(content: Content) -> dict[str, Any]:
    match content:
        case Sequence():
            return _sequence(content)
        case Delimited():
            zones = [
                {"name": zone.name} | _given({"primary": zone.primary}) | {"fields": _fields(zone.fields)}
                for zone in content.zones
            ]
            each = _sequence(content.each) if content.each else None
            return {"kind": "delimited", "delimiter": content.delimiter} | _given({"zones": zones, "each": each})
        case Sections():
            return _sections(content)
        case Split():
            written = {"kind": "split", "level": content.level, "preamble": content.preamble}
            emitted = {"emit": content.emit, "emitAttributes": dict(content.emit_attributes)}
            return written | _given(emitted) | {"headless": content.headless}
        case Custom():
            return {"kind": "custom", "takes": content.takes} | _given({"needs": content.needs})
        case Conditional():
            when = [{"if": _condition(test), "content": _content(model)} for test, model in content.when]
            return {"kind": "conditional", "when": when, "default": _content(content.default)}


def _sequence(content: Sequence) -> dict[str, Any]:
    return {"kind": "sequence", "fields": _fields(content.fields)}


def _sections(content: Sections) -> dict[str, Any]:
    written: dict[str, Any] = {"kind": "sections", "heading": content.heading}
    extract = [
        {"name": each.name, "pattern": each.pattern} | _given({"optional": each.optional}) for each in content.extract
    ]
    written |= _given(
        {
            "preamble": _fields(content.preamble),
            "body": _sequence(content.body) if content.body else None,
            "emit": content.emit,
            "emitAttributes": dict(content.emit_attributes),
            "extract": extract,
            "known": [_known(each) for each in content.known],
        }
    )
    if content.implicit is not None:
        written["implicit"] = dict(content.implicit)
    return written


def _known(known: KnownSection) -> dict[str, Any]:
    model = _sequence(known.model) if known.model else None
    return _given({"name": known.name, "aliases": list(known.aliases), "content": model})


def _condition(test: Condition) -> dict[str, Any]:
    written = _given({"child": test.child, "attribute": test.attribute})
    return written if test.values is None else written | {"values": list(test.values)}


def _fields(fields: Iterable[Field]) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "match": each.match}
        | _given(
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
    return written | _given(
        {"greedy": field.greedy, "pattern": field.pattern, "extract": field.extract, "item": _item(field.item)}
    )
