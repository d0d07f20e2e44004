"""A catalogue as a rune package. Whatever is wrong becomes a problem with its place, and what is right is kept.

A rune that makes no sense is left out. One whose content model makes no sense stays, and its content goes unchecked; so
does an attribute whose pattern is refused, without the pattern.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, get_args

from refrakt.markdoc.values import UNDEFINED

from ..model import Attribute, Package, Preset, Rune, TypeName
from .entities import read_entity
from .models import read_content
from .places import CatalogueProblem, located
from .reader import Reader, kind_of

VERSION = 1
LARGEST = 16 * 1024 * 1024
"""The largest catalogue that is read, in bytes or characters."""

TYPES: tuple[TypeName, ...] = get_args(TypeName)

TOP_KEYS = frozenset({"$schema", "version", "package", "runes", "presets", "functions", "variables", "nodes"})
PACKAGE_KEYS = frozenset({"name", "short", "version", "about"})
RUNE_KEYS = frozenset(
    {"name", "about", "aliases", "category", "schemaType", "attributes", "preset", "universal", "selfClosing", "inline"}
    | {"parents", "internal", "deferred", "entity", "content", "sample", "snippet"}
)
ATTRIBUTE_KEYS = frozenset(
    {"name", "about", "type", "required", "default", "values", "pattern", "level", "deprecated", "rewrite"}
)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All a catalogue says. Functions, variables and nodes are what a plain Markdoc project has besides tags."""

    package: Package | None = None
    problems: tuple[CatalogueProblem, ...] = ()
    functions: tuple[str, ...] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)
    """Names and what is in them; of the values only the shape is known."""
    nodes: Mapping[str, tuple[Attribute, ...]] = field(default_factory=dict)
    """The attributes that Markdown's own nodes take, by node type."""
    computed: frozenset[str] = frozenset()
    """The runes whose content is decided by code, and whose content model is one outcome of it."""
    incomplete: bool = False
    """Whether a rune was left out because of a problem: an unknown name may be that rune's."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """How old values become new ones, by a list."""

    values: Mapping[str, Any]

    def __call__(self, value: Any) -> Any:
        return self.values.get(value, value) if isinstance(value, str) else value


def unknown_rewrite(value: Any) -> Any:
    """An old value that only the package itself can turn into a new one."""
    return UNDEFINED


def load(text: str | bytes) -> tuple[Package | None, list[CatalogueProblem]]:
    """The package in a catalogue, and what is wrong with it."""
    found = read(text)
    return found.package, list(found.problems)


def read(text: str | bytes) -> Catalogue:
    """All that is in a catalogue."""
    if len(text) > LARGEST:
        return _refused(f"this catalogue is larger than {LARGEST // 1024 // 1024} MB")
    try:
        source = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
        value = json.loads(source, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        return Catalogue(None, (CatalogueProblem(f"not JSON: {error.msg}", "$", error.lineno, error.colno),))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return Catalogue(None, (CatalogueProblem("not UTF-8 text", "$", line, 1),))
    except ValueError as error:
        return _refused(f"not JSON: {error}")
    except RecursionError:
        return _refused("its values nest too deep")
    reader = Reader()
    made = reader.attempt("the catalogue is not used", _catalogue, reader, value) or Catalogue()
    problems = located(source, reader.problems)
    if reader.more:
        problems.append(CatalogueProblem(f"there are {reader.more:,} more problems"))
    return replace(made, problems=tuple(problems))


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a value")


def _refused(message: str) -> Catalogue:
    return Catalogue(None, (CatalogueProblem(message),))


def _catalogue(reader: Reader, value: Any) -> Catalogue:
    if not isinstance(value, dict):
        reader.wrong(f"a catalogue is an object, not {kind_of(value)}")
    version = value.get("version")
    if version != VERSION or type(version) is not int:
        found = f"version {str(version)[:20]}" if "version" in value else "no version"
        reader.wrong(f"this catalogue has {found}; version {VERSION} can be read", *(["version"] if version else []))
    members = reader.object(value, TOP_KEYS)
    package = reader.inside("package", _package, reader, members.get("package"))
    presets = _presets(reader, members)
    runes: dict[str, Rune] = {}
    computed: set[str] = set()
    incomplete = False
    for each in reader.each(members, "runes"):
        name = each.get("name") if isinstance(each, dict) else None
        title = f"`{name[:100]}`" if isinstance(name, str) else "this rune"
        rune = reader.attempt(f"{title} is left out", _rune, reader, each, title, presets, package.name)
        incomplete = incomplete or rune is None
        if rune is not None and rune.name in runes:
            reader.note(f"there is another rune called {title} before; this one is left out", "name")
        elif rune is not None:
            runes[rune.name] = rune
            if rune.content is not None and each["content"].get("computed") is True:
                computed.add(rune.name)
    filled = Package(package.name, package.short, package.about, package.version, runes)
    functions = reader.attempt("they are left out", reader.names, members, "functions") or ()
    variables, nodes = _variables(reader, members), _nodes(reader, members)
    return Catalogue(filled, (), functions, variables, nodes, frozenset(computed), incomplete)


def _package(reader: Reader, value: Any) -> Package:
    members = reader.object(value, PACKAGE_KEYS)
    name = reader.text(members, "name")
    if not name or len(name) > 214 or name != name.strip() or not name.isprintable():
        reader.wrong("a package needs a `name` of at most 214 characters")
    short = reader.sentence(members, "short") or name.rpartition("/")[2]
    return Package(name, short, reader.sentence(members, "about"), reader.sentence(members, "version"))


def _presets(reader: Reader, members: Mapping[str, Any]) -> dict[str, Preset]:
    given = members.get("presets") or {}
    if not isinstance(given, dict):
        reader.wrong(f"this must be an object, not {kind_of(given)}", "presets")
    reader.trail.append("presets")
    made: dict[str, Preset] = {}
    for name in given:
        found = reader.attempt("this preset is left out", _attributes, reader, given, name)
        if found is not None:
            made[name] = Preset(name, found)
    reader.trail.pop()
    return made


def _rune(reader: Reader, value: Any, title: str, presets: Mapping[str, Preset], package: str) -> Rune:
    members = reader.object(value, RUNE_KEYS)
    name = reader.name(members)
    preset = reader.text(members, "preset")
    if preset is not None and preset not in presets:
        reader.wrong(f"there is no preset {preset[:100]!r}", "preset")
    content = None
    if members.get("content") is not None:
        unchecked = f"the content of {title} is not checked"
        content = reader.attempt(unchecked, reader.inside, "content", read_content, reader, members["content"])
    entity = None
    if members.get("entity") is not None:
        unlisted = f"{title} declares nothing"
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
    )


def _attributes(reader: Reader, members: Mapping[str, Any], key: str) -> tuple[Attribute, ...]:
    found: dict[str, Attribute] = {}
    for value in reader.each(members, key):
        attribute = _attribute(reader, value)
        if attribute.name in found:
            reader.note(f"there is another attribute called `{attribute.name}` before; this one is left out", "name")
        else:
            found[attribute.name] = attribute
    return tuple(found.values())


def _attribute(reader: Reader, value: Any) -> Attribute:
    members = reader.object(value, ATTRIBUTE_KEYS)
    name = reader.name(members)
    values = []
    for each in reader.each(members, "values"):
        if isinstance(each, dict | list):
            reader.wrong(f"an allowed value is text, a number, true, false or null, not {kind_of(each)}")
        values.append(each)
    pattern = reader.text(members, "pattern")
    reason = reader.pattern_problem(pattern) if pattern is not None else None
    if reason is not None:
        reader.note(f"this pattern {reason}; the values of `{name}` are not checked", "pattern")
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
    )


def _type(reader: Reader, members: Mapping[str, Any]) -> TypeName | tuple[TypeName, ...]:
    """Nothing said is text; a list is a choice of types."""
    found = members.get("type", "String")
    for type_name in TYPES:
        if found == type_name:
            return type_name
    if not isinstance(found, list) or not found:
        reader.wrong(f"{str(found)[:100]!r} is no type; there are {', '.join(TYPES)}, or a list of these", "type")
    chosen = tuple(name for each in found for name in TYPES if name == each)
    if len(chosen) != len(found):
        reader.wrong(f"a type in this list is unknown; there are {', '.join(TYPES)}", "type")
    return chosen


def _rewrite(reader: Reader, members: Mapping[str, Any]) -> Any:
    given = members.get("rewrite")
    if given is None or given is False:
        return None
    if given is True:
        return unknown_rewrite
    return Rewrite(given) if isinstance(given, dict) else reader.wrong("this must be an object, or true", "rewrite")


def _variables(reader: Reader, members: Mapping[str, Any]) -> dict[str, Any]:
    given = members.get("variables") or {}
    if isinstance(given, dict):
        return given
    reader.note(f"this must be an object, not {kind_of(given)}; it is left out", "variables")
    return {}


def _nodes(reader: Reader, members: Mapping[str, Any]) -> dict[str, tuple[Attribute, ...]]:
    given = members.get("nodes") or {}
    if not isinstance(given, dict):
        reader.note(f"this must be an object, not {kind_of(given)}; it is left out", "nodes")
        return {}
    reader.trail.append("nodes")
    found: dict[str, tuple[Attribute, ...]] = {}
    for name in given:
        attributes = reader.attempt("this node is left out", _attributes, reader, given, name)
        if attributes is not None:
            found[name] = attributes
    reader.trail.pop()
    return found
