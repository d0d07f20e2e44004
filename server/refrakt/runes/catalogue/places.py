"""Where in a catalogue's text a value stands.

Python's JSON reader forgets positions. They are only needed when something is wrong, so the text is then walked once more.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from refrakt.markdoc.text import line_starts

JsonPath = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True, slots=True)
class CatalogueProblem:
    """What is wrong with a catalogue. Lines and columns count from 1; there are none where there is no text."""

    message: str
    path: str = "$"
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line is not None else ""
        return f"{place}{self.path}: {self.message}"


def spelled(path: JsonPath) -> str:
    """A path as people write it: `$.runes[3].name`."""
    return "$" + "".join(_step(each) for each in path)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else f'["{step}"]'


def located(text: str, problems: Iterable[tuple[JsonPath, str]]) -> list[CatalogueProblem]:
    """Problems with their places. One about a value that is not there is put at the thing that lacks it."""
    problems = list(problems)
    if not problems:
        return []
    wanted = {path[:length] for path, _ in problems for length in range(len(path) + 1)}
    offsets = _offsets(text, wanted)
    starts = line_starts(text)
    made: list[CatalogueProblem] = []
    for path, message in problems:
        known = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in offsets), None)
        offset = offsets[known] if known is not None else 0
        line = bisect_right(starts, offset)
        made.append(CatalogueProblem(message, spelled(path), line, offset - starts[line - 1] + 1))
    return made


def _offsets(text: str, wanted: set[JsonPath]) -> dict[JsonPath, int]:
    """Where the values at these paths begin. The text is known to be JSON; of a doubled key the last value counts."""
    found: dict[JsonPath, int] = {}
    path: list[str | int] = []
    inside: list[str] = []
    naming = False
    for token in _TOKEN.finditer(text):
        first = text[token.start()]
        if first in "]}":
            inside.pop()
            path.pop()
            naming = False
        elif first == ",":
            naming = inside[-1] == "{"
            if not naming:
                path[-1] = int(path[-1]) + 1
        elif first == ":":
            naming = False
        elif naming:
            path[-1] = token.group()[1:-1]
        else:
            here = tuple(path)
            if here in wanted:
                found[here] = token.start()
            if first in "[{":
                inside.append(first)
                path.append(0 if first == "[" else "")
                naming = first == "{"
    return found
