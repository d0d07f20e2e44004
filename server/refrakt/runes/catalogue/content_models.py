"""Content models, read from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from refrakt.runes.catalogue.json_reader import JsonReader
from refrakt.runes.content_model import (
    Condition,
    Conditional,
    ContentModel,
    Custom,
    Delimited,
    Field,
    FieldSequence,
    HeadingField,
    ItemField,
    ItemModel,
    KnownSection,
    Sections,
    Split,
    Zone,
)

_DEEPEST = 8
"""How deep models may be nested: conditions in conditions, items in items."""
_HEADING = re.compile(r"heading(:[1-6])?")

# `computed` is informative: the package computes the model, and this is the result for a rune without attributes.
CONTENT_KEYS: Mapping[str, frozenset[str]] = {
    "sequence": frozenset({"fields"}),
    "delimited": frozenset({"delimiter", "zones", "each"}),
    "sections": frozenset({"heading", "preamble", "body", "emit", "emitAttributes", "extract", "known", "implicit"}),
    "split": frozenset({"level", "preamble", "emit", "emitAttributes", "headless", "part"}),
    "custom": frozenset({"takes", "needs"}),
    "conditional": frozenset({"when", "default"}),
}
FIELD_KEYS = frozenset({"name", "match", "optional", "greedy", "template", "item", "emit", "emitAttributes"})
ITEM_FIELD_KEYS = frozenset({"name", "match", "optional", "greedy", "pattern", "extract", "item"})


def read_content(reader: JsonReader, value: Any, depth: int = 0) -> ContentModel:
    """A content model of any kind."""
    if depth > _DEEPEST:
        reader.fail(f"content models are nested deeper than {_DEEPEST} levels")
    kind = value.get("kind") if isinstance(value, dict) else None
    keys = CONTENT_KEYS.get(kind) if isinstance(kind, str) else None
    if isinstance(value, dict) and keys is None:
        kinds = ", ".join(CONTENT_KEYS)
        reader.fail(f"unknown kind of content {str(kind)[:100]!r}; use {kinds}", *(["kind"] if kind else []))
    members = reader.object(value, (keys or frozenset()) | {"kind", "computed"})
    match kind:
        case "sequence":
            return FieldSequence(_fields(reader, members, "fields"))
        case "delimited":
            return _delimited(reader, members)
        case "sections":
            return _sections(reader, members)
        case "split":
            return _split(reader, members)
        case "custom":
            return Custom(reader.match(members, "takes", "any"), reader.optional_match(members, "needs"))
        case _:
            return _conditional(reader, members, depth)


def _sequence(reader: JsonReader, members: Mapping[str, Any], key: str) -> FieldSequence | None:
    """An optional model that must be a sequence."""
    if members.get(key) is None:
        return None
    found = reader.inside(key, read_content, reader, members[key])
    return found if isinstance(found, FieldSequence) else reader.fail("this must be a sequence", key)


def _delimited(reader: JsonReader, members: Mapping[str, Any]) -> Delimited:
    zones = []
    for value in reader.each(members, "zones"):
        zone = reader.object(value, ("name", "primary", "fields", "kind"))
        zones.append(Zone(reader.name(zone), _fields(reader, zone, "fields"), reader.flag(zone, "primary", False)))
    return Delimited(reader.match(members, "delimiter", "hr"), tuple(zones), _sequence(reader, members, "each"))


def _sections(reader: JsonReader, members: Mapping[str, Any]) -> Sections:
    heading = reader.text(members, "heading") or "heading"
    if not _HEADING.fullmatch(heading):
        reader.fail(f"{heading[:100]!r} must be `heading`, or `heading:1` to `heading:6`", "heading")
    return Sections(
        heading,
        _fields(reader, members, "preamble"),
        _sequence(reader, members, "body"),
        reader.optional_name(members, "emit"),
        reader.table(members, "emitAttributes"),
        tuple(_heading_field(reader, value) for value in reader.each(members, "extract")),
        tuple(_known_section(reader, value) for value in reader.each(members, "known")),
        reader.table(members, "implicit") if members.get("implicit") is not None else None,
    )


def _heading_field(reader: JsonReader, value: Any) -> HeadingField:
    members = reader.object(value, ("name", "pattern", "optional"))
    pattern = _pattern(reader, members) or "remainder"
    return HeadingField(reader.name(members), pattern, reader.flag(members, "optional", False))


def _known_section(reader: JsonReader, value: Any) -> KnownSection:
    members = reader.object(value, ("name", "aliases", "content"))
    name = reader.text(members, "name") or reader.fail("`name` is missing")
    return KnownSection(name, reader.texts(members, "aliases"), _sequence(reader, members, "content"))


def _split(reader: JsonReader, members: Mapping[str, Any]) -> Split:
    found = members.get("level", "first")
    level: Literal["first"] | int
    if found == "first":
        level = "first"
    elif type(found) is int and 1 <= found <= 6:
        level = found
    else:
        reader.fail('this must be "first" or a heading level from 1 to 6', "level")
    return Split(
        level,
        reader.match(members, "preamble", "any"),
        reader.optional_name(members, "emit"),
        reader.table(members, "emitAttributes"),
        reader.optional_match(members, "headless") if "headless" in members else "any",
        reader.match(members, "part", "any"),
    )


def _conditional(reader: JsonReader, members: Mapping[str, Any], depth: int) -> Conditional:
    when: list[tuple[Condition, ContentModel]] = []
    for value in reader.each(members, "when"):
        branch = reader.object(value, ("if", "content"))
        test = reader.inside("if", _condition, reader, branch.get("if"))
        model = reader.inside("content", read_content, reader, branch.get("content"), depth + 1)
        when.append((test, model))
    default = reader.inside("default", read_content, reader, members.get("default"), depth + 1)
    return Conditional(tuple(when), default)


def _condition(reader: JsonReader, value: Any) -> Condition:
    members = reader.object(value, ("child", "attribute", "values"))
    child, attribute = reader.optional_match(members, "child"), reader.optional_name(members, "attribute")
    if (child is None) == (attribute is None):
        reader.fail("a condition needs either `child` or `attribute`")
    values = reader.texts(members, "values") if members.get("values") is not None else None
    return Condition(child, attribute, values)


def _fields(reader: JsonReader, members: Mapping[str, Any], key: str) -> tuple[Field, ...]:
    return tuple(_field(reader, value) for value in reader.each(members, key))


def _field(reader: JsonReader, value: Any) -> Field:
    members = reader.object(value, FIELD_KEYS)
    return Field(
        reader.name(members),
        reader.match(members, "match"),
        reader.flag(members, "optional", False),
        reader.flag(members, "greedy", False),
        reader.text(members, "template"),
        _item(reader, members, 0),
        reader.optional_name(members, "emit"),
        reader.table(members, "emitAttributes"),
    )


def _item(reader: JsonReader, members: Mapping[str, Any], depth: int) -> ItemModel | None:
    if members.get("item") is None:
        return None
    if depth > _DEEPEST:
        reader.fail(f"items are nested deeper than {_DEEPEST} levels", "item")
    reader.path.append("item")
    model = reader.object(members["item"], ("fields",))
    fields = tuple(_item_field(reader, value, depth) for value in reader.each(model, "fields"))
    reader.path.pop()
    return ItemModel(fields)


def _item_field(reader: JsonReader, value: Any, depth: int) -> ItemField:
    members = reader.object(value, ITEM_FIELD_KEYS)
    return ItemField(
        reader.name(members),
        reader.match(members, "match", "text"),
        reader.flag(members, "optional", True),
        reader.flag(members, "greedy", False),
        _pattern(reader, members),
        reader.optional_name(members, "extract"),
        _item(reader, members, depth + 1),
    )


def _pattern(reader: JsonReader, members: Mapping[str, Any]) -> str | None:
    found = reader.text(members, "pattern")
    reason = reader.pattern_problem(found) if found is not None else None
    if reason is not None:
        reader.fail(f"this pattern {reason}", "pattern")
    return found
