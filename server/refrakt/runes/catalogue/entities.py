"""Entity definitions, read from a catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from refrakt.runes.catalogue.json_reader import JsonReader, json_type
from refrakt.runes.rune import HEADING, EntityDefinition, Relation

ENTITY_KEYS = frozenset(
    {"type", "id", "title", "scope", "fields", "usual", "ties", "sectionTies", "mentions", "orders"}
)


def read_entity(reader: JsonReader, value: Any) -> EntityDefinition:
    members = reader.object(value, ENTITY_KEYS)
    title = reader.text(members, "title")
    return EntityDefinition(
        reader.name(members, "type"),
        reader.text(members, "id") or "{id}",
        HEADING if title is None else title,
        _scope(reader, members),
        reader.table(members, "fields"),
        _defaults(reader, members),
        _relations(reader, members, "ties"),
        _relations(reader, members, "sectionTies"),
        reader.inside("mentions", _relation, reader, members["mentions"])
        if members.get("mentions") is not None
        else None,
        _orders(reader, members),
    )


def _orders(reader: JsonReader, members: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    found = _object(reader, members, "orders")
    reader.path.append("orders")
    orders = {name: reader.texts(found, name) for name in found}
    reader.path.pop()
    return orders


def _scope(reader: JsonReader, members: Mapping[str, Any]) -> Literal["site", "page"]:
    found = reader.text(members, "scope")
    match found:
        case None:
            return "site"
        case "site" | "page":
            return found
    return reader.fail(f"{found[:100]!r} is not a scope; use site or page", "scope")


def _defaults(reader: JsonReader, members: Mapping[str, Any]) -> dict[str, Any]:
    found = _object(reader, members, "usual")
    for name, value in found.items():
        if value is not None and not isinstance(value, str | int | float):
            reader.fail(f"this must be text, a number, true, false or null, not {json_type(value)}", "usual", name)
    return found


def _relations(reader: JsonReader, members: Mapping[str, Any], key: str) -> dict[str, Relation]:
    found = _object(reader, members, key)
    reader.path.append(key)
    relations = {name: reader.inside(name, _relation, reader, value) for name, value in found.items()}
    reader.path.pop()
    return relations


def _object(reader: JsonReader, members: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = members.get(key)
    if found is None:
        return {}
    return found if isinstance(found, dict) else reader.fail(f"this must be an object, not {json_type(found)}", key)


def _relation(reader: JsonReader, value: Any) -> Relation:
    match value:
        case [str(one), str(other)] if 0 < len(one) <= 100 and 0 < len(other) <= 100:
            return one, other
    return reader.fail("this must be a list of two names: the relation and its inverse")
