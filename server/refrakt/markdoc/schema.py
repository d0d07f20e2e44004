"""The schema of tags, nodes and functions, as plain data.

A `MarkdocConfig` is a site's vocabulary as the validator and the transformer use it. Types are names (`"String"`,
`"Number"`, `"Boolean"`, `"Object"`, `"Array"`), tuples of types, or a `CustomType`. Everything here can be built from
JSON, so a vocabulary can be exchanged between programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

from refrakt.markdoc.html import Renderable
from refrakt.markdoc.javascript_values import js_items, truthy
from refrakt.markdoc.patterns import Pattern, PatternError, pattern
from refrakt.markdoc.tree import Level, MarkdocError, Node
from refrakt.markdoc.values import UNDEFINED, from_json

T = TypeVar("T")


class RenderRequest(NamedTuple):
    """A request of a transform to render nodes. The result is one flat list, or for a single node its renderable."""

    nodes: Node | Sequence[Node]
    config: MarkdocConfig


RenderGenerator: TypeAlias = Generator[RenderRequest, Any, T]
"""A generator that yields a `RenderRequest` and is sent the result, so that deep trees need no deep call stack."""

Transform: TypeAlias = "Callable[[Node, MarkdocConfig], Renderable | RenderGenerator[Renderable]]"
ValueValidator: TypeAlias = "Callable[[Any, MarkdocConfig, str], Sequence[MarkdocError]]"


@dataclass(frozen=True)
class CustomType:
    """A type with its own validation and transformation of values."""

    name: str
    validate: ValueValidator | None = None
    transform: Callable[[Any, MarkdocConfig], Any] | None = None


Type: TypeAlias = "str | CustomType | tuple[Type, ...]"
Matches: TypeAlias = "Sequence[Any] | Pattern"


@dataclass(frozen=True)
class AttributeSchema:
    type: Type | None = None
    default: Any = UNDEFINED
    required: bool = False
    matches: Matches | Callable[[MarkdocConfig], Matches | None] | None = None
    render: bool | str | None = None
    """False omits the attribute from the output, a string renames it."""
    error_level: Level | None = None
    validate: ValueValidator | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AttributeSchema:
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
    """The schema of a tag or node type: rendering, attributes, slots and children. `None` means no restriction."""

    render: str | None = None
    attributes: Mapping[str, AttributeSchema] = field(default_factory=dict)
    children: Sequence[str] | None = None
    slots: Mapping[str, Slot] = field(default_factory=dict)
    self_closing: bool = False
    inline: bool | None = None
    transform: Transform | None = None
    validate: Callable[[Node, MarkdocConfig], Sequence[MarkdocError]] | None = None

    @cached_property
    def known_attributes(self) -> Mapping[str, AttributeSchema]:
        """Its own and the global attributes, in rendering order."""
        return dict(js_items({**GLOBAL_ATTRIBUTES, **self.attributes}))

    @cached_property
    def required_attributes(self) -> Sequence[str]:
        return [name for name, attribute in self.known_attributes.items() if attribute.required]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Schema:
        inline, render, children = data.get("inline"), data.get("render"), data.get("children")
        return cls(
            render=render if isinstance(render, str) else None,
            attributes=_each(AttributeSchema.from_json, data.get("attributes")),
            children=tuple(children) if isinstance(children, list) else None,
            slots=_each(_slot_from_json, data.get("slots")),
            self_closing=truthy(data.get("selfClosing", False)),
            inline=inline if isinstance(inline, bool) else None,
        )


@dataclass(frozen=True)
class FunctionSchema:
    """A function. Its `transform` gets positional parameters with the keys 0, 1, …, named ones with their names."""

    transform: Callable[[Mapping[str | int, Any], MarkdocConfig], Any] | None = None
    parameters: Mapping[str, AttributeSchema] | None = None
    returns: Type | None = None
    validate: Callable[[Any, MarkdocConfig], Sequence[MarkdocError]] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FunctionSchema:
        parameters = data.get("parameters")
        return cls(
            parameters=None if parameters is None else _each(AttributeSchema.from_json, parameters),
            returns=type_from_json(data.get("returns")),
        )


@dataclass
class PartialBudget:
    """How many partials one transform may still expand: partials that include each other grow exponentially."""

    remaining: int = 2_000

    def spend(self) -> bool:
        self.remaining -= 1
        return self.remaining >= 0


@dataclass(frozen=True)
class MarkdocConfig:
    """The vocabulary of a site. It extends and overrides the built-in nodes, tags and functions."""

    nodes: Mapping[str, Schema] = field(default_factory=dict)
    tags: Mapping[str, Schema] = field(default_factory=dict)
    functions: Mapping[str, FunctionSchema] = field(default_factory=dict)
    variables: Mapping[str, Any] | None = None
    """None if the variables are unknown; then none is reported as undefined."""
    partials: Mapping[str, Node | Sequence[Node]] = field(default_factory=dict)
    validate_functions: bool = False
    environment: str | None = None
    parents: Sequence[Node] = ()
    """While validating: the ancestors of the node, outermost first."""
    expanding: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    """While transforming: the variables of each partial being expanded, outermost first."""
    partial_budget: PartialBudget = field(default_factory=PartialBudget, repr=False, compare=False)
    context: Any = field(default=None, repr=False, compare=False)
    """While transforming: an object that the transforms of schemas share; it belongs to the caller."""

    def schema_of(self, node: Node) -> Schema | None:
        return self.tags.get(node.tag) if node.tag else self.nodes.get(node.type)

    @classmethod
    def from_json(
        cls, data: Mapping[str, Any], partials: Mapping[str, Node | Sequence[Node]] | None = None
    ) -> MarkdocConfig:
        """A config from JSON with Markdoc's keys; partials are trees, so the caller parses them."""
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


def rendered_attributes(node: Node, config: MarkdocConfig) -> RenderGenerator[dict[str, Any]]:
    """The attributes of a node in the output, renamed, omitted or defaulted by its schema; slots included."""
    schema = config.schema_of(node) or NO_SCHEMA
    rendered: dict[str, Any] = {}
    for key, attribute in schema.known_attributes.items():
        if attribute.render is False or attribute.render == "":
            continue
        value = node.attributes.get(key, UNDEFINED)
        if isinstance(attribute.type, CustomType) and attribute.type.transform is not None:
            value = attribute.type.transform(value, config)
        if value is UNDEFINED:
            value = attribute.default
        if value is not UNDEFINED:
            rendered[attribute.render if isinstance(attribute.render, str) else key] = value
    for key, slot in schema.slots.items():
        if slot.render is not False and key in node.slots:
            rendered[slot.render if isinstance(slot.render, str) else key] = yield RenderRequest(
                node.slots[key], config
            )
    return rendered


# Global attributes --------------------------------------------------------------------------------


def _validate_class(value: Any, _: MarkdocConfig, key: str) -> Sequence[MarkdocError]:
    if value is UNDEFINED or isinstance(value, bool | int | float):
        return [
            MarkdocError("attribute-type-invalid", "error", f"`{key}` must be a string or an object of class names")
        ]
    return []


def class_names(value: Any, _: MarkdocConfig | None = None) -> Any:
    """The value of `class` in HTML. On a page it is a text, or an object of names that are wanted or not."""
    if isinstance(value, str) or not truthy(value):
        return value
    return " ".join(name for name, wanted in js_items(value) if truthy(wanted))


def _validate_id(value: Any, _: MarkdocConfig, __: str) -> Sequence[MarkdocError]:
    if isinstance(value, str) and re.match("[a-zA-Z]", value):
        return []
    return [MarkdocError("attribute-value-invalid", "error", "an id must start with an ASCII letter")]


GLOBAL_ATTRIBUTES: Mapping[str, AttributeSchema] = {
    "class": AttributeSchema(CustomType("Class", _validate_class, class_names), render=True),
    "id": AttributeSchema(CustomType("Id", _validate_id), render=True),
}

NO_SCHEMA = Schema()


# Reading JSON ----------------------------------------------------------------------------------------------------


def type_from_json(data: Any) -> Type | None:
    """`"String"`, `{"$type": "String"}` or a list of these; None for types defined in code."""
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
    """Entries that are not objects are treated as empty objects."""
    if not isinstance(data, Mapping):
        return {}
    return {str(name): read(entry if isinstance(entry, Mapping) else {}) for name, entry in data.items()}
