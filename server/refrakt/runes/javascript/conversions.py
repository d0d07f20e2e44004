"""Conversions and comparisons of values, which are unknown where a value is, and the union of two possible values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.javascript_values import js_equal, number_text
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

CONDITION = "a value depends on a condition"
_DEEPEST = 12


def truth(value: Value) -> bool | None:
    """Whether a value counts as true; None if that is unknown."""
    if isinstance(value, Unknown):
        return None
    if isinstance(value, int | float):
        return value != 0 and value == value
    return not (value is None or value is UNDEFINED or value == "")


def text_value(value: Value) -> str | None:
    """`String(value)` of a primitive value; None of any other."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    if value is None:
        return "null"
    return "undefined" if value is UNDEFINED else None


def is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def type_of(value: Value) -> str:
    """`typeof value` of a known value."""
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if value is UNDEFINED:
        return "undefined"
    return "function" if isinstance(value, JsFunction | NativeFunction | JsClass | BuiltinType) else "object"


def equal(left: Value, right: Value, strict: bool) -> bool | None:
    """`===` or `==`; None if that is unknown."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    if not strict and (left is None or left is UNDEFINED):
        return right is None or right is UNDEFINED
    if not strict and type_of(left) != type_of(right):
        return None
    return left == right if isinstance(left, BuiltinType) else js_equal(left, right)


def from_json(data: Any) -> Value:
    """A value from parsed JSON."""
    if isinstance(data, Mapping):
        return JsObject({key: from_json(each) for key, each in data.items()})
    if isinstance(data, list):
        return JsArray([from_json(each) for each in data])
    return data if data is None or isinstance(data, bool | int | float | str) else UNDEFINED


def either(left: Property, right: Property, depth: int = 0) -> Value:
    """The union of two possible values. Of two objects, it has the properties of both."""
    left, right = force(left), force(right)
    if left is right:
        return left
    if isinstance(left, JsObject) and isinstance(right, JsObject) and depth < _DEEPEST:
        return _either_object(left, right, depth)
    if isinstance(left, JsArray) and isinstance(right, JsArray):
        added = [item for item in right.items if not any(_same(item, other) for other in left.items[:100])]
        return JsArray([*left.items, *added], left.open or right.open, exact=False)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, JsObject) and other in (None, UNDEFINED, False):
            missing = one.copy()
            missing.optional.update(missing.properties)
            return missing
    if isinstance(left, JsRegex | BuiltinType) and left == right:
        return left
    if isinstance(left, str | int | float) and type(left) is type(right) and left == right:
        return left
    return Unknown(CONDITION)


def _either_object(left: JsObject, right: JsObject, depth: int) -> JsObject:
    union = left.copy()
    union.open = left.open or right.open
    union.optional |= right.optional | (left.properties.keys() ^ right.properties.keys())
    union.doubtful |= right.doubtful
    for key, value in right.properties.items():
        union.properties[key] = either(union.properties[key], value, depth + 1) if key in union.properties else value
        if key in right.definitions:
            union.definitions.setdefault(key, right.definitions[key])
    return union


def _same(left: Property, right: Property) -> bool:
    return left is right or (isinstance(left, str | int) and type(left) is type(right) and left == right)
