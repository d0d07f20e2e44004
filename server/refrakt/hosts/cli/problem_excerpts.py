"""Problems as text: position, message, and the source line with carets.

    content/guide.md:12:4: error[missing-closing]: the tag is never closed
       12 | {% hint type="note" %}
          |    ^^^^

Lines and columns count from 1, columns in characters. The excerpt is safe to print: it has no control characters, and only a part
of a long line.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from refrakt.hosts.cli.colors import Paint, plain
from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.markdoc.tree import Level

_WIDTH = 100
"""Characters of a line in an excerpt."""
_BEFORE = 60
"""Most of them before the problem."""

_LINE_END = re.compile(r"[\r\n]")
_LABELS: Mapping[Level, str] = {
    "critical": "error",
    "error": "error",
    "warning": "warning",
    "info": "note",
    "debug": "note",
}


def explain(name: str, doc: Document, paint: Paint = plain) -> Iterator[str]:
    """The problems of a page, each with its excerpt."""
    starts = line_starts(doc.text) if doc.problems else []
    for problem in doc.problems:
        start, end = doc.offsets(problem.span)
        line, column = line_and_column(starts, start)
        what = paint(f"{problem.level}[{problem.id}]", _LABELS[problem.level])
        head = f"{name}:{line}:{column}: {what}: {printable(problem.message)}"
        yield f"{head}\n{excerpt(doc.text, line - 1, column - 1, start, end)}"


def excerpt(text: str, line: int, column: int, start: int, end: int) -> str:
    before = text[start - min(column, _BEFORE) : start]
    rest = text[start : start + _WIDTH - len(before) + 1]
    stop = _LINE_END.search(rest)
    cut = stop is None and len(rest) > _WIDTH - len(before)
    rest = rest[: stop.start()] if stop else rest[: _WIDTH - len(before)]
    marked = rest[: max(end - start, 0)]

    left = "…" if column > _BEFORE else ""
    number = f"{line + 1:>5}"
    padding = "\t".join(" " * _columns(part) for part in (left + before).split("\t"))
    carets = "^" * max(_columns(marked), 1)
    shown = left + printable(before + rest) + ("…" if cut else "")
    return f"{number} | {shown}\n{' ' * len(number)} | {padding}{carets}"


def printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if _harmless(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _harmless(character: str) -> bool:
    return character == "\t" or character.isprintable() or unicodedata.category(character) == "Zs"


def _columns(text: str) -> int:
    """The width of a text on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_character_columns(c) for c in text)


def _character_columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@dataclass(slots=True)
class ProblemCounts:
    """Counts of pages and problems, for the summary."""

    pages: int = 0
    lines: int = 0
    pages_with_problems: int = 0
    labels: Counter[str] = field(default_factory=Counter)

    def page(self, name: str, doc: Document) -> str:
        """Count a page and return its summary."""
        labels = Counter(_LABELS[problem.level] for problem in doc.problems)
        lines = doc.position(len(doc.text))[0] + (not doc.text.endswith(("\n", "\r")))
        self.pages += 1
        self.lines += lines
        self.pages_with_problems += bool(labels)
        self.labels += labels
        return f"{name}: {counted(lines, 'line')}, {_summary(labels)}"

    @property
    def has_errors(self) -> bool:
        return self.labels["error"] > 0

    def summary(self) -> str:
        where = f" on {counted(self.pages_with_problems, 'page')}" if self.labels else ""
        return f"{counted(self.pages, 'page')}, {counted(self.lines, 'line')}: {_summary(self.labels)}{where}"


def _summary(labels: Counter[str]) -> str:
    found = [counted(labels[label], label) for label in ("error", "warning", "note") if labels[label]]
    return ", ".join(found) or "no problems"


def counted(number: int, label: str) -> str:
    """`1 page`, `1,200 pages`."""
    return f"{number:,} {label}" if number == 1 else f"{number:,} {label}s"
