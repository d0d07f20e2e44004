"""Taking JSON apart with an eye on where we are, so that every problem can say its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NoReturn, TypeVar

from refrakt.markdoc.patterns import pattern_problem
from refrakt.markdoc.tree import Level
from refrakt.untrusted import one_line

from .places import JsonPath

LONGEST_TEXT = 20_000
"""The longest text a catalogue may hold in one place; a sample page is the longest there is."""
MOST_PROBLEMS = 100
MOST_PATTERNS = 500
"""How many different patterns a catalogue may have: each of them is compiled when the catalogue is read."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
_MATCH = re.compile(r"[a-z]+(:[\w-]+)?( ?\| ?[a-z]+(:[\w-]+)?)*")
_WORDS: Mapping[type, str] = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}

T = TypeVar("T")


class Wrong(Exception):
    """A value that is not what it must be. The reader's trail says where."""


class Reader:
    """`trail` is the path to the value at hand; `problems` are those found so far."""

    def __init__(self) -> None:
        self.trail: list[str | int] = []
        self.problems: list[tuple[JsonPath, str]] = []
        self.more = 0
        self.patterns: set[str] = set()

    def note(self, message: str, *steps: str | int) -> None:
        """Keep a problem at the value at hand, or at one inside it."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(((*self.trail, *steps), message))
        else:
            self.more += 1

    def wrong(self, message: str, *steps: str | int) -> NoReturn:
        self.trail.extend(steps)
        raise Wrong(message)

    def attempt(self, consequence: str, read: Callable[..., T], *arguments: Any) -> T | None:
        """What `read` reads; if that is wrong, the problem is kept with its consequence."""
        depth = len(self.trail)
        try:
            return read(*arguments)
        except Wrong as wrong:
            self.note(f"{wrong}; {consequence}")
            del self.trail[depth:]
            return None

    def inside(self, step: str | int, read: Callable[..., T], *arguments: Any) -> T:
        """What `read` makes of a value one step further."""
        self.trail.append(step)
        made = read(*arguments)
        self.trail.pop()
        return made

    # Values ----------------------------------------------------------------------------------------------------------

    def object(self, value: Any, keys: Container[str]) -> dict[str, Any]:
        """An object. Members nobody knows are told apart from those that are merely absent."""
        if not isinstance(value, dict):
            self.wrong(f"this must be an object, not {kind_of(value)}")
        for key in value:
            if key not in keys:
                self.note(f"`{key[:100]}` means nothing here and is left out of account", key)
        return value

    def each(self, members: Mapping[str, Any], key: str) -> Iterator[Any]:
        """The elements of a list, each one with the trail leading to it."""
        found = self._typed(members, key, list, "a list")
        if found is None:
            return
        self.trail.append(key)
        for place, value in enumerate(found):
            self.trail.append(place)
            yield value
            self.trail.pop()
        self.trail.pop()

    def text(self, members: Mapping[str, Any], key: str) -> str | None:
        found: str | None = self._typed(members, key, str, "text")
        if found is not None and len(found) > LONGEST_TEXT:
            self.wrong(f"this text has {len(found):,} characters; {LONGEST_TEXT:,} are allowed", key)
        return found

    def sentence(self, members: Mapping[str, Any], key: str) -> str:
        """A description: one line, without what cannot be seen; empty where there is none."""
        return one_line(self.text(members, key) or "")

    def name(self, members: Mapping[str, Any], key: str = "name") -> str:
        found = self.optional_name(members, key)
        return found if found is not None else self.wrong(f"`{key}` is missing")

    def optional_name(self, members: Mapping[str, Any], key: str) -> str | None:
        found = self.text(members, key)
        if found is not None and not _NAME.fullmatch(found):
            self.wrong(f"{found[:100]!r} is no name: letters, digits, - and _ make one, up to 100 of them", key)
        return found

    def names(self, members: Mapping[str, Any], key: str) -> tuple[str, ...]:
        return tuple(
            each
            if isinstance(each, str) and _NAME.fullmatch(each)
            else self.wrong("a list of names is wanted here: letters, digits, - and _")
            for each in self.each(members, key)
        )

    def texts(self, members: Mapping[str, Any], key: str) -> tuple[str, ...]:
        return tuple(
            each
            if isinstance(each, str) and len(each) <= LONGEST_TEXT
            else self.wrong(f"this must be text, not {kind_of(each)}")
            for each in self.each(members, key)
        )

    def flag(self, members: Mapping[str, Any], key: str, otherwise: bool) -> bool:
        found: bool | None = self._typed(members, key, bool, "true or false")
        return otherwise if found is None else found

    def match(self, members: Mapping[str, Any], key: str, otherwise: str | None = None) -> str:
        found = self.optional_match(members, key)
        if found is not None:
            return found
        return otherwise if otherwise is not None else self.wrong(f"`{key}` is missing")

    def optional_match(self, members: Mapping[str, Any], key: str) -> str | None:
        """What a field takes, `heading:2|list`."""
        found = self.text(members, key)
        if found is not None and not (len(found) <= 500 and _MATCH.fullmatch(found)):
            self.wrong(f"{found[:100]!r} names no kind of content; `paragraph`, `heading:2|list` or `any` do", key)
        return found

    def table(self, members: Mapping[str, Any], key: str) -> dict[str, str]:
        """An object whose values are all text."""
        found: dict[str, Any] = self._typed(members, key, dict, "an object") or {}
        for name, value in found.items():
            if not isinstance(value, str) or len(value) > LONGEST_TEXT:
                self.wrong(f"this must be text, not {kind_of(value)}", key, name)
        return found

    def pattern_problem(self, pattern: str) -> str | None:
        """Why a pattern cannot be used, in words that follow "this pattern"."""
        if len(self.patterns) == MOST_PATTERNS and pattern not in self.patterns:
            return f"is one of more than {MOST_PATTERNS} in this catalogue"
        self.patterns.add(pattern)
        return pattern_problem(pattern)

    def level(self, members: Mapping[str, Any], key: str) -> Level | None:
        found = self.text(members, key)
        match found:
            case None | "debug" | "info" | "warning" | "error" | "critical":
                return found
        return self.wrong(f"{found[:100]!r} is no level; there are debug, info, warning, error and critical", key)

    def _typed(self, members: Mapping[str, Any], key: str, wanted: type, words: str) -> Any:
        """A member, or None where it is absent or null."""
        found = members.get(key)
        if found is not None and type(found) is not wanted:
            self.wrong(f"this must be {words}, not {kind_of(found)}", key)
        return found


def kind_of(value: Any) -> str:
    """What a value is, for a sentence."""
    return _WORDS.get(type(value), "something else")
