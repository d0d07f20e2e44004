"""Typed access to JSON values that tracks the current path, so that every problem has a location."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NoReturn, TypeVar

from refrakt.markdoc.patterns import pattern_problem
from refrakt.markdoc.tree import Level
from refrakt.runes.catalogue.json_locations import JsonPath
from refrakt.untrusted import one_line

LONGEST_TEXT = 20_000
"""The maximum length of a string in a catalogue; sample pages are the longest."""
MOST_PROBLEMS = 100
MOST_PATTERNS = 500
"""The maximum number of different patterns in a catalogue: each is compiled when the catalogue is read."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
_MATCH = re.compile(r"[a-z]+(:[\w-]+)?( ?\| ?[a-z]+(:[\w-]+)?)*")
_TYPE_NAMES: Mapping[type, str] = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}

T = TypeVar("T")


class InvalidValue(Exception):
    """An invalid value at the reader's current path."""


class JsonReader:
    """`path` is the path of the current value; `problems` are those found so far."""

    def __init__(self) -> None:
        self.path: list[str | int] = []
        self.problems: list[tuple[JsonPath, str]] = []
        self.unreported = 0
        self.patterns: set[str] = set()

    def report(self, message: str, *steps: str | int) -> None:
        """Record a problem at the current value, or at one inside it."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(((*self.path, *steps), message))
        else:
            self.unreported += 1

    def fail(self, message: str, *steps: str | int) -> NoReturn:
        self.path.extend(steps)
        raise InvalidValue(message)

    def attempt(self, consequence: str, read: Callable[..., T], *arguments: Any) -> T | None:
        """The result of `read`; None and a recorded problem with its consequence if the value is invalid."""
        depth = len(self.path)
        try:
            return read(*arguments)
        except InvalidValue as error:
            self.report(f"{error}; {consequence}")
            del self.path[depth:]
            return None

    def inside(self, step: str | int, read: Callable[..., T], *arguments: Any) -> T:
        """The result of `read` for a value one step down the path."""
        self.path.append(step)
        made = read(*arguments)
        self.path.pop()
        return made

    # Values ----------------------------------------------------------------------------------------------------------

    def object(self, value: Any, keys: Container[str]) -> dict[str, Any]:
        """An object; unknown members are reported."""
        if not isinstance(value, dict):
            self.fail(f"this must be an object, not {json_type(value)}")
        for key in value:
            if key not in keys:
                self.report(f"`{key[:100]}` is unknown and is ignored", key)
        return value

    def each(self, members: Mapping[str, Any], key: str) -> Iterator[Any]:
        """Yield the elements of a list, with the path set to each."""
        found = self._typed(members, key, list, "a list")
        if found is None:
            return
        self.path.append(key)
        for index, value in enumerate(found):
            self.path.append(index)
            yield value
            self.path.pop()
        self.path.pop()

    def text(self, members: Mapping[str, Any], key: str) -> str | None:
        found: str | None = self._typed(members, key, str, "text")
        if found is not None and len(found) > LONGEST_TEXT:
            self.fail(f"this text has {len(found):,} characters; the limit is {LONGEST_TEXT:,}", key)
        return found

    def sentence(self, members: Mapping[str, Any], key: str) -> str:
        """A description: one line without invisible characters; empty by default."""
        return one_line(self.text(members, key) or "")

    def name(self, members: Mapping[str, Any], key: str = "name") -> str:
        found = self.optional_name(members, key)
        return found if found is not None else self.fail(f"`{key}` is missing")

    def optional_name(self, members: Mapping[str, Any], key: str) -> str | None:
        found = self.text(members, key)
        if found is not None and not _NAME.fullmatch(found):
            self.fail(f"{found[:100]!r} is not a name; use up to 100 letters, digits, - and _", key)
        return found

    def names(self, members: Mapping[str, Any], key: str) -> tuple[str, ...]:
        return tuple(
            each
            if isinstance(each, str) and _NAME.fullmatch(each)
            else self.fail("this must be a list of names of letters, digits, - and _")
            for each in self.each(members, key)
        )

    def texts(self, members: Mapping[str, Any], key: str) -> tuple[str, ...]:
        return tuple(
            each
            if isinstance(each, str) and len(each) <= LONGEST_TEXT
            else self.fail(f"this must be text, not {json_type(each)}")
            for each in self.each(members, key)
        )

    def flag(self, members: Mapping[str, Any], key: str, default: bool) -> bool:
        found: bool | None = self._typed(members, key, bool, "true or false")
        return default if found is None else found

    def match(self, members: Mapping[str, Any], key: str, default: str | None = None) -> str:
        found = self.optional_match(members, key)
        if found is not None:
            return found
        return default if default is not None else self.fail(f"`{key}` is missing")

    def optional_match(self, members: Mapping[str, Any], key: str) -> str | None:
        """A match expression such as `heading:2|list`."""
        found = self.text(members, key)
        if found is not None and not (len(found) <= 500 and _MATCH.fullmatch(found)):
            self.fail(f"{found[:100]!r} is not a match; use for example `paragraph`, `heading:2|list` or `any`", key)
        return found

    def table(self, members: Mapping[str, Any], key: str) -> dict[str, str]:
        """An object of strings."""
        found: dict[str, Any] = self._typed(members, key, dict, "an object") or {}
        for name, value in found.items():
            if not isinstance(value, str) or len(value) > LONGEST_TEXT:
                self.fail(f"this must be text, not {json_type(value)}", key, name)
        return found

    def pattern_problem(self, pattern: str) -> str | None:
        """Why a pattern is rejected, as the predicate of "this pattern"."""
        if len(self.patterns) == MOST_PATTERNS and pattern not in self.patterns:
            return f"is one of more than {MOST_PATTERNS} in this catalogue"
        self.patterns.add(pattern)
        return pattern_problem(pattern)

    def level(self, members: Mapping[str, Any], key: str) -> Level | None:
        found = self.text(members, key)
        match found:
            case None | "debug" | "info" | "warning" | "error" | "critical":
                return found
        return self.fail(f"{found[:100]!r} is not a level; use debug, info, warning, error or critical", key)

    def _typed(self, members: Mapping[str, Any], key: str, expected: type, description: str) -> Any:
        """A member, or None if it is absent or null."""
        found = members.get(key)
        if found is not None and type(found) is not expected:
            self.fail(f"this must be {description}, not {json_type(found)}", key)
        return found


def json_type(value: Any) -> str:
    """The JSON type of a value for a message."""
    return _TYPE_NAMES.get(type(value), "something else")
