"""Destructuring: binds the names of a pattern to the parts of a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt.runes.javascript.frame import Frame
from refrakt.runes.javascript.literals import property_key
from refrakt.runes.javascript.members import get_member
from refrakt.runes.javascript.syntax import operands, text_of
from refrakt.runes.javascript.values import (
    UNDEFINED,
    JsArray,
    JsObject,
    Lazy,
    Property,
    Unknown,
    Value,
    force,
    open_reason,
)

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_NAMES = ("identifier", "shorthand_property_identifier_pattern")
_DEFAULTS = ("assignment_pattern", "object_assignment_pattern")


def bound_names(pattern: SyntaxNode) -> Iterator[str]:
    """The names that a pattern declares."""
    pending = [pattern]
    while pending:
        node = pending.pop()
        if node.type in _NAMES:
            yield text_of(node)
        elif node.type in _DEFAULTS or node.type == "pair_pattern":
            inner = node.child_by_field_name("left") or node.child_by_field_name("value")
            pending.extend([inner] if inner is not None else [])
        elif node.type != "type_annotation":
            pending.extend(reversed(node.named_children))


def bind(frame: Frame, pattern: SyntaxNode, value: Property) -> None:
    """Declare the names of a pattern. Parts of a value that is not evaluated yet are evaluated when they are needed."""
    if pattern.type in _NAMES:
        frame.scope.names[text_of(pattern)] = value
    elif pattern.type in _DEFAULTS:
        target = pattern.child_by_field_name("left")
        if target is not None:
            bind(frame, target, _or_default(frame, value, pattern.child_by_field_name("right")))
    elif pattern.type == "object_pattern":
        _bind_object(frame, pattern, value)
    elif pattern.type == "array_pattern":
        _bind_array(frame, pattern, value)


def _or_default(frame: Frame, value: Property, default: SyntaxNode | None) -> Property:
    def compute() -> Value:
        found = force(value)
        return frame.evaluate(default) if found is UNDEFINED else found

    return compute() if not isinstance(value, Lazy) else Lazy(compute, value.name)


def _part(frame: Frame, value: Property, key: str | int) -> Property:
    if isinstance(value, Lazy) and not value.forced:
        return Lazy(lambda: get_member(frame, force(value), key), str(key))
    return get_member(frame, force(value), key)


def _bind_object(frame: Frame, pattern: SyntaxNode, value: Property) -> None:
    taken: list[str] = []
    for child in operands(pattern):
        if child.type == "rest_pattern":
            inner = operands(child)
            if inner:
                bind(frame, inner[0], Lazy(lambda: _without(force(value), taken)))
            continue
        name = child.child_by_field_name("key") or child.child_by_field_name("left") or child
        key = property_key(frame, name)
        if key is None:
            for each in bound_names(child):
                frame.scope.names[each] = Unknown("the name of a property is not known")
            continue
        taken.append(key)
        target = child.child_by_field_name("value") if child.type == "pair_pattern" else child
        if target is not None:
            bind(frame, target, _part(frame, value, key))


def _without(value: Value, taken: list[str]) -> Value:
    if not isinstance(value, JsObject):
        return Unknown(open_reason(value, "the rest of a value is not known"))
    rest = value.copy()
    for key in taken:
        rest.properties.pop(key, None)
    return rest


def _bind_array(frame: Frame, pattern: SyntaxNode, value: Property) -> None:
    index = 0
    for child in pattern.children:
        if child.type == ",":
            index += 1
        elif child.type == "rest_pattern" and operands(child):
            bind(frame, operands(child)[0], _items_from(force(value), index))
        elif child.is_named and child.type != "comment":
            bind(frame, child, _part(frame, value, index))


def _items_from(value: Value, start: int) -> Value:
    if isinstance(value, JsArray) and value.exact:
        return JsArray(value.items[start:])
    return Unknown(open_reason(value, "the rest of an array is not known"))
