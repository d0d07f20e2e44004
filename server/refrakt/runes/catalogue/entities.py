"""What a rune of a catalogue declares: a thing that pages can call by its id or its title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ..model import HEADING, EntityForm, Tie
from .reader import Reader, kind_of

ENTITY_KEYS = frozenset({"type", "id", "title", "scope", "fields", "usual", "ties", "sectionTies", "mentions"})


def read_entity(reader: Reader, value: Any) -> EntityForm:
    members = reader.object(value, ENTITY_KEYS)
    title = reader.text(members, "title")
    return EntityForm(
        reader.name(members, "type"),
        reader.text(members, "id") or "{id}",
        HEADING if title is None else title,
        _scope(reader, members),
        reader.table(members, "fields"),
        _usual(reader, members),
        _ties(reader, members, "ties"),
        _ties(reader, members, "sectionTies"),
        reader.inside("mentions", _tie, reader, members["mentions"]) if members.get("mentions") is not None else None,
    )


def _scope(reader: Reader, members: Mapping[str, Any]) -> Literal["site", "page"]:
    found = reader.text(members, "scope")
    match found:
        case None:
            return "site"
        case "site" | "page":
            return found
    return reader.wrong(f"{found[:100]!r} is no scope; there are site and page", "scope")


def _usual(reader: Reader, members: Mapping[str, Any]) -> dict[str, Any]:
    found = _object(reader, members, "usual")
    for name, value in found.items():
        if value is not None and not isinstance(value, str | int | float):
            reader.wrong(f"this must be text, a number, true, false or null, not {kind_of(value)}", "usual", name)
    return found


def _ties(reader: Reader, members: Mapping[str, Any], key: str) -> dict[str, Tie]:
    given = _object(reader, members, key)
    reader.trail.append(key)
    ties = {name: reader.inside(name, _tie, reader, value) for name, value in given.items()}
    reader.trail.pop()
    return ties


def _object(reader: Reader, members: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = members.get(key)
    if found is None:
        return {}
    return found if isinstance(found, dict) else reader.wrong(f"this must be an object, not {kind_of(found)}", key)


def _tie(reader: Reader, value: Any) -> Tie:
    match value:
        case [str(one), str(other)] if 0 < len(one) <= 100 and 0 < len(other) <= 100:
            return one, other
    return reader.wrong("this must be two words: what one thing is to the other, and the other to it")
