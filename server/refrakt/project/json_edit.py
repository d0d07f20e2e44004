"""Edits of JSON files that people write: members are added or replaced, and everything else stays as it is.

Comments, and a comma before a closing bracket, are accepted: editors accept both in their settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.json_tree import JsonNode, read_json

_COMMENT_OR_STRING = re.compile(r'"(?:[^"\\\r\n]++|\\.)*+"?|//[^\r\n]*+|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMA_OR_STRING = re.compile(r'"(?:[^"\\\r\n]++|\\.)*+"?|,(?=\s*+[}\]])', re.DOTALL)
_NOT_SPACE = re.compile(r"[^\r\n\t ]")
_FIRST_INDENT = re.compile(r"\{[ \t]*\r?\n([ \t]+)")


class JsonEditError(ValueError):
    """A file cannot be edited. The message says why, and where."""


def merge_json(text: str, data: Mapping[str, Any]) -> tuple[TextEdit, ...]:
    """The edits after which a file contains these data.

    An object gets the members it lacks, and a list that is the start of the new one the items it lacks. Other values are replaced.
    """
    bare = _without(_COMMENT_OR_STRING, text)
    if not bare.strip():
        start = len(text.rstrip())
        return (TextEdit(Span(start, len(text)), ("\n" if start else "") + as_json(data) + "\n"),)
    before = _parsed(bare)
    edits = tuple(_Merge(text, bare).object(before, data, ()))
    after = text
    for span, new in reversed(edits):
        after = after[: span.start] + new + after[span.end :]
    if _parsed(_without(_COMMENT_OR_STRING, after)).data() != _merged(before.data(), data):
        raise JsonEditError("it cannot be changed without changing more than is asked for")
    return edits


def read_lenient(text: str) -> Any:
    """The data of a file, None of an empty one. Raises `JsonEditError` if it is not an object."""
    bare = _without(_COMMENT_OR_STRING, text)
    return _parsed(bare).data() if bare.strip() else None


def as_json(value: Any, unit: str = "  ", indent: str = "") -> str:
    """A value as JSON; a list of scalars is on one line."""
    if isinstance(value, Mapping) and value:
        inner = indent + unit
        members = (
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {as_json(each, unit, inner)}" for key, each in value.items()
        )
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    return json.dumps(value, ensure_ascii=False)


def _parsed(bare: str) -> JsonNode:
    """The root of a text without comments."""
    plain = _without(_COMMA_OR_STRING, bare)
    root, problems = read_json(plain)
    error = next((each for each in problems if each.severity == "error"), None)
    if error is not None:
        line = plain.count("\n", 0, error.span.start) + 1
        column = error.span.start - (plain.rfind("\n", 0, error.span.start) + 1) + 1
        raise JsonEditError(f"line {line}, column {column}: {error.message}")
    assert root is not None, "only a text with an error has no root"
    if root.kind != "object":
        raise JsonEditError("it is not an object")
    return root


def _without(pattern: re.Pattern[str], text: str) -> str:
    """A text with spaces instead of what a pattern matches, except of strings. Offsets and lines stay the same."""
    return pattern.sub(lambda found: found[0] if found[0][0] == '"' else _NOT_SPACE.sub(" ", found[0]), text)


def _merged(before: Any, data: Any) -> Any:
    if isinstance(before, dict) and isinstance(data, Mapping):
        return before | {key: _merged(before.get(key), value) for key, value in data.items()}
    return data


class _Merge:
    """Merges data into one text."""

    def __init__(self, text: str, bare: str) -> None:
        self._text = text
        self._bare = bare
        self._end = "\r\n" if "\r\n" in text else "\n"
        first = _FIRST_INDENT.search(text)
        self._unit = first[1] if first else "  "

    def object(self, node: JsonNode, data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[TextEdit]:
        """The edits of an object, in text order."""
        if node.kind != "object":
            raise JsonEditError(f"`{'.'.join(path)}` is not an object")
        known = [(value.start, key, value) for key, _, value in node.entries() if key in data]
        for _, key, value in sorted(known, key=lambda each: each[0]):
            new = data[key]
            if isinstance(new, Mapping):
                yield from self.object(value, new, (*path, key))
            elif value.items and isinstance(new, list) and new[: len(value.items)] == value.data():
                yield from self._extended(value, new[len(value.items) :])
            elif value.data() != new or isinstance(value.data(), bool) != isinstance(new, bool):
                yield self._replaced(value, new, (*path, key))
        missing = [(key, value) for key, value in data.items() if node.key(key) is None]
        if missing:
            yield from self._added(node, missing)

    def _replaced(self, node: JsonNode, value: Any, path: tuple[str, ...]) -> TextEdit:
        if self._text[node.start : node.end] != self._bare[node.start : node.end]:
            raise JsonEditError(f"the value of `{'.'.join(path)}` contains a comment, which would be lost")
        return TextEdit(Span(node.start, node.end), self._rendered(value, self._indent_at(node.start)))

    def _extended(self, node: JsonNode, items: list[Any]) -> Iterator[TextEdit]:
        """New items at the end of a list."""
        last = node.items[-1]
        indent = self._indent_at(last.start)
        gap = self._end + indent if self._is_first_on_line(last.start) else " "
        if items:
            added = "".join(f",{gap}{self._rendered(each, indent)}" for each in items)
            yield TextEdit(Span(last.end, last.end), added)

    def _added(self, node: JsonNode, members: Iterable[tuple[str, Any]]) -> Iterator[TextEdit]:
        """New members at the end of an object."""
        close = node.end - 1
        start = len(self._text[:close].rstrip())
        outer = self._indent_at(close if self._is_first_on_line(close) else node.start)
        inner = outer + self._unit
        comma = ""
        if node.members:
            first, last = node.members[0][0], node.members[-1][1].end
            if self._is_first_on_line(first.start):
                inner = self._indent_at(first.start)
            if "," not in self._bare[last:close]:
                comma = ","
                if start > last:  # a comment is between them
                    yield TextEdit(Span(last, last), ",")
                    comma = ""
        lines = (
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {self._rendered(value, inner)}" for key, value in members
        )
        added = comma + self._end + f",{self._end}".join(lines) + self._end + outer
        yield TextEdit(Span(start, close), added)

    def _rendered(self, value: Any, indent: str) -> str:
        return as_json(value, self._unit, indent).replace("\n", self._end)

    def _line_start(self, at: int) -> int:
        return max(self._text.rfind("\n", 0, at), self._text.rfind("\r", 0, at)) + 1

    def _is_first_on_line(self, at: int) -> bool:
        return not self._text[self._line_start(at) : at].strip(" \t")

    def _indent_at(self, at: int) -> str:
        """The indentation of a line."""
        start = self._line_start(at)
        line = self._text[start:at]
        return line[: len(line) - len(line.lstrip(" \t"))]
