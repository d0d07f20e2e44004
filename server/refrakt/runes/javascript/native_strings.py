"""The methods of text. Regular expressions are matched by `refrakt.markdoc.patterns`, in time linear in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from refrakt.markdoc.patterns import LONGEST_TEXT, PatternError, groups_of_matches
from refrakt.runes.javascript.conversions import text_value
from refrakt.runes.javascript.literals import limited_text
from refrakt.runes.javascript.values import (
    UNDEFINED,
    JsArray,
    JsFunction,
    JsRegex,
    NativeFunction,
    Property,
    Unknown,
    Value,
    force,
)

if TYPE_CHECKING:
    from refrakt.runes.javascript.frame import Frame

_REFERENCE = re.compile(r"\$([$&]|[1-9])")
_UNKNOWN = Unknown("a computed text is not known")


def string_method(frame: Frame, text: str, name: str, arguments: Sequence[Property]) -> Value:
    frame.graph.budget.spend(1 + len(text) // 100)
    values = [force(argument) for argument in arguments]
    if name in _PLAIN:
        return _PLAIN[name](text)
    if name in ("replace", "replaceAll") and len(values) > 1:
        return _replace(frame, text, values[0], values[1], name == "replaceAll")
    if name == "split":
        return _split(frame, text, values)
    if name == "match" and values and isinstance(values[0], JsRegex):
        return _match(text, values[0])
    if name == "concat":
        parts = [text_value(value) for value in values]
        known = [part for part in parts if part is not None]
        return limited_text(frame, text + "".join(known)) if len(known) == len(parts) else _UNKNOWN
    if name in _SEARCHES and values and isinstance(values[0], str) and len(values) == 1:
        return _SEARCHES[name](text, values[0])
    if name in _RANGES and all(isinstance(value, int) for value in values):
        return _RANGES[name](text, [value for value in values if isinstance(value, int)])
    if name in ("repeat", "padStart", "padEnd") and values and isinstance(values[0], int):
        return _padded(frame, text, name, values[0], values[1] if len(values) > 1 else " ")
    return Unknown(f"`{name}` of a text is not evaluated")


_PLAIN: dict[str, Callable[[str], Value]] = {
    "toLowerCase": str.lower,
    "toLocaleLowerCase": str.lower,
    "toUpperCase": str.upper,
    "toLocaleUpperCase": str.upper,
    "trim": str.strip,
    "trimStart": str.lstrip,
    "trimEnd": str.rstrip,
    "toString": lambda text: text,
    "valueOf": lambda text: text,
}
_SEARCHES: dict[str, Callable[[str, str], Value]] = {
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "includes": str.__contains__,
    "indexOf": str.find,
    "lastIndexOf": str.rfind,
}


def _slice(text: str, bounds: list[int]) -> str:
    return text[bounds[0] if bounds else 0 : bounds[1] if len(bounds) > 1 else None]


def _substring(text: str, bounds: list[int]) -> str:
    start, end = max(0, bounds[0] if bounds else 0), max(0, bounds[1] if len(bounds) > 1 else len(text))
    return text[min(start, end) : max(start, end)]


def _substr(text: str, bounds: list[int]) -> str:
    start = bounds[0] if bounds else 0
    start = max(0, len(text) + start) if start < 0 else start
    return text[start : start + max(0, bounds[1])] if len(bounds) > 1 else text[start:]


def _char_at(text: str, bounds: list[int]) -> str:
    index = bounds[0] if bounds else 0
    return text[index] if 0 <= index < len(text) else ""


def _at(text: str, bounds: list[int]) -> Value:
    index = bounds[0] if bounds else 0
    return text[index] if -len(text) <= index < len(text) else UNDEFINED


_RANGES: dict[str, Callable[[str, list[int]], Value]] = {
    "slice": _slice,
    "substring": _substring,
    "substr": _substr,
    "charAt": _char_at,
    "at": _at,
}


def _padded(frame: Frame, text: str, name: str, count: int, fill: Value) -> Value:
    limit = frame.graph.budget.limits.text_length
    length = len(text) * count if name == "repeat" else count
    if length > limit or not isinstance(fill, str) or len(fill) != 1:
        return Unknown("a computed text is too long") if length > limit else _UNKNOWN
    if name == "repeat":
        return limited_text(frame, text * count)
    return text.rjust(count, fill) if name == "padStart" else text.ljust(count, fill)


def _split(frame: Frame, text: str, values: Sequence[Value]) -> Value:
    if not values or values[0] is UNDEFINED:
        return JsArray([text])
    separator = values[0]
    if len(text) > frame.graph.budget.limits.text_length:
        return _UNKNOWN
    if isinstance(separator, str):
        return JsArray(list(text) if separator == "" else text.split(separator))
    matches = _matches(separator, text) if isinstance(separator, JsRegex) else None
    if matches is None:
        return JsArray(open="the parts of a text are not known")
    parts, last = [], 0
    for start, end, groups in matches:
        if end > start:
            parts += [text[last:start], *(group for group in groups[1:] if group is not None)]
            last = end
        elif 0 < start < len(text):
            parts.append(text[last:start])
            last = start
    return JsArray([*parts, text[last:]])


def _match(text: str, regex: JsRegex) -> Value:
    matches = _matches(regex, text)
    if matches is None:
        return Unknown("a regular expression is not evaluated")
    if not matches:
        return None
    if "g" in regex.flags:
        return JsArray([groups[0] for _, _, groups in matches])
    return JsArray([UNDEFINED if group is None else group for group in matches[0][2]])


def _replace(frame: Frame, text: str, wanted: Value, new: Value, everywhere: bool) -> Value:
    if isinstance(wanted, str):
        if not wanted or len(text) > LONGEST_TEXT:
            return _UNKNOWN
        matches: list[tuple[int, int, list[str | None]]] | None = _occurrences(text, wanted)
    else:
        matches = _matches(wanted, text) if isinstance(wanted, JsRegex) else None
        everywhere = isinstance(wanted, JsRegex) and "g" in wanted.flags
    if matches is None:
        return Unknown("a regular expression is not evaluated")
    parts, last = [], 0
    for start, end, groups in matches if everywhere else matches[:1]:
        replaced = _replacement(frame, new, groups, start, text)
        if replaced is None:
            return _UNKNOWN
        parts += [text[last:start], replaced]
        last = end
    return limited_text(frame, "".join([*parts, text[last:]]))


def _occurrences(text: str, wanted: str) -> list[tuple[int, int, list[str | None]]]:
    found: list[tuple[int, int, list[str | None]]] = []
    at = text.find(wanted)
    while at >= 0:
        found.append((at, at + len(wanted), [wanted]))
        at = text.find(wanted, at + len(wanted))
    return found


def _replacement(frame: Frame, new: Value, groups: list[str | None], start: int, text: str) -> str | None:
    from refrakt.runes.javascript.calls import call

    if isinstance(new, JsFunction | NativeFunction):
        arguments: list[Property] = [UNDEFINED if group is None else group for group in groups]
        return text_value(call(frame, new, [*arguments, start, text]))
    if not isinstance(new, str):
        return None

    def part(found: re.Match[str]) -> str:
        if found[1] in "$&":
            return "$" if found[1] == "$" else groups[0] or ""
        number = int(found[1])
        return (groups[number] or "") if number < len(groups) else found[0]

    return _REFERENCE.sub(part, new)


def pattern_matches(regex: JsRegex, arguments: Sequence[Property]) -> Value:
    """`regex.test(text)`."""
    text = text_value(force(arguments[0])) if arguments else None
    matches = _matches(regex, text) if text is not None else None
    return Unknown("a regular expression is not evaluated") if matches is None else bool(matches)


def _matches(regex: JsRegex, text: str) -> list[tuple[int, int, list[str | None]]] | None:
    try:
        return groups_of_matches(regex.source, regex.flags.replace("g", ""), text)
    except PatternError:
        return None
