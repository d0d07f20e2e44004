"""Converts the declarations of a JavaScript package, as the exporter script reports them, to a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refrakt.runes.catalogue import VERSION
from refrakt.runes.universal_attributes import UNIVERSAL

Json = dict[str, Any]

_ANY = ["String", "Number", "Boolean", "Array", "Object"]
_TYPES = {
    **{name: name for name in (*_ANY, "SpaceSeparatedList")},
    "CommaSeparatedList": "String",
    "SpaceSeparatedNumberList": "String",
}
_NO_BODY = {"kind": "sequence", "fields": []}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def as_catalogue(declared: Mapping[str, Any]) -> Json:
    """The catalogue of a package, or of a plain Markdoc schema."""
    refrakt = declared.get("kind") == "refrakt"
    universal = set(declared.get("universal") or (each.name for each in UNIVERSAL))
    runes = [_rune(each, universal) if refrakt else _tag(each) for each in declared["runes"]]
    _add_parents(runes, declared.get("parents", {}))
    presets = {
        name: _attributes(each for each in attributes if each["name"] not in universal)
        for name, attributes in declared.get("presets", {}).items()
    }
    nodes = {name: _attributes(attributes) for name, attributes in declared.get("nodes", {}).items()}
    more = {"functions": declared.get("functions"), "variables": declared.get("variables"), "nodes": nodes}
    more["open"] = declared.get("open")
    return {"version": VERSION, "package": declared["package"], "runes": runes, "presets": presets} | {
        name: value for name, value in more.items() if value
    }


def _rune(declared: Mapping[str, Any], universal: set[str]) -> Json:
    names = {each["name"] for each in declared["attributes"]}
    takes_all = declared["factory"] or universal <= names
    elsewhere = {*declared["inPreset"], *(universal if takes_all else ())}
    rune = _kept(declared, "name about aliases category schemaType preset selfClosing inline internal deferred snippet")
    rune["attributes"] = _attributes(each for each in declared["attributes"] if each["name"] not in elsewhere)
    rune["universal"] = takes_all
    if declared.get("sample"):
        rune["sample"] = declared["sample"].strip("\n") + "\n"
    content = _content(declared["model"]) if declared.get("model") else None
    if content is not None:
        rune["content"] = content | ({"computed": True} if declared.get("computed") else {})
    return rune


def _tag(declared: Mapping[str, Any]) -> Json:
    """A tag of plain Markdoc declares whether it has a body, but not its content."""
    tag = _kept(declared, "name about selfClosing inline component children slots open")
    tag |= {"attributes": _attributes(declared["attributes"]), "universal": False}
    return tag | {"content": _NO_BODY} if declared.get("selfClosing") else tag


def _kept(declared: Mapping[str, Any], names: str) -> Json:
    return {name: declared[name] for name in names.split() if declared.get(name) is not None}


def _attributes(declared: Iterable[Mapping[str, Any]]) -> list[Json]:
    return [_attribute(each) for each in declared]


def _attribute(declared: Mapping[str, Any]) -> Json:
    attribute = _kept(declared, "name about required values pattern level deprecated rewrite checked")
    if "default" in declared:
        attribute["default"] = declared["default"]
    names = declared.get("type")
    types = [_TYPES.get(name) for name in names] if names else [None]
    # Only the code of a custom type can validate values, so every value is accepted.
    attribute["type"] = _ANY if None in types else types[0] if len(types) == 1 else types
    return attribute


# Content models -------------------------------------------------------------------------------------------------------


def _content(model: Any) -> Json | None:
    if not isinstance(model, dict):
        return None
    if "when" in model:
        when = [{"if": _condition(each["condition"]), "content": _content(each["model"])} for each in model["when"]]
        return {"kind": "conditional", "when": when, "default": _content(model.get("default"))}
    match model.get("type"):
        case "sequence":
            return {"kind": "sequence", "fields": _fields(model.get("fields"))}
        case "delimited":
            return _delimited(model)
        case "sections":
            return _sections(model)
        case "custom":
            return {"kind": "custom", "takes": "any"}
    return {"kind": str(model.get("type"))}


def _delimited(model: Json) -> Json:
    content: Json = {"kind": "delimited", "delimiter": model.get("delimiter", "hr")}
    if model.get("dynamicZones"):
        return content | {"each": _content(model.get("zoneModel")) or _NO_BODY}
    zones = [
        {"name": zone.get("name"), "primary": zone.get("primary", False), "fields": _fields(zone.get("fields"))}
        for zone in model.get("zones") or ()
    ]
    return content | {"zones": zones}


def _sections(model: Json) -> Json:
    content: Json = {"kind": "sections", "heading": model.get("sectionHeading", "heading")}
    content["preamble"] = _fields(model.get("fields"))
    body = _content(model.get("sectionModel"))
    if body is not None and body["kind"] == "sequence":
        content["body"] = body
    content |= _emitted(model)
    extract = (model.get("headingExtract") or {}).get("fields") or ()
    content["extract"] = [
        {"name": each["name"], "pattern": _pattern(each.get("pattern")), "optional": bool(each.get("optional"))}
        for each in extract
    ]
    content["known"] = [_known(name, each or {}) for name, each in (model.get("knownSections") or {}).items()]
    if model.get("implicitSection") is not None:
        content["implicit"] = model["implicitSection"].get("attributes") or {}
    return content


def _known(name: str, declared: Json) -> Json:
    known: Json = {"name": name, "aliases": declared.get("alias") or []}
    content = _content(declared.get("model"))
    return known | {"content": content} if content is not None and content["kind"] == "sequence" else known


def _condition(declared: Json) -> Json:
    if "hasChild" in declared:
        return {"child": declared["hasChild"]}
    condition: Json = {"attribute": declared.get("attribute")}
    return condition | {"values": declared["in"]} if "in" in declared else condition


def _fields(declared: Iterable[Json] | None) -> list[Json]:
    return [
        _kept(each, "name match template")
        | {"optional": bool(each.get("optional")), "greedy": bool(each.get("greedy"))}
        | ({"item": _item(each["itemModel"])} if each.get("itemModel") else {})
        | _emitted(each)
        for each in declared or ()
    ]


def _item(declared: Json) -> Json:
    return {
        "fields": [
            _kept(each, "name match extract")
            | {"optional": bool(each.get("optional")), "greedy": bool(each.get("greedy"))}
            | ({"pattern": _pattern(each["pattern"])} if each.get("pattern") else {})
            | ({"item": _item(each["itemModel"])} if each.get("itemModel") else {})
            for each in declared.get("fields") or ()
        ]
    }


def _emitted(declared: Json) -> Json:
    if not declared.get("emitTag"):
        return {}
    return {"emit": declared["emitTag"], "emitAttributes": declared.get("emitAttributes") or {}}


def _pattern(declared: Any) -> Any:
    return declared["$pattern"] if isinstance(declared, dict) else declared or "remainder"


# Parents --------------------------------------------------------------------------------------------------------------


def _add_parents(runes: list[Json], theme: Mapping[str, Mapping[str, Any]]) -> None:
    """The parents of a rune: the one that its theme names, and runes that create it from their content."""
    names = {name: each["name"] for each in runes for name in (*each.get("aliases", ()), each["name"])}
    makers: dict[str, list[str]] = {}
    for each in runes:
        for made in _emits(each.get("content")):
            makers.setdefault(made, []).append(each["name"])
    by_name = {each["name"]: each for each in runes}
    for title, entry in theme.items():
        child = _named(title, entry, names)
        name = entry.get("parent")
        parent = _named(name, theme.get(name, {}), names) if name else None
        if child is not None and parent is not None:
            by_name[child]["parents"] = [*dict.fromkeys((parent, *makers.get(child, ())))]


def _named(title: str, entry: Mapping[str, Any], names: Mapping[str, str]) -> str | None:
    """The rune that a theme calls by another kind of name: `CallToAction` is `cta`."""
    return names.get(_HUMP.sub("-", title).lower()) or names.get(entry.get("block") or "")


def _emits(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        if isinstance(content.get("emit"), str):
            yield content["emit"]
        for each in content.values():
            yield from _emits(each)
    elif isinstance(content, list):
        for each in content:
            yield from _emits(each)
