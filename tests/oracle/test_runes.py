"""All runes that come with refrakt, compared with recordings of the originals.

The recordings stand beside the checkout and are not part of it: without them there is nothing to compare. What differs on
purpose is listed here with its reason, and the list must be right in both directions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refrakt.runes.catalogue import read
from refrakt.runes.content_model import (
    Conditional,
    ContentModel,
    Custom,
    Delimited,
    Field,
    FieldSequence,
    Sections,
    Split,
)
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.universal_attributes import UNIVERSAL
from refrakt.services.javascript_declarations import as_catalogue

ORACLE = Path(__file__).resolve().parents[3] / "shared" / "oracle"

pytestmark = pytest.mark.recorded

_OLD_SHOWCASE = "its frame attributes replace it; the original says so in its manual, not in its schema"
EXPECTED: Mapping[tuple[str, str], str] = {
    ("spec", "attributes"): "ours takes `source`, see below",
    ("spec", "source"): "specs carry it in practice, though the original's rune does not know it",
    ("plot", "content"): "ours hands the text after a beat's name on to the beat; the original's model does not",
    **{("showcase", f"{name}.deprecated"): _OLD_SHOWCASE for name in ("shadow", "bleed", "offset", "aspect", "place")},
}
"""Rune and field, and why it differs."""


@cache
def recorded() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ORACLE / "schemas.json").read_text("utf-8"))
    return data


@cache
def recorded_runes() -> dict[str, Rune]:
    """The recordings, read in by the way that catalogues are made."""
    data = recorded()
    presets: dict[str, Any] = {}
    for entry in data["runes"]:
        if entry["basePreset"]:
            expected = entry["basePreset"]["attributes"]
            # A rune's own attribute hides one of its preset, so the preset is taken where it is whole.
            if not set(expected) & set(entry["ownAttributes"]):
                presets[entry["basePreset"]["name"]] = [_attribute(entry, name) for name in expected]
    declared = {
        "kind": "refrakt",
        "package": {"name": "recorded"},
        "runes": [_declared(entry) for entry in data["runes"]],
        "presets": presets,
        "universal": data["universalAttributeNames"],
    }
    catalogue = read(json.dumps(as_catalogue(declared)))
    assert catalogue.problems == ()
    assert catalogue.package is not None
    return dict(catalogue.package.runes)


def _declared(entry: Mapping[str, Any]) -> dict[str, Any]:
    preset = entry["basePreset"] or {"name": None, "attributes": []}
    content = entry["contentModel"] or {}
    own = [*entry["ownAttributes"], *(entry["deprecations"] or {})]
    return {
        "name": entry["name"],
        "aliases": entry["aliases"],
        "category": entry["category"],
        "schemaType": entry["seoType"],
        "attributes": [_attribute(entry, name) for name in dict.fromkeys(own)],
        "preset": preset["name"],
        "inPreset": [],
        "selfClosing": bool(entry["selfClosing"]),
        "inline": entry["inline"],
        "internal": entry["excludedFromReference"],
        "deferred": entry["deferBody"],
        "factory": entry["usesContentModelFactory"],
        "model": _patterns(content.get("model") or content.get("resolvedWithEmptyAttrs")),
        "computed": content.get("kind") == "function",
    }


def _attribute(entry: Mapping[str, Any], name: str) -> dict[str, Any]:
    arguments = entry["attributes"][name]
    types = arguments["type"] if isinstance(arguments["type"], list) else [arguments["type"]]
    more = {"default": arguments["default"]} if "default" in arguments else {}
    replaced = (entry["deprecations"] or {}).get(name, {}).get("newName")
    return {
        "name": name,
        "type": types,
        "required": arguments.get("required", False),
        "values": arguments.get("matches"),
        "level": arguments.get("errorLevel"),
        "deprecated": replaced,
        **more,
    }


def _patterns(model: Any) -> Any:
    if isinstance(model, dict) and "regex" in model:
        assert model["flags"] == ""
        return {"$pattern": model["regex"]}
    if isinstance(model, dict):
        return {key: _patterns(value) for key, value in model.items()}
    return [_patterns(each) for each in model] if isinstance(model, list) else model


@cache
def our_runes() -> dict[str, Rune]:
    packages = [*map(bundled, BUNDLED), collect("refrakt_plan.runes")]
    return {name: rune for package in packages for name, rune in package.runes.items()}


# Comparing ------------------------------------------------------------------------------------------------------------


def differences(ours: Rune, theirs: Rune) -> Iterator[str]:
    """The fields in which two definitions of a rune differ."""
    for field in ("aliases", "category", "schema_type", "universal", "self_closing", "inline", "internal", "deferred"):
        if getattr(ours, field) != getattr(theirs, field):
            yield field
    if (ours.preset and ours.preset.name) != (theirs.preset and theirs.preset.name):
        yield "preset"
    if [each.name for each in ours.attributes] != [each.name for each in theirs.attributes]:
        yield "attributes"
    yield from attribute_differences(ours.every_attribute, theirs.every_attribute)
    if not alike(ours.content, theirs.content):
        yield "content"


def attribute_differences(ours: Mapping[str, Attribute], theirs: Mapping[str, Attribute]) -> Iterator[str]:
    yield from sorted(ours.keys() ^ theirs.keys())
    for name in ours.keys() & theirs.keys():
        for field in ("type", "required", "default", "values", "pattern", "level", "deprecated"):
            if getattr(ours[name], field) != getattr(theirs[name], field):
                yield f"{name}.{field}"


def alike(ours: ContentModel | None, theirs: ContentModel | None) -> bool:
    """Whether two content models have the same structure. Templates are text, and ours."""
    if theirs is None or theirs == Custom():
        # The original takes the body apart by code, or leaves it alone; there is nothing to compare with.
        return True
    if ours is None:
        return theirs == FieldSequence()
    if isinstance(ours, Conditional) and not isinstance(theirs, Conditional):
        # Theirs is what a function says for a rune without attributes.
        return alike(ours.default, theirs)
    return plain(ours) == plain(theirs)


def plain(content: ContentModel) -> ContentModel:
    match content:
        case FieldSequence():
            return FieldSequence(_untemplated(content.fields))
        case Delimited():
            zones = tuple(replace(zone, fields=_untemplated(zone.fields)) for zone in content.zones)
            each = FieldSequence(_untemplated(content.each.fields)) if content.each else None
            return replace(content, zones=zones, each=each)
        case Sections():
            body = FieldSequence(_untemplated(content.body.fields)) if content.body else None
            return replace(content, preamble=_untemplated(content.preamble), body=body)
        case Conditional():
            when = tuple((test, plain(model)) for test, model in content.when)
            return Conditional(when, plain(content.default))
        case Split() | Custom():
            return content


def _untemplated(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    return tuple(replace(each, template=None) for each in fields)


# Tests ----------------------------------------------------------------------------------------------------------------


def test_every_rune_is_there_and_no_other() -> None:
    assert len(recorded_runes()) == recorded()["counts"]["runes"] == 127
    assert our_runes().keys() == recorded_runes().keys()


def test_every_rune_is_in_its_package() -> None:
    theirs = {entry["name"]: entry["package"] for entry in recorded()["runes"]}
    assert {name: rune.package for name, rune in our_runes().items()} == theirs


def test_every_rune_is_the_same() -> None:
    theirs = recorded_runes()
    found = {(name, field) for name, ours in our_runes().items() for field in differences(ours, theirs[name])}
    assert found == EXPECTED.keys()


def test_universal_attributes_are_the_same() -> None:
    entry = next(each for each in recorded()["runes"] if each["name"] == "hint")
    names = recorded()["universalAttributeNames"]
    assert [each.name for each in UNIVERSAL] == names
    declared = {"kind": "markdoc", "package": {"name": "recorded"}, "runes": []}
    nodes = {"hint": [_attribute(entry, name) for name in names]}
    theirs = read(json.dumps(as_catalogue({**declared, "nodes": nodes}))).nodes["hint"]
    ours = {each.name: each for each in UNIVERSAL}
    assert list(attribute_differences(ours, {each.name: each for each in theirs})) == []


@pytest.mark.parametrize("field", ["aliases", "values", "required", "default", "content"])
def test_a_difference_would_be_noticed(field: str) -> None:
    theirs = recorded_runes()["hero"]
    assert theirs.content is not None
    changed = {
        "aliases": lambda: replace(theirs, aliases=("banner",)),
        "values": lambda: replace(
            theirs, attributes=(replace(theirs.attributes[0], values=("x",)), *theirs.attributes[1:])
        ),
        "required": lambda: replace(
            theirs, attributes=(replace(theirs.attributes[0], required=True), *theirs.attributes[1:])
        ),
        "default": lambda: replace(
            theirs, attributes=(replace(theirs.attributes[0], default=0), *theirs.attributes[1:])
        ),
        "content": lambda: replace(theirs, content=FieldSequence()),
    }[field]()
    assert [each.rpartition(".")[2] for each in differences(changed, theirs)] == [field]


def test_required_parents_are_known() -> None:
    """A parent that the theme requires must be accepted, if it is the name of a rune."""
    theme = json.loads((ORACLE / "theme-config.json").read_text("utf-8"))
    titles = {entry["typeName"]: entry["name"] for entry in recorded()["runes"] if entry["typeName"]}
    ours = our_runes()

    def named(title: str) -> str:
        return titles.get(title) or "".join(f"-{c.lower()}" if c.isupper() else c for c in title).strip("-")

    demanded = {
        named(title): named(entry["requiresParent"])
        for title, entry in theme["config"]["runes"].items()
        if entry.get("requiresParent") and named(title) in ours and named(entry["requiresParent"]) in ours
    }
    assert len(demanded) >= 8
    assert [child for child, parent in demanded.items() if parent not in ours[child].parents] == []
