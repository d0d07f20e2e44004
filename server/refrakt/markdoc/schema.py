"""What tags, nodes and functions may look like, as plain data.

A `Config` is all that validating and transforming need to know about a site's vocabulary. Types are names (`"String"`,
`"Number"`, `"Boolean"`, `"Object"`, `"Array"`), several of them in a tuple, or a `CustomType` with rules of its own.
Everything here can be built from JSON, so a catalogue of tags can travel between programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

from .html import Renderable
from .javascript import js_items, truthy
from .patterns import Pattern, PatternError, pattern
from .tree import Level, Node, Span
from .values import UNDEFINED, from_json

T = TypeVar("T")


class Complaint(NamedTuple):
    """What a rule has to say. The validator knows where the value stands; a rule that knows better gives a `span`."""

    id: str
    level: Level
    message: str
    span: Span | None = None


class Ask(NamedTuple):
    """A transform's wish: render these nodes. The answer is one flat list, or for a single node just what it gives."""

    nodes: Node | Sequence[Node]
    config: Config


Steps: TypeAlias = Generator[Ask, Any, T]
"""A computation that yields every `Ask` and is sent the answer, so that deep trees need no deep stack."""

Transform: TypeAlias = "Callable[[Node, Config], Renderable | Steps[Renderable]]"
ValueRule: TypeAlias = "Callable[[Any, Config, str], Sequence[Complaint]]"


@dataclass(frozen=True)
class CustomType:
    """A type with its own idea of a good value, and of how the value is rendered."""

    name: str
    validate: ValueRule | None = None
    transform: Callable[[Any, Config], Any] | None = None


Type: TypeAlias = "str | CustomType | tuple[Type, ...]"
Matches: TypeAlias = "Sequence[Any] | Pattern"


@dataclass(frozen=True)
class Attribute:
    type: Type | None = None
    default: Any = UNDEFINED
    required: bool = False
    matches: Matches | Callable[[Config], Matches | None] | None = None
    render: bool | str | None = None
    """False hides the attribute from the output, a text renames it."""
    error_level: Level | None = None
    validate: ValueRule | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Attribute:
        return cls(
            type=type_from_json(data.get("type")),
            default=from_json(data.get("default", UNDEFINED)),
            required=truthy(data.get("required", False)),
            matches=_matches_from_json(data.get("matches")),
            render=_render_from_json(data.get("render")),
            error_level=data.get("errorLevel"),
        )


@dataclass(frozen=True)
class Slot:
    required: bool = False
    render: bool | str | None = None


@dataclass(frozen=True)
class Schema:
    """A tag or node: what it renders as, what it takes, what it may hold. `None` leaves a question open."""

    render: str | None = None
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    children: Sequence[str] | None = None
    slots: Mapping[str, Slot] = field(default_factory=dict)
    self_closing: bool = False
    inline: bool | None = None
    transform: Transform | None = None
    validate: Callable[[Node, Config], Sequence[Complaint]] | None = None

    @cached_property
    def known_attributes(self) -> Mapping[str, Attribute]:
        """Its own attributes and those that every node takes, in the order in which they render."""
        return dict(js_items({**GLOBAL_ATTRIBUTES, **self.attributes}))

    @cached_property
    def required_attributes(self) -> Sequence[str]:
        return [name for name, attribute in self.known_attributes.items() if attribute.required]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Schema:
        inline, render, children = data.get("inline"), data.get("render"), data.get("children")
        return cls(
            render=render if isinstance(render, str) else None,
            attributes=_each(Attribute.from_json, data.get("attributes")),
            children=tuple(children) if isinstance(children, list) else None,
            slots=_each(_slot_from_json, data.get("slots")),
            self_closing=truthy(data.get("selfClosing", False)),
            inline=inline if isinstance(inline, bool) else None,
        )


@dataclass(frozen=True)
class FunctionSchema:
    """A function. `transform` gets positional parameters under 0, 1, … and the named ones under their names."""

    transform: Callable[[Mapping[str | int, Any], Config], Any] | None = None
    parameters: Mapping[str, Attribute] | None = None
    returns: Type | None = None
    validate: Callable[[Any, Config], Sequence[Complaint]] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FunctionSchema:
        parameters = data.get("parameters")
        return cls(
            parameters=None if parameters is None else _each(Attribute.from_json, parameters),
            returns=type_from_json(data.get("returns")),
        )


@dataclass
class Allowance:
    """How many partials one transform may still expand: partials can multiply each other without end."""

    left: int = 2_000

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True)
class Config:
    """The vocabulary of a site. The built-in nodes, tags and functions are always there; what stands here wins."""

    nodes: Mapping[str, Schema] = field(default_factory=dict)
    tags: Mapping[str, Schema] = field(default_factory=dict)
    functions: Mapping[str, FunctionSchema] = field(default_factory=dict)
    variables: Mapping[str, Any] | None = None
    """None: nobody knows which variables there will be, so none is reported as undefined."""
    partials: Mapping[str, Node | Sequence[Node]] = field(default_factory=dict)
    validate_functions: bool = False
    environment: str | None = None
    parents: Sequence[Node] = ()
    """While validating: the nodes around the one being checked, outermost first."""
    expanding: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    """While transforming: the variables of each partial being expanded, outermost first."""
    allowance: Allowance = field(default_factory=Allowance, repr=False, compare=False)

    def schema_of(self, node: Node) -> Schema | None:
        return self.tags.get(node.tag) if node.tag else self.nodes.get(node.type)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], partials: Mapping[str, Node | Sequence[Node]] | None = None) -> Config:
        """A config written as JSON in Markdoc's own words; partials are trees, so the caller parses them."""
        variables, options = data.get("variables"), data.get("validation")
        options = options if isinstance(options, Mapping) else {}
        return cls(
            nodes=_each(Schema.from_json, data.get("nodes")),
            tags=_each(Schema.from_json, data.get("tags")),
            functions=_each(FunctionSchema.from_json, data.get("functions")),
            variables=from_json(variables) if isinstance(variables, Mapping) else None,
            partials=partials or {},
            validate_functions=truthy(options.get("validateFunctions", False)),
            environment=options.get("environment"),
        )


def attributes_of(node: Node, config: Config) -> Steps[dict[str, Any]]:
    """The attributes a node shows in the output: renamed, hidden or filled in as its schema says, slots among them."""
    schema = config.schema_of(node) or NO_SCHEMA
    shown: dict[str, Any] = {}
    for key, attribute in schema.known_attributes.items():
        if attribute.render is False or attribute.render == "":
            continue
        value = node.attributes.get(key, UNDEFINED)
        if isinstance(attribute.type, CustomType) and attribute.type.transform is not None:
            value = attribute.type.transform(value, config)
        if value is UNDEFINED:
            value = attribute.default
        if value is not UNDEFINED:
            shown[attribute.render if isinstance(attribute.render, str) else key] = value
    for key, slot in schema.slots.items():
        if slot.render is not False and key in node.slots:
            shown[slot.render if isinstance(slot.render, str) else key] = yield Ask(node.slots[key], config)
    return shown


# Attributes that every node takes --------------------------------------------------------------------------------


def _class_rule(value: Any, _: Config, key: str) -> Sequence[Complaint]:
    if value is UNDEFINED or isinstance(value, bool | int | float):
        return [
            Complaint("attribute-type-invalid", "error", f"'{key}' takes a text, or an object of names to switch on")
        ]
    return []


def _class_text(value: Any, _: Config) -> Any:
    if isinstance(value, str) or not truthy(value):
        return value
    return " ".join(name for name, wanted in js_items(value) if truthy(wanted))


def _id_rule(value: Any, _: Config, __: str) -> Sequence[Complaint]:
    if isinstance(value, str) and re.match("[a-zA-Z]", value):
        return []
    return [Complaint("attribute-value-invalid", "error", "An id begins with a letter from a to z")]


GLOBAL_ATTRIBUTES: Mapping[str, Attribute] = {
    "class": Attribute(CustomType("Class", _class_rule, _class_text), render=True),
    "id": Attribute(CustomType("Id", _id_rule), render=True),
}

NO_SCHEMA = Schema()


# Reading JSON ----------------------------------------------------------------------------------------------------


def type_from_json(data: Any) -> Type | None:
    """`"String"`, `{"$type": "String"}` or a list of these; what only code can say is left open."""
    match data:
        case str() if data:
            return data
        case {"$type": str() as name}:
            return name
        case list():
            members = [type_from_json(each) for each in data]
            return None if None in members else tuple(each for each in members if each is not None)
    return None


def _matches_from_json(data: Any) -> Matches | None:
    match data:
        case list():
            return tuple(from_json(each) for each in data)
        case {"regex": str() as source}:
            try:
                return pattern(source, str(data.get("flags", "")))
            except PatternError:
                return None
    return None


def _render_from_json(data: Any) -> bool | str | None:
    return data if isinstance(data, bool | str) else None


def _slot_from_json(data: Mapping[str, Any]) -> Slot:
    return Slot(truthy(data.get("required", False)), _render_from_json(data.get("render")))


def _each(read: Callable[[Mapping[str, Any]], T], data: Any) -> dict[str, T]:
    """Entries that are no objects say nothing about what they name, as an empty object would."""
    if not isinstance(data, Mapping):
        return {}
    return {str(name): read(entry if isinstance(entry, Mapping) else {}) for name, entry in data.items()}
