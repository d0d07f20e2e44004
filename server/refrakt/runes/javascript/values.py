"""The values of the evaluator.

Text, numbers, booleans and `null` are Python's; `undefined` is `UNDEFINED`. An object knows how much of it is known: it may have
other properties (`open`), lack some of them (`optional`), or have other values for them (`doubtful`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from refrakt.markdoc.values import UNDEFINED, Undefined
from refrakt.runes.javascript.syntax import ScriptText, doc_text
from refrakt.runes.source_location import SourceLocation

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

    from refrakt.runes.javascript.frame import Frame

__all__ = [
    "UNDEFINED",
    "BuiltinType",
    "ComponentName",
    "JsArray",
    "JsClass",
    "JsFunction",
    "JsObject",
    "JsRegex",
    "Lazy",
    "NativeFunction",
    "Property",
    "Undefined",
    "Unknown",
    "Value",
    "ValueDefinition",
    "force",
    "open_reason",
]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be evaluated, and why. The reason is shown to users."""

    reason: str
    name: str = ""
    """The name it was imported by, if any, which names a component."""
    only_checks: bool = False
    """Whether it is of a package whose functions check values and change none."""


@dataclass(frozen=True, slots=True)
class JsRegex:
    source: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class BuiltinType:
    """A global of JavaScript, such as `String` or `Object`."""

    name: str


@dataclass(frozen=True, slots=True)
class ComponentName:
    """A component: JSX, or Astro's `component(path)`. Only its name matters."""

    name: str


@dataclass(frozen=True, slots=True)
class ValueDefinition:
    """Where a property or an object is written. Location and comment are computed when they are needed."""

    text: ScriptText
    name: SyntaxNode
    """The node to show: the name of a property, or an object literal."""
    whole: SyntaxNode
    """The name with its value."""
    comment: SyntaxNode | None = None

    @property
    def location(self) -> SourceLocation:
        return self.text.location(self.name)

    @property
    def about(self) -> str:
        return doc_text(self.comment)

    def contains(self, other: ValueDefinition) -> bool:
        inside = self.whole.start_byte <= other.name.start_byte and other.name.end_byte <= self.whole.end_byte
        return self.text is other.text and inside


class Lazy:
    """A value that is evaluated when it is needed. `name` is the name it is written with."""

    __slots__ = ("_compute", "_running", "_value", "name")

    def __init__(self, compute: Callable[[], Property], name: str = "") -> None:
        self._compute: Callable[[], Property] | None = compute
        self._running = False
        self._value: Value = UNDEFINED
        self.name = name

    def force(self) -> Value:
        if self._compute is None:
            return self._value
        if self._running:
            return Unknown("a value depends on itself")
        self._running = True
        try:
            self._value = force(self._compute())
        except RecursionError:
            self._value = Unknown("values are nested too deep")
        finally:
            self._running = False
        self._compute = None
        return self._value

    @property
    def forced(self) -> bool:
        return self._compute is None


class JsObject:
    """An object whose properties may be evaluated later."""

    __slots__ = ("definition", "definitions", "doubtful", "open", "optional", "properties")

    def __init__(self, properties: dict[str, Property] | None = None, open: str | None = None) -> None:
        self.properties: dict[str, Property] = {} if properties is None else properties
        self.open = open
        """Why it may have other properties; None if it has exactly these."""
        self.optional: set[str] = set()
        self.doubtful: set[str] = set()
        self.definition: ValueDefinition | None = None
        self.definitions: dict[str, ValueDefinition] = {}

    def get(self, key: str) -> Value:
        """The value of a property: unknown if it may be missing from what was read, undefined if it is absent."""
        if key in self.properties:
            return force(self.properties[key])
        return UNDEFINED if self.open is None else Unknown(self.open, key)

    def set(self, key: str, value: Property, definition: ValueDefinition | None = None) -> None:
        self.properties[key] = value
        self.optional.discard(key)
        self.doubtful.discard(key)
        if definition is not None:
            self.definitions[key] = definition
        else:
            self.definitions.pop(key, None)

    def mark_open(self, reason: str) -> None:
        self.open = self.open or reason

    def mark_replaced(self, reason: str) -> None:
        """Unknown properties were written: they may be new ones, or replace any of those so far."""
        self.mark_open(reason)
        self.doubtful.update(self.properties)

    def is_certain(self, key: str) -> bool:
        return key not in self.optional and key not in self.doubtful

    def copy(self) -> JsObject:
        copied = JsObject(dict(self.properties), self.open)
        copied.optional, copied.doubtful = set(self.optional), set(self.doubtful)
        copied.definition, copied.definitions = self.definition, dict(self.definitions)
        return copied

    def update(self, other: JsObject) -> None:
        """`{...this, ...other}`."""
        if other.open is not None:
            self.mark_replaced(other.open)
        for key, value in other.properties.items():
            if key in other.optional and key in self.properties:
                self.doubtful.add(key)
                continue
            absent = key in other.optional
            self.set(key, value, other.definitions.get(key))
            if absent:
                self.optional.add(key)
            if key in other.doubtful:
                self.doubtful.add(key)


class JsArray:
    """An array; also a `Set`, whose items are its values."""

    __slots__ = ("exact", "items", "open")

    def __init__(self, items: Sequence[Property] = (), open: str | None = None, exact: bool = True) -> None:
        self.items: list[Property] = list(items)
        self.open = open
        """Why it may have other items."""
        self.exact = exact and open is None
        """Whether the items have these positions; if not, the array has some of them."""

    def mark_open(self, reason: str) -> None:
        self.open = self.open or reason
        self.exact = False

    def values(self) -> Iterator[Value]:
        return (force(item) for item in list(self.items))


class JsClass:
    """A class: its name and static members. Markdoc uses a class with `validate()` as the type of an attribute."""

    __slots__ = ("members", "name")

    def __init__(self, name: str, members: JsObject) -> None:
        self.name = name
        self.members = members


class JsFunction:
    """A function of the project, and its scope. `members` are properties that were assigned to it."""

    __slots__ = ("frame", "members", "name", "node")

    def __init__(self, node: SyntaxNode, frame: Frame, name: str = "") -> None:
        self.node = node
        self.frame = frame
        self.name = name
        self.members = JsObject()


class NativeFunction:
    """A function that the evaluator implements: of the language, or of a known package."""

    __slots__ = ("call", "members", "name")

    def __init__(
        self, name: str, call: Callable[[Sequence[Property]], Property], members: JsObject | None = None
    ) -> None:
        self.name = name
        self.call = call
        self.members = members


Value: TypeAlias = (
    "bool | int | float | str | Undefined | Unknown | JsObject | JsArray | JsRegex | JsClass | JsFunction"
    " | NativeFunction | BuiltinType | ComponentName | None"
)
Property: TypeAlias = "Value | Lazy"
"""A value, or one that is evaluated when it is needed."""


def force(value: Property) -> Value:
    return value.force() if isinstance(value, Lazy) else value


def open_reason(value: Value, otherwise: str) -> str:
    """Why a value is not known."""
    if isinstance(value, Unknown):
        return value.reason
    return (value.open if isinstance(value, JsObject | JsArray) else None) or otherwise
