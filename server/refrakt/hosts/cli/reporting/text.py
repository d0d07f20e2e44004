"""Problems for a person: the place, what is wrong, the line it stands on with carets under it, and what to do.

content/guide.md:12:4: error[unknown-rune]: no rune is called 'hnit'; did you mean 'hint'?
   12 | {% hnit type="note" %}
      |    ^^^^
      = Write hint. (can be done by itself)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.text import line_starts
from refrakt.rules.finding import SEVERITIES
from refrakt.services.validate_content import ContentProblem

from ..paint import Paint
from ..report import counted, excerpt, printable

if TYPE_CHECKING:  # a single page is checked without the index that these need
    from refrakt.services.check import CheckProblem

    from .outcome import Outcome

_WORDS = {"info": "note"}


def told(outcome: Outcome, paint: Paint) -> Iterator[str]:
    """Everything, file by file in the order of their names, and a line that sums it up."""
    by_file: dict[str, list[CheckProblem]] = {}
    for each in outcome.problems:
        by_file.setdefault(each.path, []).append(each)
    for path, problems in sorted(by_file.items()):
        problems.sort(key=lambda each: (each.line, each.column))
        explained = explanations(printable(outcome.name(path)), outcome.texts[path], problems, paint)
        for problem, explanation in zip(problems, explained, strict=True):
            yield explanation
            for other in problem.related or ():
                place = f"{printable(outcome.name(other.path))}:{other.line}:{other.column}"
                yield f"      = {place}: {printable(other.message)}"
    yield closing(outcome.report.files, len(by_file), Counter(outcome.report.counts))


def explanations(
    name: str, text: str, problems: Sequence[ContentProblem | CheckProblem], paint: Paint
) -> Iterator[str]:
    """The problems of a file."""
    starts = line_starts(text) if problems else []
    return (_explanation(name, text, starts, problem, paint) for problem in problems)


def _explanation(name: str, text: str, starts: list[int], problem: ContentProblem | CheckProblem, paint: Paint) -> str:
    start = _offset(starts, problem.line, problem.column, len(text))
    end = _offset(starts, problem.end_line, problem.end_column, len(text))
    what = paint(f"{problem.severity}[{problem.code}]", problem.severity)
    lines = [
        f"{name}:{problem.line}:{problem.column}: {what}: {printable(problem.message)}",
        excerpt(text, problem.line - 1, problem.column - 1, start, end),
    ]
    if problem.suggestion:
        can = " (can be done by itself)" if problem.fix else ""
        lines.append(f"      = {printable(problem.suggestion)}{can}")
    return "\n".join(lines)


def _offset(starts: list[int], line: int, column: int, size: int) -> int:
    return min(starts[min(line, len(starts)) - 1] + column - 1, size)


def summary(counts: Mapping[Any, int]) -> str:
    """`2 errors, 1 note`."""
    found = [counted(counts[name], _WORDS.get(name, name)) for name in SEVERITIES if counts.get(name)]
    return ", ".join(found) or "no problems"


def closing(pages: int, wrong: int, counts: Mapping[Any, int]) -> str:
    """The last line about many pages."""
    where = f" on {counted(wrong, 'page')}" if wrong else ""
    return f"{counted(pages, 'page')}: {summary(counts)}{where}"
