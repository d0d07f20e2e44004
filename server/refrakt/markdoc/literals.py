"""The values a tag can hold: strings, numbers, arrays, objects, variables, calls.

Read exactly as Markdoc reads them. What it refuses raises `Refused`, with the reason in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .tree import Fault
from .values import Function, Variable, number

IDENTIFIER = re.compile(r"[a-zA-Z0-9_-]+")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
PLAIN_STRING = re.compile(r'"([^\x00-\x1f"\\]*)"')
SPACE = re.compile(r"[ \n\t]*")
WORD = re.compile(r"[^ \n\t]+")
KEYWORDS = (("null", None), ("true", True), ("false", False))

_STRING_PART = re.compile(r'[^\x00-\x1f"\\]+|\\["\\nrt]')
_ESCAPES = {'\\"': '"', "\\\\": "\\", "\\n": "\n", "\\r": "\r", "\\t": "\t"}
_DEEPEST = 64


class Refused(Exception):
    """Markdoc would not read on here."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class ValueReader:
    """Reads values from `text`, moving `at` along."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._depth = 0

    def value(self) -> Any:
        text, at = self.text, self.at
        if at >= len(text):
            raise Refused(Fault("missing-value", "a value is missing here", max(at - 1, 0), at))
        first = text[at]
        if first == '"':
            return self.string()
        for word, value in KEYWORDS:
            if text.startswith(word, at):
                self.at = at + len(word)
                return value
        digits = NUMBER.match(text, at)
        if digits is not None:
            self.at = digits.end()
            return number(digits.group())
        if first in "$@":
            return self.variable()
        if first == "[":
            return self._nested(self._array)
        if first == "{":
            return self._nested(self._hash)
        name = IDENTIFIER.match(text, at)
        if name is not None and text.startswith("(", name.end()):
            return self._nested(self.call)
        raise Refused(self._no_value(at, name))

    def _nested(self, read: Callable[[], Any]) -> Any:
        if self._depth >= _DEEPEST:
            raise Refused(Fault("too-deep", f"values nest deeper than {_DEEPEST} levels", self.at, self.at + 1))
        self._depth += 1
        try:
            return read()
        finally:
            self._depth -= 1

    def string(self) -> str:
        text, start = self.text, self.at
        plain = PLAIN_STRING.match(text, start)
        if plain is not None:
            self.at = plain.end()
            return plain.group(1)
        at = start + 1
        parts: list[str] = []
        while True:
            part = _STRING_PART.match(text, at)
            if part is None:
                break
            found = part.group()
            parts.append(_ESCAPES.get(found, found) if found[0] == "\\" else found)
            at = part.end()
        if text.startswith('"', at):
            self.at = at + 1
            return "".join(parts)
        if at >= len(text):
            raise Refused(Fault("open-string", "this string is never closed", start, at))
        if text[at] == "\\":
            message = 'after a backslash only `"`, `\\`, `n`, `r` and `t` may follow'
            raise Refused(Fault("bad-escape", message, at, min(at + 2, len(text))))
        if text[at] == "\n":
            raise Refused(Fault("open-string", "a string must end on the line it begins on", start, at))
        message = "a control character cannot stand in a string; write \\t for a tab"
        raise Refused(Fault("control-character", message, at, at + 1))

    def variable(self) -> Any:
        text, start = self.text, self.at
        name = IDENTIFIER.match(text, start + 1)
        if name is None:
            message = f"a variable's name must follow `{text[start]}`"
            raise Refused(Fault("missing-name", message, start, start + 1))
        path: list[str | int | float] = [name.group()]
        at = name.end()
        while at < len(text):
            if text[at] == ".":
                name = IDENTIFIER.match(text, at + 1)
                if name is None:
                    break
                path.append(name.group())
                at = name.end()
            elif text[at] == "[":
                key = PLAIN_STRING.match(text, at + 1)
                if key is not None:
                    step: str | int | float = key.group(1)
                    end = key.end()
                else:
                    digits = NUMBER.match(text, at + 1)
                    if digits is not None:
                        step, end = number(digits.group()), digits.end()
                    elif text.startswith('"', at + 1):
                        self.at = at + 1
                        try:
                            step = self.string()
                        except Refused:
                            break
                        end = self.at
                    else:
                        break
                if not text.startswith("]", end):
                    break
                path.append(step)
                at = end + 1
            else:
                break
        self.at = at
        return Variable(tuple(path)) if text[start] == "$" else path

    def call(self) -> Function:
        text = self.text
        name = IDENTIFIER.match(text, self.at)
        assert name is not None
        self.at = name.end() + 1
        self.space()
        parameters: dict[str | int, Any] = {}
        leading = not text.startswith((",", ")"), self.at)
        index = 0
        if leading:
            self._parameter(parameters, index)
            index = 1
        while True:
            before = self.at
            self.space()
            if not text.startswith(",", self.at):
                self.at = before
                break
            self.at += 1
            self.space()
            if text.startswith(")", self.at):
                raise Refused(Fault("trailing-comma", "a call cannot end in a comma", before, self.at))
            self._parameter(parameters, index)
            index += 1
        if not text.startswith(")", self.at):
            at = self.at
            if at < len(text) and text[at] in " \n\t" and text[at:].lstrip(" \n\t").startswith(")"):
                raise Refused(Fault("space-before-bracket", "no space may stand before `)`", at, at + 1))
            raise Refused(Fault("open-call", "`)` is missing", name.start(), at))
        self.at += 1
        return Function(name.group(), parameters if leading else {})

    def _parameter(self, parameters: dict[str | int, Any], index: int) -> None:
        name = IDENTIFIER.match(self.text, self.at)
        if name is not None and self.text.startswith("=", name.end()):
            self.at = name.end() + 1
            parameters[name.group()] = self.value()
        else:
            parameters[index] = self.value()

    def _array(self) -> list[Any]:
        start = self.at
        self.at += 1
        self.space()
        items: list[Any] = []
        if self.text.startswith("]", self.at):
            self.at += 1
            return items
        while True:
            items.append(self.value())
            if self._ends(start, "]", "array"):
                return items

    def _hash(self) -> dict[str, Any]:
        start = self.at
        self.at += 1
        self.space()
        items: dict[str, Any] = {}
        if self.text.startswith("}", self.at):
            self.at += 1
            return items
        while True:
            name = IDENTIFIER.match(self.text, self.at)
            if name is not None:
                key = name.group()
                self.at = name.end()
            elif self.text.startswith('"', self.at):
                key = self.string()
            else:
                raise Refused(self.unexpected(self.at))
            if not self.text.startswith(":", self.at):
                raise Refused(Fault("missing-colon", f"`:` must follow the key {key}", self.at, self.at + 1))
            self.at += 1
            self.space()
            value = self.value()
            if key != "$$mdtype":
                items[key] = value
            if self._ends(start, "}", "object"):
                return items

    def _ends(self, start: int, bracket: str, what: str) -> bool:
        """After an item: true at the closing bracket, false when a further item follows."""
        self.space()
        comma = self.text.startswith(",", self.at)
        if comma:
            self.at += 1
            self.space()
        if self.text.startswith(bracket, self.at):
            self.at += 1
            return True
        if comma and self.at < len(self.text):
            return False
        if self.at >= len(self.text):
            raise Refused(Fault("open-bracket", f"this {what} is never closed: `{bracket}` is missing", start, self.at))
        message = f"`,` or `{bracket}` is missing here"
        raise Refused(Fault("missing-comma", message, self.at, self.at + 1))

    def space(self) -> None:
        match = SPACE.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def rough_value(self, at: int) -> int:
        """Where a value that cannot be read probably ends."""
        text = self.text
        if at < len(text) and text[at] in "\"'":
            close = text.find(text[at], at + 1)
            line = text.find("\n", at)
            if close >= 0 and (line < 0 or close < line):
                return close + 1
            return line if line >= 0 else len(text)
        word = WORD.match(text, at)
        return word.end() if word else at

    def _no_value(self, at: int, name: re.Match[str] | None) -> Fault:
        text = self.text
        if text[at] == "'":
            return Fault("single-quotes", "strings are written in double quotes", at, self.rough_value(at))
        if text[at] in " \n\t":
            return Fault("missing-value", "a value must follow `=` at once", at - 1, at)
        if name is not None:
            word = name.group()
            message = f'`{word}` is not a value; write "{word}" for text or ${word} for a variable'
            return Fault("unquoted-string", message, at, name.end())
        return self.unexpected(at)

    def unexpected(self, at: int) -> Fault:
        text = self.text
        if at >= len(text):
            return Fault("unfinished", "the tag is not finished", max(at - 1, 0), at)
        if text.startswith("{%", at):
            return Fault("unterminated", "this tag is not closed with %} before the next one begins", at, at + 2)
        return Fault("unexpected", f"`{text[at]}` cannot stand here", at, at + 1)
