"""Problems as text: position, message, source line with carets, suggestion.

content/guide.md:12:4: error[unknown-rune]: no rune is called 'hnit'; did you mean 'hint'?
   12 | {% hnit type="note" %}
      |    ^^^^
      = Write hint. (fixable with `--fix`)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from refrakt.hosts.cli.colors import Paint
from refrakt.hosts.cli.problem_excerpts import counted, excerpt, printable
from refrakt.markdoc.text import line_starts
from refrakt.rules.problem import SEVERITIES
from refrakt.services.reported_problem import ReportedProblem

if TYPE_CHECKING:  # a single page is checked without the index that these need
    from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome

_LABELS = {"info": "note"}


def lines(outcome: CheckOutcome, paint: Paint, *, summary: bool = True) -> Iterator[str]:
    """The problems by file and position, and a summary."""
    by_file: dict[str, list[ReportedProblem]] = {}
    for each in outcome.problems:
        by_file.setdefault(each.path, []).append(each)
    for path, problems in sorted(by_file.items()):
        problems.sort(key=lambda each: (each.line, each.column))
        texts = problem_texts(printable(outcome.name(path)), outcome.texts[path], problems, paint)
        for problem, text in zip(problems, texts, strict=True):
            yield text
            for other in problem.related or ():
                position = f"{printable(outcome.name(other.path))}:{other.line}:{other.column}"
                yield f"      = {position}: {printable(other.message)}"
    wrong = len(by_file.keys() & set(outcome.files))
    if summary:
        yield summary_line(outcome.report.files, wrong, Counter(outcome.report.counts))


def problem_texts(name: str, text: str, problems: Sequence[ReportedProblem], paint: Paint) -> Iterator[str]:
    """The problems of a file."""
    starts = line_starts(text) if problems else []
    return (_problem_text(name, text, starts, problem, paint) for problem in problems)


def _problem_text(name: str, text: str, starts: list[int], problem: ReportedProblem, paint: Paint) -> str:
    start = _offset(starts, problem.line, problem.column, len(text))
    end = _offset(starts, problem.end_line, problem.end_column, len(text))
    what = paint(f"{problem.severity}[{problem.code}]", problem.severity)
    lines = [
        f"{name}:{problem.line}:{problem.column}: {what}: {printable(problem.message)}",
        excerpt(text, problem.line - 1, problem.column - 1, start, end),
    ]
    if problem.suggestion:
        can = " (fixable with `--fix`)" if problem.fix and not problem.needs_review else ""
        lines.append(f"      = {printable(problem.suggestion)}{can}")
    return "\n".join(lines)


def _offset(starts: list[int], line: int, column: int, size: int) -> int:
    return min(starts[min(line, len(starts)) - 1] + column - 1, size)


def counts_text(counts: Mapping[Any, int]) -> str:
    """`2 errors, 1 note`."""
    found = [counted(counts[name], _LABELS.get(name, name)) for name in SEVERITIES if counts.get(name)]
    return ", ".join(found) or "no problems"


def summary_line(pages: int, wrong: int, counts: Mapping[Any, int]) -> str:
    """The last line of a report on many pages."""
    if not pages:
        return "no pages were found; `refrakt doctor` shows what was recognised"
    where = f" on {counted(wrong, 'page')}" if wrong else ""
    return f"{counted(pages, 'page')}: {counts_text(counts)}{where}"
