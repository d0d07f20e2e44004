"""Problems as text: where, what, and the line it stands on with carets under the place.

    content/guide.md:12:4: error[missing-closing]: the tag is never closed
       12 | {% hint type="note" %}
          |    ^^^^

Lines and columns count from 1 and columns are characters, as editors show them. The excerpt is safe to print: no
control character of the page reaches the terminal, and a line of ten megabytes is shown as the part that matters.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from refrakt.markdoc import Document
from refrakt.markdoc.text import line_starts
from refrakt.markdoc.tree import Level

from .paint import Paint, plain

_WIDTH = 100
"""How many characters of a line an excerpt shows."""
_BEFORE = 60
"""How many of them may stand before the place itself."""

_LINE_END = re.compile(r"[\r\n]")
_WORDS: Mapping[Level, str] = {
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
        line = bisect_right(starts, start) - 1
        column = start - starts[line]
        what = paint(f"{problem.level}[{problem.id}]", _WORDS[problem.level])
        head = f"{name}:{line + 1}:{column + 1}: {what}: {printable(problem.message)}"
        yield f"{head}\n{excerpt(doc.text, line, column, start, end)}"


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
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_character_columns(c) for c in text)


def _character_columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@dataclass(slots=True)
class Tally:
    """What has been seen so far, for the closing line."""

    pages: int = 0
    lines: int = 0
    pages_with_problems: int = 0
    words: Counter[str] = field(default_factory=Counter)

    def page(self, name: str, doc: Document) -> str:
        """Count one page, and say how it went."""
        words = Counter(_WORDS[problem.level] for problem in doc.problems)
        lines = doc.position(len(doc.text))[0] + (not doc.text.endswith(("\n", "\r")))
        self.pages += 1
        self.lines += lines
        self.pages_with_problems += bool(words)
        self.words += words
        return f"{name}: {counted(lines, 'line')}, {_summary(words)}"

    @property
    def has_errors(self) -> bool:
        return self.words["error"] > 0

    def closing(self) -> str:
        where = f" on {counted(self.pages_with_problems, 'page')}" if self.words else ""
        return f"{counted(self.pages, 'page')}, {counted(self.lines, 'line')}: {_summary(self.words)}{where}"


def _summary(words: Counter[str]) -> str:
    found = [counted(words[word], word) for word in ("error", "warning", "note") if words[word]]
    return ", ".join(found) or "no problems"


def counted(number: int, word: str) -> str:
    """`1 page`, `1,200 pages`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
