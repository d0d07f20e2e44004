"""The schema of a site: from values of the evaluator to runes and attributes.

What is not known stays open at its own level: the list of tags, the attributes of one tag, or the values of one attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from refrakt.markdoc.patterns import pattern_problem
from refrakt.markdoc.tree import Level
from refrakt.runes.javascript.budget import OutOfBudget
from refrakt.runes.javascript.conversions import truth
from refrakt.runes.javascript.plain_data import UNKNOWN, plain_data
from refrakt.runes.javascript.syntax import string_of, text_of
from refrakt.runes.javascript.values import (
    UNDEFINED,
    BuiltinType,
    ComponentName,
    JsArray,
    JsClass,
    JsFunction,
    JsObject,
    JsRegex,
    Lazy,
    NativeFunction,
    Property,
    Unknown,
    Value,
    ValueDefinition,
    force,
    open_reason,
)
from refrakt.runes.rune import Attribute, Rune, TypeName
from refrakt.runes.source_location import SourceLocation

T = TypeVar("T")

_ANY: tuple[TypeName, ...] = ("String", "Number", "Boolean", "Array", "Object")
_LEVELS = get_args(Level)
_SCHEMA_KEYS = frozenset(
    ("render", "attributes", "transform", "selfClosing", "children", "validate", "inline", "slots")
)
_KEYS = ("property_identifier", "string", "shorthand_property_identifier")
_EXPORTS = ("identifier",)
_CHECKS = ("type", "matches", "required", "errorLevel")
PARTS = ("tags", "nodes", "functions", "variables", "partials")
_ABSENT = (None, False, UNDEFINED)


@dataclass(frozen=True, slots=True)
class NodeSchema:
    """A site's own schema of a Markdown node, which replaces the built-in one."""

    name: str
    attributes: tuple[Attribute, ...] = ()
    open: bool = False
    """Whether it may have attributes that are not listed."""
    component: str = ""
    about: str = ""
    location: SourceLocation | None = None
    transforms: bool = False
    """Whether a function of the schema transforms it, or may."""


@dataclass(frozen=True, slots=True)
class SiteSchema:
    """What a site's schema defines, without the built-in tags, nodes and functions that it does not mention."""

    tags: Mapping[str, Rune] = field(default_factory=dict)
    nodes: Mapping[str, NodeSchema] = field(default_factory=dict)
    functions: Mapping[str, SourceLocation | None] = field(default_factory=dict)
    variables: Mapping[str, Any] = field(default_factory=dict)
    """Names and values; a value that is not known is `UNKNOWN`."""
    partials: Mapping[str, SourceLocation | None] = field(default_factory=dict)
    open: str | None = None
    """Why there may be other tags, for people; None if the list is complete."""
    open_nodes: str | None = None
    open_functions: str | None = None
    open_variables: str | None = None
    open_partials: str | None = None
    files: frozenset[str] = frozenset()
    """Every file that was read or looked for."""


def read_site_schema(parts: Mapping[str, Value], files: Callable[[], frozenset[str]]) -> SiteSchema:
    """The schema with these values of `tags`, `nodes`, `functions`, `variables` and `partials`."""
    tags, open_tags = _read_map(parts.get("tags", UNDEFINED), read_tag)
    nodes, open_nodes = _read_map(parts.get("nodes", UNDEFINED), read_node)
    functions, open_functions = _read_map(parts.get("functions", UNDEFINED), _read_location)
    variables, open_variables = _read_map(parts.get("variables", UNDEFINED), _read_variable)
    partials, open_partials = _read_map(parts.get("partials", UNDEFINED), _read_location)
    return SiteSchema(
        tags={name: tag for name, tag in tags.items() if tag is not None},
        nodes={name: node for name, node in nodes.items() if node is not None},
        functions=functions,
        variables=variables,
        partials=partials,
        open=open_tags,
        open_nodes=open_nodes,
        open_functions=open_functions,
        open_variables=open_variables,
        open_partials=open_partials,
        files=files(),
    )


def _read_map(value: Value, read: Callable[[str, JsObject], T]) -> tuple[dict[str, T], str | None]:
    """The entries of an object that are known, and why there may be others."""
    found: dict[str, T] = {}
    if any(value is absent for absent in _ABSENT):
        return found, None
    if not isinstance(value, JsObject):
        return found, open_reason(value, "the schema is not an object")
    reason = value.open
    for name in list(value.properties):
        try:
            found[name] = read(name, value)
        except (OutOfBudget, RecursionError):
            reason = reason or "the schema is too large to evaluate"
    return found, reason


def looks_like_schema(value: Value) -> bool:
    return isinstance(value, JsObject) and not _SCHEMA_KEYS.isdisjoint(value.properties)


def read_tag(name: str, tags: JsObject) -> Rune | None:
    value = tags.get(name)
    if _is_skipped(name, value):
        return None
    definition = _definition(tags, name, value)
    location = definition.location if definition is not None else None
    if not isinstance(value, JsObject):
        return Rune(name, "", (), None, universal=False, catalogued=True, open=True, location=location, transforms=True)
    certain = name not in tags.doubtful
    attributes, open_attributes = _read_attributes(value, certain)
    return Rune(
        name,
        _about(tags, name, value),
        attributes,
        None,
        universal=False,
        catalogued=True,
        self_closing=_certain(value, "selfClosing") is True,
        inline=inline if isinstance(inline := _certain(value, "inline"), bool) else None,
        open=open_attributes,
        location=location,
        key=_key(tags, name),
        export=_key(tags, name, _EXPORTS),
        component=_component(value),
        transforms=_transforms(value),
        children=_names(value, "children"),
        slots=tuple(slots.properties) if isinstance(slots := _certain(value, "slots"), JsObject) else (),
    )


def read_node(name: str, nodes: JsObject) -> NodeSchema | None:
    value = nodes.get(name)
    if _is_skipped(name, value):
        return None
    definition = _definition(nodes, name, value)
    location = definition.location if definition is not None else None
    if not isinstance(value, JsObject):
        return NodeSchema(name, open=True, location=location, transforms=True)
    attributes, open_attributes = _read_attributes(value, name not in nodes.doubtful)
    about, component = _about(nodes, name, value), _component(value)
    return NodeSchema(name, attributes, open_attributes, component, about, location, _transforms(value))


def _transforms(schema: JsObject) -> bool:
    return schema.open is not None or not any(schema.get("transform") is absent for absent in _ABSENT)


def _is_skipped(name: str, value: Value) -> bool:
    """Whether a property defines nothing: Markdoc treats a tag that is undefined like one that is not there."""
    if isinstance(value, JsObject | Unknown | JsFunction | JsClass | NativeFunction):
        return name in ("default", "__esModule") and not looks_like_schema(value)
    return True


def _read_attributes(schema: JsObject, certain: bool) -> tuple[tuple[Attribute, ...], bool]:
    """The attributes of a tag or node, and whether there may be others."""
    value = schema.get("attributes")
    certain = certain and "attributes" not in schema.doubtful
    if any(value is absent for absent in _ABSENT):
        return (), not certain
    if not isinstance(value, JsObject):
        return (), True
    read_by_name = any(not _is_absent(schema.get(key)) for key in ("transform", "validate"))
    found = [read_attribute(name, value, certain, read_by_name) for name in value.properties]
    is_open = value.open is not None or not certain or "attributes" in schema.optional
    return tuple(each for each in found if each is not None), is_open


def read_attribute(
    name: str, attributes: JsObject, certain: bool = True, read_by_name: bool = False
) -> Attribute | None:
    value = attributes.get(name)
    if value is UNDEFINED:
        return None
    definition = _definition(attributes, name, value)
    location = definition.location if definition is not None else None
    if not isinstance(value, JsObject):
        # `title: String` without an object is a mistake that Markdoc ignores: the attribute exists, and any value is right.
        return Attribute(name, type=_types(value)[0], checked=False, location=location)
    types, type_known = _types(_certain(value, "type"))
    values, pattern, matches_known = _matches(_certain(value, "matches"))
    level, default = _certain(value, "errorLevel"), _plain(_certain(value, "default"))
    checked = certain and name not in attributes.doubtful and value.open is None
    checked = checked and type_known and matches_known and all(map(value.is_certain, _CHECKS))
    return Attribute(
        name,
        _about(attributes, name, value),
        types,
        required=checked and name not in attributes.optional and truth(_certain(value, "required")) is True,
        default=UNDEFINED if default is UNKNOWN else default,
        values=values,
        pattern=pattern,
        level=level if isinstance(level, str) and level in _LEVELS else None,  # type: ignore[arg-type]
        checked=checked and _is_absent(value.get("validate")),
        location=location,
        key=_key(attributes, name) if certain else None,
        read_by_name=read_by_name or not _has_own_name(value),
    )


def _has_own_name(value: JsObject) -> bool:
    """Whether an attribute says how it is rendered, so that components do not get it by its name."""
    rendered = _certain(value, "render")
    return isinstance(rendered, str) or rendered is False


def _is_absent(value: Value) -> bool:
    return any(value is absent for absent in _ABSENT)


def _types(value: Value) -> tuple[TypeName | tuple[TypeName, ...], bool]:
    """The types that a value names, and whether these are all that Markdoc checks."""
    if value is UNDEFINED or value is None:
        return _ANY, True
    name = value.name if isinstance(value, BuiltinType) else value
    if isinstance(name, str):
        return next(((each, True) for each in _ANY if each == name), (_ANY, False))
    if isinstance(value, JsArray) and value.open is None and value.items:
        parts = [_types(each) for each in value.values()]
        names = [each for types, _ in parts for each in ((types,) if isinstance(types, str) else types)]
        return tuple(dict.fromkeys(names)), all(known for _, known in parts)
    return _ANY, False


def _matches(value: Value) -> tuple[tuple[Any, ...], str | None, bool]:
    """The allowed values, or the pattern, and whether these are known."""
    if value is UNDEFINED or value is None:
        return (), None, True
    if isinstance(value, JsRegex):
        known = not set(value.flags) - set("gu") and pattern_problem(value.source, value.flags.replace("g", "")) is None
        return (), value.source if known else None, known
    if not isinstance(value, JsArray):
        return (), None, False
    values = [plain_data(each) for each in value.items]
    plain = tuple(each for each in values if each is None or isinstance(each, bool | int | float | str))
    return plain, None, value.open is None and len(plain) == len(values)


def _certain(value: JsObject, key: str) -> Value:
    """A property, unknown if it may have another value."""
    return value.get(key) if value.is_certain(key) else Unknown("a value depends on a condition")


def _plain(value: Value) -> Any:
    return UNDEFINED if isinstance(value, JsFunction) else plain_data(value)


def _names(value: JsObject, key: str) -> tuple[str, ...] | None:
    listed = _certain(value, key)
    if not isinstance(listed, JsArray) or listed.open is not None:
        return None
    names = [each for each in listed.values() if isinstance(each, str)]
    return tuple(names) if len(names) == len(listed.items) else None


def _component(value: JsObject) -> str:
    rendered: Property = value.properties.get("render", UNDEFINED)
    if isinstance(rendered, Lazy) and rendered.name:
        return rendered.name
    found = force(rendered)
    if isinstance(found, str):
        return found
    if isinstance(found, JsFunction) and found.name == "render":
        return ""
    return found.name if isinstance(found, ComponentName | Unknown | JsFunction | JsClass) else ""


def _definition(owner: JsObject, name: str, value: Value) -> ValueDefinition | None:
    """Where an entry is defined: at its key if the value is written there, else where the value is written."""
    key = owner.definitions.get(name)
    written = value.definition if isinstance(value, JsObject) else None
    return key if written is None or (key is not None and key.contains(written)) else written


def _key(owner: JsObject, name: str, kinds: tuple[str, ...] = _KEYS) -> SourceLocation | None:
    """Where the name of an entry is written as a key in an object literal, or as an export; None if it is not known for certain."""
    key = owner.definitions.get(name)
    if key is None or name in owner.doubtful or name in owner.optional or key.name.type not in kinds:
        return None
    written = string_of(key.name) if key.name.type == "string" else text_of(key.name)
    return key.location if written == name else None


def _about(owner: JsObject, name: str, value: JsObject) -> str:
    described = _certain(value, "description")
    if isinstance(described, str):
        return described
    definitions = (owner.definitions.get(name), value.definition)
    return next((about for each in definitions if each is not None and (about := each.about)), "")


def _read_location(name: str, owner: JsObject) -> SourceLocation | None:
    definition = _definition(owner, name, owner.get(name))
    return definition.location if definition is not None else None


def _read_variable(name: str, owner: JsObject) -> Any:
    return plain_data(_certain(owner, name))
