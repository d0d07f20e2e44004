"""The methods of arrays and sets. A result with items that are not known is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from refrakt.runes.javascript.conversions import either, equal, is_number, text_value, truth
from refrakt.runes.javascript.literals import append_all, limited_array, limited_text
from refrakt.runes.javascript.values import (
    UNDEFINED,
    JsArray,
    Property,
    Unknown,
    Value,
    force,
    open_reason,
)

if TYPE_CHECKING:
    from refrakt.runes.javascript.frame import Frame

_Arguments = Sequence[Property]


def array_method(frame: Frame, array: JsArray, name: str, arguments: _Arguments) -> Value:
    frame.graph.budget.spend(1 + len(array.items))
    callback = _CALLBACKS.get(name)
    if callback is not None:
        function = force(arguments[0]) if arguments else UNDEFINED
        return callback(frame, array, function, arguments[1:])
    method = _METHODS.get(name)
    return method(frame, array, arguments) if method is not None else Unknown(f"`{name}` of an array is not evaluated")


def _results(frame: Frame, array: JsArray, function: Value) -> list[Value]:
    """The callback's result for each item. If there may be others, it is also evaluated for an unknown item."""
    from refrakt.runes.javascript.calls import call, call_uncertainly

    results = [call(frame, function, [item, index, array]) for index, item in enumerate(list(array.items))]
    if array.open is not None:
        call_uncertainly(frame, function, [Unknown(array.open), Unknown(array.open), array])
    return results


def _map(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    return JsArray(_results(frame, array, function), array.open, array.exact)


def _flat_map(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    return _flat(frame, JsArray(_results(frame, array, function), array.open, array.exact), [])


def _for_each(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    _results(frame, array, function)
    return UNDEFINED


def _filter(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    tests = [truth(result) for result in _results(frame, array, function)]
    kept = [item for item, test in zip(list(array.items), tests, strict=False) if test is not False]
    return JsArray(kept, array.open, array.exact and None not in tests)


def _find(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    for item, result in zip(list(array.items), _results(frame, array, function), strict=False):
        test = truth(result)
        if test is None or (test and not array.exact):
            return Unknown("the item that is searched for is not known")
        if test:
            return force(item)
    return UNDEFINED if array.open is None else Unknown(array.open)


def _some(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    tests = [truth(result) for result in _results(frame, array, function)]
    if array.exact and True in tests:
        return True
    return False if array.open is None and all(test is False for test in tests) else Unknown("a condition is not known")


def _every(frame: Frame, array: JsArray, function: Value, _: _Arguments) -> Value:
    tests = [truth(result) for result in _results(frame, array, function)]
    if array.exact and False in tests:
        return False
    return True if array.open is None and all(tests) else Unknown("a condition is not known")


def _reduce(frame: Frame, array: JsArray, function: Value, rest: _Arguments) -> Value:
    from refrakt.runes.javascript.calls import call, call_uncertainly

    items = list(array.items)
    if not rest and not (items and array.exact):
        return Unknown(open_reason(array, "an array may be empty"))
    result = force(rest[0]) if rest else force(items.pop(0))
    for index, item in enumerate(items):
        result = call(frame, function, [result, item, index, array])
    if array.open is not None:
        result = either(result, call_uncertainly(frame, function, [result, *[Unknown(array.open)] * 2, array]))
    return result


def _concat(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    joined = JsArray(array.items, array.open, array.exact)
    for argument in map(force, arguments):
        if isinstance(argument, JsArray | Unknown):
            append_all(frame, joined, argument)
        else:
            joined.items.append(argument)
    return limited_array(frame, joined)


def _push(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    array.items.extend(arguments)
    array.exact = array.exact and not frame.graph.uncertain
    limited_array(frame, array)
    return len(array.items) if array.exact else Unknown("the length of an array is not known")


def _unshift(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    array.items[0:0] = arguments
    array.exact = array.exact and not frame.graph.uncertain
    limited_array(frame, array)
    return len(array.items)


def _remove(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    """`pop`, `shift`, `splice`: the array has some of the items."""
    array.items.extend(arguments[2:])
    array.exact = False
    return Unknown("an item is removed from an array")


def _join(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    separator = force(arguments[0]) if arguments else ","
    texts = ["" if value is None or value is UNDEFINED else text_value(value) for value in array.values()]
    known = [text for text in texts if text is not None]
    if not array.exact or len(known) < len(texts) or not isinstance(separator, str):
        return Unknown("a joined text is not known")
    if sum(map(len, known)) + len(separator) * len(known) > frame.graph.budget.limits.text_length:
        return Unknown("a computed text is too long")
    return limited_text(frame, separator.join(known))


def _includes(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    wanted = force(arguments[0]) if arguments else UNDEFINED
    tests = [equal(value, wanted, strict=True) for value in array.values()]
    if True in tests and array.exact:
        return True
    return False if array.open is None and all(test is False for test in tests) else Unknown("an item may be missing")


def _slice(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    values = [force(argument) for argument in arguments[:2]]
    bounds = [value for value in values if isinstance(value, int)]
    if not array.exact or len(bounds) < len(values):
        return JsArray(array.items, array.open, exact=False)
    return JsArray(array.items[bounds[0] if bounds else 0 : bounds[1] if len(bounds) > 1 else None])


def _flat(frame: Frame, array: JsArray, _: _Arguments) -> Value:
    flat = JsArray((), array.open, array.exact)
    for value in array.values():
        if isinstance(value, JsArray | Unknown):
            append_all(frame, flat, value)
        else:
            flat.items.append(value)
    return limited_array(frame, flat)


def _sort(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    texts = [text_value(value) for value in array.values()]
    if arguments or None in texts:
        array.exact = False
    else:
        array.items.sort(key=lambda item: text_value(force(item)) or "")
    return array


def _reverse(frame: Frame, array: JsArray, _: _Arguments) -> Value:
    array.items.reverse()
    return array


def _entries(frame: Frame, array: JsArray, _: _Arguments) -> Value:
    return JsArray([JsArray([index, item]) for index, item in enumerate(array.items)], array.open, array.exact)


def _keys(frame: Frame, array: JsArray, _: _Arguments) -> Value:
    return JsArray(list(range(len(array.items))), array.open, array.exact)


def _values(frame: Frame, array: JsArray, _: _Arguments) -> Value:
    return JsArray(array.items, array.open, array.exact)


def _index_of(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    wanted = force(arguments[0]) if arguments else UNDEFINED
    tests = [equal(value, wanted, strict=True) for value in array.values()]
    if None in tests or not array.exact:
        return Unknown("the position of an item is not known")
    return tests.index(True) if True in tests else -1


def _at(frame: Frame, array: JsArray, arguments: _Arguments) -> Value:
    index = force(arguments[0]) if arguments else 0
    if not array.exact or not is_number(index) or not isinstance(index, int):
        return Unknown(open_reason(array, "the position of an item is not known"))
    return force(array.items[index]) if -len(array.items) <= index < len(array.items) else UNDEFINED


_CALLBACKS: dict[str, Callable[[Frame, JsArray, Value, _Arguments], Value]] = {
    "map": _map,
    "flatMap": _flat_map,
    "forEach": _for_each,
    "filter": _filter,
    "find": _find,
    "some": _some,
    "every": _every,
    "reduce": _reduce,
}
_METHODS: dict[str, Callable[[Frame, JsArray, _Arguments], Value]] = {
    "concat": _concat,
    "push": _push,
    "add": _push,
    "unshift": _unshift,
    "pop": _remove,
    "shift": _remove,
    "splice": _remove,
    "join": _join,
    "includes": _includes,
    "has": _includes,
    "indexOf": _index_of,
    "slice": _slice,
    "flat": _flat,
    "sort": _sort,
    "toSorted": _sort,
    "reverse": _reverse,
    "entries": _entries,
    "keys": _keys,
    "values": _values,
    "at": _at,
}
