"""Attribute values: strings, numbers, arrays, objects, variables, function calls.

The grammar is exactly Markdoc's. A syntax error raises `TagParseError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from refrakt.markdoc.tree import TagError
from refrakt.markdoc.values import Function, Variable, number

IDENTIFIER = re.compile(r"[a-zA-Z0-9_-]+")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
PLAIN_STRING = re.compile(r'"([^\x00-\x1f"\\]*)"')
SPACE = re.compile(r"[ \n\t]*")
WORD = re.compile(r"[^ \n\t]+")
KEYWORDS = (("null", None), ("true", True), ("false", False))

_STRING_PART = re.compile(r'[^\x00-\x1f"\\]+|\\["\\nrt]')
_ESCAPES = {'\\"': '"', "\\\\": "\\", "\\n": "\n", "\\r": "\r", "\\t": "\t"}
_MAX_NESTING = 64


class TagParseError(Exception):
    """A syntax error in a tag."""

    def __init__(self, error: TagError) -> None:
        self.error = error


class ValueParser:
    """Parses values from `text`, starting at `at`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._depth = 0

    def value(self) -> Any:
        text, at = self.text, self.at
        if at >= len(text):
            raise TagParseError(TagError("missing-value", "missing value", max(at - 1, 0), at))
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
        raise TagParseError(self._invalid_value(at, name))

    def _nested(self, read: Callable[[], Any]) -> Any:
        if self._depth >= _MAX_NESTING:
            raise TagParseError(
                TagError("too-deep", f"values are nested deeper than {_MAX_NESTING} levels", self.at, self.at + 1)
            )
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
            raise TagParseError(TagError("open-string", "unterminated string", start, at))
        if text[at] == "\\":
            message = 'invalid escape; use `\\"`, `\\\\`, `\\n`, `\\r` or `\\t`'
            raise TagParseError(TagError("bad-escape", message, at, min(at + 2, len(text))))
        if text[at] == "\n":
            raise TagParseError(
                TagError("open-string", "unterminated string; a string cannot contain a line break", start, at)
            )
        message = "control character in a string; write `\\t` for a tab"
        raise TagParseError(TagError("control-character", message, at, at + 1))

    def variable(self) -> Any:
        text, start = self.text, self.at
        name = IDENTIFIER.match(text, start + 1)
        if name is None:
            message = f"missing variable name after `{text[start]}`"
            raise TagParseError(TagError("missing-name", message, start, start + 1))
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
                        except TagParseError:
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
                raise TagParseError(TagError("trailing-comma", "trailing comma in a function call", before, self.at))
            self._parameter(parameters, index)
            index += 1
        if not text.startswith(")", self.at):
            at = self.at
            if at < len(text) and text[at] in " \n\t" and text[at:].lstrip(" \n\t").startswith(")"):
                raise TagParseError(TagError("space-before-bracket", "unexpected space before `)`", at, at + 1))
            raise TagParseError(TagError("open-call", "missing `)`", name.start(), at))
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
                raise TagParseError(self.unexpected(self.at))
            if not self.text.startswith(":", self.at):
                raise TagParseError(
                    TagError("missing-colon", f"missing `:` after the key `{key}`", self.at, self.at + 1)
                )
            self.at += 1
            self.space()
            value = self.value()
            if key != "$$mdtype":
                items[key] = value
            if self._ends(start, "}", "object"):
                return items

    def _ends(self, start: int, bracket: str, what: str) -> bool:
        """After an item: true at the closing bracket, false if another item follows."""
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
            raise TagParseError(
                TagError("open-bracket", f"unterminated {what}; `{bracket}` is missing", start, self.at)
            )
        message = f"missing `,` or `{bracket}`"
        raise TagParseError(TagError("missing-comma", message, self.at, self.at + 1))

    def space(self) -> None:
        match = SPACE.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def skip_value(self, at: int) -> int:
        """The probable end of an invalid value."""
        text = self.text
        if at < len(text) and text[at] in "\"'":
            close = text.find(text[at], at + 1)
            line = text.find("\n", at)
            if close >= 0 and (line < 0 or close < line):
                return close + 1
            return line if line >= 0 else len(text)
        word = WORD.match(text, at)
        return word.end() if word else at

    def _invalid_value(self, at: int, name: re.Match[str] | None) -> TagError:
        text = self.text
        if text[at] == "'":
            return TagError("single-quotes", "strings need double quotes", at, self.skip_value(at))
        if text[at] in " \n\t":
            return TagError("missing-value", "missing value after `=`", at - 1, at)
        if name is not None:
            identifier = name.group()
            message = (
                f'`{identifier}` is not a value; write `"{identifier}"` for a string or `${identifier}` for a variable'
            )
            return TagError("unquoted-string", message, at, name.end())
        return self.unexpected(at)

    def unexpected(self, at: int) -> TagError:
        text = self.text
        if at >= len(text):
            return TagError("unfinished", "incomplete tag", max(at - 1, 0), at)
        if text.startswith("{%", at):
            return TagError("unterminated", "the tag before this one is unterminated; `%}` is missing", at, at + 2)
        hint = "; to compare values use `equals($a, $b)`" if text[at] == "=" else ""
        return TagError("unexpected", f"unexpected `{text[at]}`{hint}", at, at + 1)
