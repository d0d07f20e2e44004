"""Line and column of the values in a catalogue.

Python's JSON parser does not keep positions. They are needed only for problems, so the text is then scanned again.
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
    """A problem in a catalogue. Lines and columns are 1-based; None without a text."""

    message: str
    path: str = "$"
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        location = f"{self.line}:{self.column}: " if self.line is not None else ""
        return f"{location}{self.path}: {self.message}"


def format_path(path: JsonPath) -> str:
    """A path as text: `$.runes[3].name`."""
    return "$" + "".join(_format_step(each) for each in path)


def _format_step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else f'["{step}"]'


def locate_problems(text: str, problems: Iterable[tuple[JsonPath, str]]) -> list[CatalogueProblem]:
    """Problems with their positions. A missing value is reported at its parent."""
    problems = list(problems)
    if not problems:
        return []
    paths = {path[:length] for path, _ in problems for length in range(len(path) + 1)}
    offsets = _offsets(text, paths)
    starts = line_starts(text)
    made: list[CatalogueProblem] = []
    for path, message in problems:
        ancestor = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in offsets), None)
        offset = offsets[ancestor] if ancestor is not None else 0
        line = bisect_right(starts, offset)
        made.append(CatalogueProblem(message, format_path(path), line, offset - starts[line - 1] + 1))
    return made


def _offsets(text: str, paths: set[JsonPath]) -> dict[JsonPath, int]:
    """The offsets of the values at these paths. The text is valid JSON; the last one of duplicate keys is used."""
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
            if here in paths:
                found[here] = token.start()
            if first in "[{":
                inside.append(first)
                path.append(0 if first == "[" else "")
                naming = first == "{"
    return found
