"""JavaScript semantics of values: truth, equality, conversion to text and JSON.

Markdoc is a JavaScript engine: `{% $list.length %}`, `class={wide: true}` or a number in a heading print what JavaScript
prints. Only this module implements these rules.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from refrakt.markdoc.values import KIND, UNDEFINED, Function, Undefined, Variable, number

_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_RADIX_NUMBER = re.compile("0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")
_DECIMAL_NUMBER = re.compile(r"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]+)?")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def truthy(value: Any) -> bool:
    """`!!value`: empty lists and objects are true, unlike in Python."""
    if value is None or value is UNDEFINED or value is False or value == "":
        return False
    return not (isinstance(value, int | float) and (value == 0 or value != value))


def js_equal(left: Any, right: Any) -> bool:
    """`===`: numbers and strings by value, lists and objects by identity."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    return left is right


def js_deep_equal(left: Any, right: Any) -> bool:
    """Deep equality. In Python's `==`, `0` equals `false`."""
    pending = [(left, right)]
    while pending:
        left, right = pending.pop()
        if left is right or js_equal(left, right):
            continue
        if isinstance(left, Mapping) and isinstance(right, Mapping) and left.keys() == right.keys():
            pending.extend((left[key], right[key]) for key in left)
        elif isinstance(left, list | tuple) and isinstance(right, list | tuple) and len(left) == len(right):
            pending.extend(zip(left, right, strict=True))
        else:
            return False
    return True


def js_includes(values: Iterable[Any], value: Any) -> bool:
    """`values.includes(wanted)`, which is `===` except that NaN is found."""
    is_nan = isinstance(value, float) and math.isnan(value)
    return any(js_equal(each, value) or (is_nan and isinstance(each, float) and math.isnan(each)) for each in values)


def js_str(value: Any) -> str:
    """`String(value)`."""
    if isinstance(value, list | tuple):
        return ",".join(_leaf_texts(value))
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if value is UNDEFINED:
        return "undefined"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    # A date from frontmatter is printed in ISO format; everything else is a plain object in JavaScript.
    return value.isoformat() if isinstance(value, date | time) else "[object Object]"


def _leaf_texts(values: list[Any] | tuple[Any, ...]) -> list[str]:
    """The texts of the leaves of nested lists; empty and missing items are empty texts."""
    texts: list[str] = []
    pending: list[Any] = list(reversed(values))
    while pending:
        value = pending.pop()
        if isinstance(value, list | tuple) and value:
            pending.extend(reversed(value))
        elif value is None or value is UNDEFINED or isinstance(value, list | tuple):
            texts.append("")
        else:
            texts.append(js_str(value))
    return texts


def js_number(value: Any) -> int | float:
    """`Number(value)`: text with a number, and 0 for nothing; everything else is NaN."""
    if isinstance(value, bool | int | float):
        return value + 0
    if value is None:
        return 0
    if isinstance(value, list | tuple):
        value = js_str(value)
    if not isinstance(value, str):
        return math.nan
    text = value.strip()
    if not text:
        return 0
    if _RADIX_NUMBER.fullmatch(text):
        return int(text, 0)
    if _DECIMAL_NUMBER.fullmatch(text):
        return number(text)
    return {"Infinity": math.inf, "+Infinity": math.inf, "-Infinity": -math.inf}.get(text, math.nan)


def number_text(value: int | float) -> str:
    """A number as JavaScript prints it: `1`, `0.5`, `1e+21`, `1.5e-7`."""
    try:
        exact = float(value)
    except OverflowError:
        return "Infinity" if value > 0 else "-Infinity"
    if math.isnan(exact):
        return "NaN"
    if math.isinf(exact):
        return "Infinity" if exact > 0 else "-Infinity"
    if exact == 0:
        return "0"
    sign = "-" if exact < 0 else ""
    mantissa, _, power = repr(abs(exact)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # `point` is the position of the decimal point, relative to the first significant digit.
    point = len(whole) + int(power or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        if len(digits) <= point:
            return sign + digits.ljust(point, "0")
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def is_index(key: object) -> bool:
    """Whether a key is an array index, which JavaScript sorts before all other keys."""
    if isinstance(key, str):
        return key.isdecimal() and _INDEX.fullmatch(key) is not None and int(key) < 2**32 - 1
    return isinstance(key, int) and 0 <= key < 2**32 - 1


def js_items(value: Any) -> list[tuple[str, Any]]:
    """`Object.entries(value)`: array indexes first, in order, then the others in source order."""
    if isinstance(value, Mapping):
        keys = list(value)
        if any(map(is_index, keys)):
            keys.sort(key=lambda key: (0, int(key)) if is_index(key) else (1, 0))
        return [(str(key), value[key]) for key in keys]
    if isinstance(value, str):
        return [(str(index), unit) for index, unit in enumerate(_units(value))]
    if isinstance(value, list | tuple):
        return [(str(index), each) for index, each in enumerate(value)]
    return []


def js_property(value: Any, key: str | int | float, missing: Any = UNDEFINED) -> Any:
    """`value[key]` for own properties; inherited ones such as `toString` are missing."""
    name = js_str(key)
    if isinstance(value, Mapping):
        if name in value:
            return value[name]
        return value.get(int(name), missing) if is_index(name) else missing
    if isinstance(value, str):
        value = _units(value)
    if isinstance(value, list | tuple):
        if name == "length":
            return len(value)
        if is_index(name) and int(name) < len(value):
            return value[int(name)]
    return missing


def _units(text: str) -> list[str]:
    """The UTF-16 code units, which are JavaScript's characters."""
    if text.isascii() or max(text) < "\U00010000":
        return list(text)
    data = text.encode("utf-16-le", "surrogatepass")
    return [chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2)]


def js_json(value: Any, indent: int = 2) -> str | Undefined:
    """`JSON.stringify(value, null, indent)`. Works on values of any depth."""
    if value is UNDEFINED or callable(value):
        return UNDEFINED
    written: list[str] = []
    pending: list[str | tuple[Any, int]] = [(value, 0)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            written.append(item)
            continue
        value, depth = item
        match value:
            case Variable():
                value = {KIND: "Variable", "path": list(value.path)}
            case Function():
                value = {KIND: "Function", "name": value.name, "parameters": value.parameters}
        if isinstance(value, Mapping):
            members = [(_quoted(key) + ": ", each) for key, each in js_items(value) if not _is_omitted(each)]
            pending.extend(reversed(_container("{", members, "}", depth, indent)))
        elif isinstance(value, list | tuple):
            elements = [("", None if _is_omitted(each) else each) for each in value]
            pending.extend(reversed(_container("[", elements, "]", depth, indent)))
        else:
            written.append(_json_scalar(value))
    return "".join(written)


def _is_omitted(value: Any) -> bool:
    return value is UNDEFINED or callable(value)


def _container(
    opening: str, members: list[tuple[str, Any]], closing: str, depth: int, indent: int
) -> list[str | tuple[Any, int]]:
    if not members:
        return [opening + closing]
    margin = "\n" + " " * (indent * (depth + 1))
    parts: list[str | tuple[Any, int]] = []
    for index, (label, value) in enumerate(members):
        parts += [("," if index else opening) + margin + label, (value, depth + 1)]
    return [*parts, "\n" + " " * (indent * depth) + closing]


def _json_scalar(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    if value is None or isinstance(value, bool | int | float):
        return js_str(value)
    return _quoted(value if isinstance(value, str) else js_str(value))


def _quoted(text: str) -> str:
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
