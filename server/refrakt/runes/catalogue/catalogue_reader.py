"""Reads a catalogue as a rune package. Invalid parts are reported with their location, valid parts are kept.

An invalid rune is ignored. A rune with an invalid content model is kept, and its content is not checked; an attribute with an
invalid pattern is kept without the pattern.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, get_args

from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.catalogue.content_models import read_content
from refrakt.runes.catalogue.entities import read_entity
from refrakt.runes.catalogue.json_locations import LocatedProblem, locate_problems
from refrakt.runes.catalogue.json_reader import JsonReader, json_type
from refrakt.runes.rune import Attribute, Package, Preset, Rune, TypeName

VERSION = 1
LARGEST = 16 * 1024 * 1024
"""The maximum size of a catalogue, in bytes or characters."""

TYPES: tuple[TypeName, ...] = get_args(TypeName)

TOP_KEYS = frozenset({"$schema", "version", "package", "runes", "presets", "functions", "variables", "nodes", "open"})
OPEN_PARTS = ("tags", "nodes", "functions", "variables")
PACKAGE_KEYS = frozenset({"name", "short", "version", "about"})
RUNE_KEYS = frozenset(
    {"name", "about", "aliases", "category", "schemaType", "attributes", "preset", "universal", "selfClosing", "inline"}
    | {"parents", "internal", "deferred", "entity", "content", "sample", "snippet"}
    | {"open", "component", "children", "slots"}
)
ATTRIBUTE_KEYS = frozenset(
    {"name", "about", "type", "required", "default", "values", "pattern", "level", "deprecated", "rewrite"}
    | {"checked"}
)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The content of a catalogue. Functions, variables and nodes are for plain Markdoc projects."""

    package: Package | None = None
    problems: tuple[LocatedProblem, ...] = ()
    functions: tuple[str, ...] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)
    """Names and values; only the structure of the values is known."""
    nodes: Mapping[str, tuple[Attribute, ...]] = field(default_factory=dict)
    """Additional attributes of Markdown nodes, by node type."""
    computed: frozenset[str] = frozenset()
    """The runes whose content model is computed by code; the catalogue has one possible result."""
    incomplete: bool = False
    """Whether a rune was ignored because of a problem, so an unknown name may be its."""
    open: Mapping[str, str] = field(default_factory=dict)
    """Why there may be other `tags`, `nodes`, `functions` or `variables` than those listed."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Maps old values to new ones."""

    values: Mapping[str, Any]

    def __call__(self, value: Any) -> Any:
        return self.values.get(value, value) if isinstance(value, str) else value


def unknown_rewrite(value: Any) -> Any:
    """The rewrite of a value that only the package can convert."""
    return UNDEFINED


def read(text: str | bytes) -> Catalogue:
    """Read a catalogue."""
    if len(text) > LARGEST:
        return _unreadable(f"this catalogue is larger than {LARGEST // 1024 // 1024} MB")
    try:
        source = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
        value = json.loads(source, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        return _unreadable(f"not JSON: {error.msg}", error.pos)
    except UnicodeDecodeError as error:
        return _unreadable("not UTF-8 text", error.object[: error.start].decode().rfind("\n") + 1)
    except ValueError as error:
        return _unreadable(f"not JSON: {error}")
    except RecursionError:
        return _unreadable("its values are nested too deep")
    reader = JsonReader()
    made = reader.attempt("the catalogue is not used", _catalogue, reader, value) or Catalogue()
    problems = locate_problems(source, reader.problems)
    if reader.unreported:
        problems.append((Span(0, 0), f"$: {reader.unreported:,} more problems are not listed"))
    return replace(made, problems=tuple(problems))


def _reject_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a value")


def _unreadable(message: str, offset: int = 0) -> Catalogue:
    return Catalogue(None, ((Span(offset, offset), f"$: {message}"),))


def _catalogue(reader: JsonReader, value: Any) -> Catalogue:
    if not isinstance(value, dict):
        reader.fail(f"a catalogue must be an object, not {json_type(value)}")
    version = value.get("version")
    if version != VERSION or type(version) is not int:
        found = f"version {str(version)[:20]}" if "version" in value else "no version"
        reader.fail(
            f"unsupported catalogue: {found}; version {VERSION} is supported", *(["version"] if version else [])
        )
    members = reader.object(value, TOP_KEYS)
    package = reader.inside("package", _package, reader, members.get("package"))
    presets = _presets(reader, members)
    runes: dict[str, Rune] = {}
    computed: set[str] = set()
    incomplete = False
    for each in reader.each(members, "runes"):
        name = each.get("name") if isinstance(each, dict) else None
        title = f"`{name[:100]}`" if isinstance(name, str) else "this rune"
        rune = reader.attempt(f"{title} is ignored", _rune, reader, each, title, presets, package.name)
        incomplete = incomplete or rune is None
        if rune is not None and rune.name in runes:
            reader.report(f"duplicate rune {title}; this one is ignored", "name")
        elif rune is not None:
            runes[rune.name] = rune
            if rune.content is not None and each["content"].get("computed") is True:
                computed.add(rune.name)
    filled = Package(package.name, package.short, package.about, package.version, runes)
    functions = reader.attempt("they are ignored", reader.names, members, "functions") or ()
    variables, nodes = _variables(reader, members), _nodes(reader, members)
    return Catalogue(filled, (), functions, variables, nodes, frozenset(computed), incomplete, _open(reader, members))


def _open(reader: JsonReader, members: Mapping[str, Any]) -> dict[str, str]:
    value = members.get("open") or {}
    if isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
        return value
    reader.report("this must be an object of texts; every list may be incomplete", "open")
    return dict.fromkeys(OPEN_PARTS, "the catalogue does not say it")


def _package(reader: JsonReader, value: Any) -> Package:
    members = reader.object(value, PACKAGE_KEYS)
    name = reader.text(members, "name")
    if not name or len(name) > 214 or name != name.strip() or not name.isprintable():
        reader.fail("a package needs a `name` of at most 214 characters")
    short = reader.sentence(members, "short") or name.rpartition("/")[2]
    return Package(name, short, reader.sentence(members, "about"), reader.sentence(members, "version"))


def _presets(reader: JsonReader, members: Mapping[str, Any]) -> dict[str, Preset]:
    value = members.get("presets") or {}
    if not isinstance(value, dict):
        reader.fail(f"this must be an object, not {json_type(value)}", "presets")
    reader.path.append("presets")
    made: dict[str, Preset] = {}
    for name in value:
        found = reader.attempt("this preset is ignored", _attributes, reader, value, name)
        if found is not None:
            made[name] = Preset(name, found)
    reader.path.pop()
    return made


def _rune(reader: JsonReader, value: Any, title: str, presets: Mapping[str, Preset], package: str) -> Rune:
    members = reader.object(value, RUNE_KEYS)
    name = reader.name(members)
    preset = reader.text(members, "preset")
    if preset is not None and preset not in presets:
        reader.fail(f"unknown preset {preset[:100]!r}", "preset")
    content = None
    if members.get("content") is not None:
        unchecked = f"the content of {title} is not checked"
        content = reader.attempt(unchecked, reader.inside, "content", read_content, reader, members["content"])
    entity = None
    if members.get("entity") is not None:
        unlisted = f"{title} declares no entity"
        entity = reader.attempt(unlisted, reader.inside, "entity", read_entity, reader, members["entity"])
    return Rune(
        name,
        reader.sentence(members, "about"),
        _attributes(reader, members, "attributes"),
        content,
        reader.names(members, "aliases"),
        reader.text(members, "category"),
        reader.text(members, "schemaType"),
        presets[preset] if preset is not None else None,
        reader.flag(members, "universal", True),
        reader.flag(members, "selfClosing", False),
        reader.flag(members, "inline", False) if members.get("inline") is not None else None,
        reader.names(members, "parents"),
        reader.flag(members, "internal", False),
        reader.flag(members, "deferred", False),
        reader.text(members, "sample") or "",
        reader.texts(members, "snippet"),
        package,
        entity,
        catalogued=True,
        open=reader.flag(members, "open", False),
        component=reader.sentence(members, "component"),
        children=reader.texts(members, "children") if members.get("children") is not None else None,
        slots=reader.texts(members, "slots"),
    )


def _attributes(reader: JsonReader, members: Mapping[str, Any], key: str) -> tuple[Attribute, ...]:
    found: dict[str, Attribute] = {}
    for value in reader.each(members, key):
        attribute = _attribute(reader, value)
        if attribute.name in found:
            reader.report(f"duplicate attribute `{attribute.name}`; this one is ignored", "name")
        else:
            found[attribute.name] = attribute
    return tuple(found.values())


def _attribute(reader: JsonReader, value: Any) -> Attribute:
    members = reader.object(value, ATTRIBUTE_KEYS)
    name = reader.name(members)
    values = []
    for each in reader.each(members, "values"):
        if isinstance(each, dict | list):
            reader.fail(f"an allowed value must be text, a number, true, false or null, not {json_type(each)}")
        values.append(each)
    pattern = reader.text(members, "pattern")
    reason = reader.pattern_problem(pattern) if pattern is not None else None
    if reason is not None:
        reader.report(f"this pattern {reason}; the values of `{name}` are not checked", "pattern")
        pattern = None
    return Attribute(
        name,
        reader.sentence(members, "about"),
        _type(reader, members),
        reader.flag(members, "required", False),
        members.get("default", UNDEFINED),
        tuple(values),
        pattern,
        reader.level(members, "level"),
        reader.optional_name(members, "deprecated"),
        _rewrite(reader, members),
        reader.flag(members, "checked", True),
    )


def _type(reader: JsonReader, members: Mapping[str, Any]) -> TypeName | tuple[TypeName, ...]:
    """The type of an attribute; `String` by default. A list is a union of types."""
    found = members.get("type", "String")
    for type_name in TYPES:
        if found == type_name:
            return type_name
    if not isinstance(found, list) or not found:
        reader.fail(f"{str(found)[:100]!r} is not a type; use {', '.join(TYPES)} or a list of these", "type")
    chosen = tuple(name for each in found for name in TYPES if name == each)
    if len(chosen) != len(found):
        reader.fail(f"unknown type in this list; use {', '.join(TYPES)}", "type")
    return chosen


def _rewrite(reader: JsonReader, members: Mapping[str, Any]) -> Any:
    value = members.get("rewrite")
    if value is None or value is False:
        return None
    if value is True:
        return unknown_rewrite
    return Rewrite(value) if isinstance(value, dict) else reader.fail("this must be an object or true", "rewrite")


def _variables(reader: JsonReader, members: Mapping[str, Any]) -> dict[str, Any]:
    value = members.get("variables") or {}
    if isinstance(value, dict):
        return value
    reader.report(f"this must be an object, not {json_type(value)}; it is ignored", "variables")
    return {}


def _nodes(reader: JsonReader, members: Mapping[str, Any]) -> dict[str, tuple[Attribute, ...]]:
    value = members.get("nodes") or {}
    if not isinstance(value, dict):
        reader.report(f"this must be an object, not {json_type(value)}; it is ignored", "nodes")
        return {}
    reader.path.append("nodes")
    found: dict[str, tuple[Attribute, ...]] = {}
    for name in value:
        attributes = reader.attempt("this node is ignored", _attributes, reader, value, name)
        if attributes is not None:
            found[name] = attributes
    reader.path.pop()
    return found
