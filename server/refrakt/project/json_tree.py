"""A JSON parser with the span of every key and value, for files that are written by hand.

The parser of the standard library returns data without positions, and fails at the first error. This one returns the
spans for problems, and everything before a syntax error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from refrakt.markdoc.tree import Span
from refrakt.rules.problem import Problem

_DEEPEST = 100
_SPACE = re.compile(r"[ \t\r\n]*")
_INSIDE = re.compile(r'(?:[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_LITERAL = re.compile(r"[A-Za-z_$][\w$]*")
_LITERALS = {"true": True, "false": False, "null": None}
_LONGEST_NUMBER = 400


@dataclass(slots=True, eq=False)
class JsonNode:
    """A value: a scalar with its `value`, an object with `members` or an array with `items`."""

    kind: Literal["scalar", "object", "array"]
    start: int
    end: int
    value: Any = None
    members: list[tuple[JsonNode, JsonNode]] = field(default_factory=list)
    items: list[JsonNode] = field(default_factory=list)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def get(self, key: str) -> JsonNode | None:
        """The value of a key; the last one of a duplicate key, as in every JSON parser."""
        return next((value for name, value in reversed(self.members) if name.value == key), None)

    def key(self, key: str) -> JsonNode | None:
        """The node of a key."""
        return next((name for name, _ in reversed(self.members) if name.value == key), None)

    def at(self, *path: str) -> JsonNode | None:
        """The value at a path of keys."""
        node: JsonNode | None = self
        for step in path:
            node = node.get(step) if node is not None else None
        return node

    def entries(self) -> Iterator[tuple[str, JsonNode, JsonNode]]:
        """The keys of an object, each with its last value."""
        last = {str(name.value): (name, value) for name, value in self.members}
        return ((name, *pair) for name, pair in last.items())

    def data(self) -> Any:
        """Plain Python data."""
        if self.kind == "object":
            return {name: value.data() for name, _, value in self.entries()}
        if self.kind == "array":
            return [item.data() for item in self.items]
        return self.value


def read_json(text: str) -> tuple[JsonNode | None, list[Problem]]:
    """Parse a text. After a syntax error, the tree has what is before it; a warning does not end parsing."""
    parser = _JsonParser(text)
    try:
        parser.read()
    except _SyntaxError as error:
        parser.problems.append(error.problem)
    return parser.root, parser.problems


class _SyntaxError(Exception):
    def __init__(self, start: int, end: int, message: str) -> None:
        self.problem = Problem(Span(start, end), message, severity="error")


class _JsonParser:
    """Not recursive: a file may nest deeper than the stack allows."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.root: JsonNode | None = None
        self.problems: list[Problem] = []
        self.open: list[JsonNode] = []
        self.names: list[set[str]] = []

    def read(self) -> None:
        self._space()
        self._take(None)
        while self.open:
            self._next_in(self.open[-1])
        self._space()
        if self.at < len(self.text):
            raise self._error("the file ends here, but something follows")

    def _next_in(self, parent: JsonNode) -> None:
        """Parse the next member or item, or the closing bracket of the parent."""
        closing = "}" if parent.kind == "object" else "]"
        self._space()
        has_entries = bool(parent.members or parent.items)
        here = self._here()
        if has_entries and here == ",":
            comma = self.at
            self.at += 1
            self._space()
            if self._here() == closing:
                raise _SyntaxError(comma, comma + 1, f"a comma before {closing} is one too many")
        elif here == closing:
            self.at += 1
            parent.end = self.at
            self.open.pop()
            self.names.pop()
            return
        elif has_entries:
            raise self._error(f"a comma or {closing} is missing")
        if parent.kind == "object":
            name = self._key()
            self._space()
            if self._here() != ":":
                raise self._error(f'"{name.value}" must be followed by a colon and a value')
            self.at += 1
            self._space()
            self._take(name)
        else:
            self._take(None)

    def _take(self, name: JsonNode | None) -> None:
        node = self._value()
        if not self.open:
            self.root = node
        elif name is not None:
            if name.value in self.names[-1]:
                message = f'"{name.value}" is written twice; the last one counts'
                self.problems.append(Problem(name.span, message, severity="warning"))
            self.names[-1].add(name.value)
            self.open[-1].members.append((name, node))
        else:
            self.open[-1].items.append(node)
        if node.kind != "scalar":
            if len(self.open) >= _DEEPEST:
                raise _SyntaxError(node.start, node.start + 1, f"this nests deeper than {_DEEPEST} levels")
            self.open.append(node)
            self.names.append(set())

    def _value(self) -> JsonNode:
        here, start = self._here(), self.at
        if here in ("{", "["):
            self.at += 1
            return JsonNode("object" if here == "{" else "array", start, self.at)
        if here == '"':
            return self._string()
        number = _NUMBER.match(self.text, start)
        if number:
            digits = number[0]
            if len(digits) > _LONGEST_NUMBER:
                raise _SyntaxError(start, number.end(), "this number is too long")
            self.at = number.end()
            return JsonNode("scalar", start, self.at, json.loads(digits))
        literal = _LITERAL.match(self.text, start)
        if literal and literal[0] in _LITERALS:
            self.at = literal.end()
            return JsonNode("scalar", start, self.at, _LITERALS[literal[0]])
        raise self._error("a value is missing")

    def _key(self) -> JsonNode:
        if self._here() == '"':
            return self._string()
        raise self._error("a key in double quotes is missing")

    def _string(self) -> JsonNode:
        start = self.at
        inside = _INSIDE.match(self.text, start + 1)
        end = inside.end() if inside else start + 1
        if self.text[end : end + 1] != '"':
            raise self._bad_string(start, end)
        self.at = end + 1
        return JsonNode("scalar", start, self.at, json.loads(self.text[start : self.at]))

    def _bad_string(self, start: int, at: int) -> _SyntaxError:
        """Why a string is invalid: a line end, a wrong escape, or a missing quote."""
        here = self.text[at : at + 1]
        if not here:
            return _SyntaxError(start, at, "this string is never closed")
        if here in "\r\n":
            return _SyntaxError(start, at, "this string is not closed on its line")
        if here == "\\":
            return _SyntaxError(
                at, min(at + 2, len(self.text)), 'a backslash is allowed only before " \\ / b f n r t or uXXXX'
            )
        return _SyntaxError(at, at + 1, "a string cannot hold this character as it is")

    def _error(self, message: str) -> _SyntaxError:
        """A syntax error at the current offset, with special messages for common mistakes."""
        start = self.at
        rest = self.text[start : start + 2]
        if not rest:
            return _SyntaxError(start, start, f"{message}: the file ends too early")
        if rest in ("//", "/*"):
            return _SyntaxError(start, start + 2, "JSON has no comments")
        if rest[0] == "'":
            return _SyntaxError(start, start + 1, "JSON requires double quotes")
        literal = _LITERAL.match(self.text, start)
        return _SyntaxError(start, literal.end() if literal else start + 1, message)

    def _here(self) -> str:
        return self.text[self.at : self.at + 1]

    def _space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
