"""Positions of the values in a catalogue.

Python's JSON parser does not keep positions. They are needed only for problems, so the text is then scanned again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.markdoc.tree import Span

JsonPath = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z_$][\w$]*")


LocatedProblem = tuple[Span, str]
"""A position in a catalogue, and a message that begins with the path of the value: `$.runes[3].name: …`."""


def _format_path(path: JsonPath) -> str:
    """A path as text: `$.runes[3].name`."""
    return "$" + "".join(_format_step(each) for each in path)


def _format_step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else f'["{step}"]'


def locate_problems(text: str, problems: Iterable[tuple[JsonPath, str]]) -> list[LocatedProblem]:
    """Problems with their positions. A missing value is reported at its parent."""
    problems = list(problems)
    if not problems:
        return []
    paths = {path[:length] for path, _ in problems for length in range(len(path) + 1)}
    offsets = _offsets(text, paths)
    made: list[LocatedProblem] = []
    for path, message in problems:
        ancestor = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in offsets), None)
        offset = offsets[ancestor] if ancestor is not None else 0
        made.append((Span(offset, offset), f"{_format_path(path)}: {message}"))
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
