"""Properties of values: read, written and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refrakt.runes.javascript.conversions import either, text_value
from refrakt.runes.javascript.frame import Frame, expression
from refrakt.runes.javascript.native_arrays import array_method
from refrakt.runes.javascript.native_globals import global_function
from refrakt.runes.javascript.native_strings import pattern_matches, string_method
from refrakt.runes.javascript.syntax import text_of
from refrakt.runes.javascript.values import (
    UNDEFINED,
    BuiltinType,
    JsArray,
    JsClass,
    JsFunction,
    JsObject,
    JsRegex,
    NativeFunction,
    Property,
    Unknown,
    Value,
    force,
)

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode


@expression("member_expression")
def _member(frame: Frame, node: SyntaxNode) -> Property:
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if owner is None or name is None:
        return UNDEFINED
    if owner.type == "meta_property" or text_of(owner) == "import.meta":
        return Unknown("`import.meta` is only known when the site runs")
    return get_member(frame, frame.evaluate(owner), text_of(name))


@expression("subscript_expression")
def _subscript(frame: Frame, node: SyntaxNode) -> Property:
    owner = frame.evaluate(node.child_by_field_name("object"))
    key = member_key(frame, node)
    return get_member(frame, owner, key) if key is not None else Unknown("the name of a property is not known")


def member_key(frame: Frame, node: SyntaxNode) -> str | None:
    """The property that a member or subscript expression names; None if that is unknown."""
    if node.type == "member_expression":
        name = node.child_by_field_name("property")
        return text_of(name) if name is not None else None
    return text_value(frame.evaluate(node.child_by_field_name("index")))


def get_member(frame: Frame, owner: Value, key: str | int) -> Property:
    name = str(key)
    match owner:
        case JsObject():
            return _object_member(owner, name)
        case JsArray():
            return _array_member(frame, owner, name)
        case str():
            return _string_member(frame, owner, name)
        case BuiltinType():
            return NativeFunction(
                f"{owner.name}.{name}", lambda arguments: global_function(frame, owner.name, name, arguments)
            )
        case JsFunction() | JsClass() | NativeFunction():
            members = owner.members
            if members is not None and name in members.properties:
                return members.properties[name]
            if isinstance(owner, JsClass) and members is not None and members.open is None:
                return UNDEFINED
            return Unknown(f"`{name}` of a function is not known", name)
        case JsRegex() if name == "test":
            return NativeFunction(name, lambda arguments: pattern_matches(owner, arguments))
        case JsRegex() if name == "source":
            return owner.source
        case Unknown():
            return Unknown(owner.reason, f"{owner.name}.{name}" if owner.name else name, owner.only_checks)
        case int() | float() if name in ("toString", "toFixed"):
            return NativeFunction(name, lambda _: text_value(owner))
    return UNDEFINED if owner is UNDEFINED or owner is None else Unknown(f"`{name}` of a value is not known", name)


def _object_member(owner: JsObject, name: str) -> Property:
    if name in owner.properties:
        found = owner.properties[name]
        # An object keeps its identity, so that what is written into it later is not lost.
        absent = name in owner.optional and not isinstance(force(found), JsObject)
        return found if not absent else Unknown("a property may be missing", name)
    if name == "hasOwnProperty":
        return NativeFunction(
            name, lambda arguments: has_property(owner, force(arguments[0]) if arguments else UNDEFINED)
        )
    return owner.get(name)


def has_property(owner: JsObject, key: Value) -> Value:
    name = text_value(key)
    if name is None:
        return Unknown("the name of a property is not known")
    if name in owner.properties:
        return True if name not in owner.optional else Unknown("a property may be missing")
    return False if owner.open is None else Unknown(owner.open)


def _array_member(frame: Frame, owner: JsArray, name: str) -> Property:
    if name.isdecimal() or name in ("length", "size"):
        if not owner.exact:
            return Unknown(owner.open or "the items of an array are not known")
        if not name.isdecimal():
            return len(owner.items)
        index = int(name) if len(name) < 9 else len(owner.items)
        return owner.items[index] if index < len(owner.items) else UNDEFINED
    return NativeFunction(f"Array.{name}", lambda arguments: array_method(frame, owner, name, arguments))


def _string_member(frame: Frame, owner: str, name: str) -> Property:
    if name == "length":
        return len(owner)
    if name.isdecimal():
        index = int(name) if len(name) < 9 else len(owner)
        return owner[index] if index < len(owner) else UNDEFINED
    return NativeFunction(f"String.{name}", lambda arguments: string_method(frame, owner, name, arguments))


def set_member(frame: Frame, owner: Value, key: str | None, value: Property, node: SyntaxNode | None = None) -> None:
    """`owner[key] = value`. A key of None is unknown: any property may have changed."""
    frame.graph.budget.spend()
    if isinstance(owner, JsArray):
        if key is not None and key == str(len(owner.items)) and owner.exact and not frame.graph.uncertain:
            owner.items.append(value)
        elif key is not None and key.isdecimal() and owner.exact and int(key[:9]) < len(owner.items):
            index = int(key[:9])
            owner.items[index] = either(owner.items[index], value) if frame.graph.uncertain else value
        else:
            owner.items.append(value)
            owner.mark_open("an item of an array is assigned")
        return
    target = (
        owner if isinstance(owner, JsObject) else owner.members if isinstance(owner, JsFunction | JsClass) else None
    )
    if target is None:
        return
    if key is None:
        target.mark_replaced("the name of a property is not known")
        return
    definition = frame.module.definition(node) if node is not None else None
    if not frame.graph.uncertain:
        target.set(key, value, definition)
    elif key in target.properties:
        target.properties[key] = either(target.properties[key], value)
    else:
        target.set(key, value, definition)
        target.optional.add(key)


def delete_member(frame: Frame, owner: Value, key: str | None) -> None:
    if isinstance(owner, JsArray):
        owner.exact = False
    if not isinstance(owner, JsObject):
        return
    if key is None:
        owner.optional.update(owner.properties)
    elif frame.graph.uncertain:
        owner.optional.update({key} & owner.properties.keys())
    else:
        owner.properties.pop(key, None)
        owner.optional.discard(key)
