"""The functions of JavaScript's globals: `Object.keys`, `Array.from`, `JSON.parse`, …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from refrakt.runes.javascript.conversions import from_json, text_value, truth
from refrakt.runes.javascript.json_comments import parse_json
from refrakt.runes.javascript.literals import append_all, limited_array, number_value, spread
from refrakt.runes.javascript.values import (
    UNDEFINED,
    JsArray,
    JsClass,
    JsFunction,
    JsObject,
    JsRegex,
    Property,
    Unknown,
    Value,
    force,
    open_reason,
)

if TYPE_CHECKING:
    from refrakt.runes.javascript.frame import Frame

_Arguments = Sequence[Property]


def global_function(frame: Frame, owner: str, name: str, arguments: _Arguments) -> Value:
    """`owner.name(arguments)`."""
    if owner == "console":
        return UNDEFINED
    function = _FUNCTIONS.get(f"{owner}.{name}")
    if function is None:
        from refrakt.runes.javascript.calls import pass_to_unknown

        return pass_to_unknown(frame, Unknown(f"`{owner}.{name}` is not evaluated"), arguments)
    return function(frame, arguments)


def convert(frame: Frame, name: str, arguments: _Arguments) -> Value:
    """`String(value)`, `Boolean(value)`, `Array(length)`, …"""
    value = force(arguments[0]) if arguments else UNDEFINED
    text = text_value(value)
    if name == "String" and (text is not None or not arguments):
        return text if arguments else ""
    if name == "Boolean":
        found = truth(value)
        return Unknown(open_reason(value, "a condition is not known")) if found is None else found
    if name == "Number" and isinstance(value, str | int | float):
        return number_value(value.strip()) if isinstance(value, str) and value.strip() else value or 0
    if name == "Object":
        return value
    if name in ("RegExp", "new RegExp") and isinstance(value, str):
        flags = force(arguments[1]) if len(arguments) > 1 else ""
        return JsRegex(value, flags if isinstance(flags, str) else "")
    if name == "new Set":
        return _unique(frame, value) if arguments else JsArray()
    if name in ("Array", "new Array") and len(arguments) != 1:
        return JsArray(arguments)
    return Unknown(f"`{name}` is not evaluated")


def _unique(frame: Frame, value: Value) -> Value:
    items = JsArray()
    append_all(frame, items, value)
    seen: set[tuple[type, str]] = set()
    kept: list[Property] = []
    for item in items.values():
        text = text_value(item)
        if text is None or (type(item), text) not in seen:
            kept.append(item)
            seen.add((type(item), text or ""))
    return JsArray(kept, items.open, items.exact)


def _listed(pick: Callable[[str, Property], Property]) -> Callable[[Frame, _Arguments], Value]:
    """`Object.keys`, `Object.values` or `Object.entries`."""

    def function(frame: Frame, arguments: _Arguments) -> Value:
        value = force(arguments[0]) if arguments else UNDEFINED
        if isinstance(value, JsClass):
            value = value.members
        if isinstance(value, JsArray):
            value = JsObject({str(index): item for index, item in enumerate(value.items)}, value.open)
        if not isinstance(value, JsObject):
            return JsArray(open=open_reason(value, "the properties of a value are not known"))
        frame.graph.budget.spend(len(value.properties))
        items = [pick(key, item) for key, item in value.properties.items()]
        return JsArray(items, value.open, exact=not value.optional)

    return function


def _from_entries(frame: Frame, arguments: _Arguments) -> Value:
    entries = force(arguments[0]) if arguments else UNDEFINED
    if not isinstance(entries, JsArray):
        return JsObject(open=open_reason(entries, "the entries of an object are not known"))
    made = JsObject()
    for entry in entries.values():
        frame.graph.budget.spend()
        key = text_value(force(entry.items[0])) if isinstance(entry, JsArray) and entry.exact and entry.items else None
        if key is None or not isinstance(entry, JsArray):
            made.mark_replaced(open_reason(entry, "the entries of an object are not known"))
        else:
            made.set(key, entry.items[1] if len(entry.items) > 1 else UNDEFINED)
    if entries.open is not None:
        made.mark_replaced(entries.open)
    if not entries.exact:
        made.optional.update(made.properties)
    return made


def _assign(frame: Frame, arguments: _Arguments) -> Value:
    target = force(arguments[0]) if arguments else UNDEFINED
    into = target.members if isinstance(target, JsFunction | JsClass) else target
    if not isinstance(into, JsObject):
        return target
    for source in arguments[1:]:
        if frame.graph.uncertain:
            added = JsObject()
            spread(frame, added, force(source))
            added.optional.update(added.properties)
            into.update(added)
        else:
            spread(frame, into, force(source))
    return target


def _define_property(frame: Frame, arguments: _Arguments) -> Value:
    from refrakt.runes.javascript.members import set_member

    values = [force(argument) for argument in arguments[:3]]
    if len(values) == 3:
        descriptor = values[2]
        value = descriptor.get("value") if isinstance(descriptor, JsObject) else Unknown("a property is not known")
        set_member(frame, values[0], text_value(values[1]), value)
    return values[0] if values else UNDEFINED


def _same(frame: Frame, arguments: _Arguments) -> Value:
    return force(arguments[0]) if arguments else UNDEFINED


def _is_array(frame: Frame, arguments: _Arguments) -> Value:
    value = force(arguments[0]) if arguments else UNDEFINED
    return value if isinstance(value, Unknown) else isinstance(value, JsArray)


def _array_from(frame: Frame, arguments: _Arguments) -> Value:
    from refrakt.runes.javascript.native_arrays import array_method

    value = force(arguments[0]) if arguments else UNDEFINED
    items = JsArray()
    length = value.get("length") if isinstance(value, JsObject) else None
    if isinstance(length, int) and length <= frame.graph.budget.limits.items:
        frame.graph.budget.spend(length)
        items.items = [UNDEFINED] * length
    else:
        append_all(frame, items, value)
    return array_method(frame, items, "map", arguments[1:]) if len(arguments) > 1 else limited_array(frame, items)


def _array_of(frame: Frame, arguments: _Arguments) -> Value:
    return JsArray(arguments)


def _parse(frame: Frame, arguments: _Arguments) -> Value:
    text = force(arguments[0]) if arguments else UNDEFINED
    if not isinstance(text, str) or len(text) > frame.graph.budget.limits.text_length:
        return Unknown(open_reason(text, "a JSON text is not known"))
    try:
        return from_json(parse_json(text.encode("utf-8", "replace")))
    except ValueError:
        return Unknown("a JSON text cannot be read")


def _unevaluated(frame: Frame, arguments: _Arguments) -> Value:
    return Unknown("a JSON text is not evaluated")


_FUNCTIONS: dict[str, Callable[[Frame, _Arguments], Value]] = {
    "Object.keys": _listed(lambda key, _: key),
    "Object.values": _listed(lambda _, value: value),
    "Object.entries": _listed(lambda key, value: JsArray([key, value])),
    "Object.fromEntries": _from_entries,
    "Object.assign": _assign,
    "Object.defineProperty": _define_property,
    "Object.freeze": _same,
    "Object.seal": _same,
    "Array.isArray": _is_array,
    "Array.from": _array_from,
    "Array.of": _array_of,
    "JSON.parse": _parse,
    "JSON.stringify": _unevaluated,
    "Promise.resolve": _same,
    "Promise.all": _same,
}
