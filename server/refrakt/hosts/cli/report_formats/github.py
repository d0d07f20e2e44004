"""Workflow commands of GitHub Actions: each problem becomes an annotation of a change.

::error file=content/guide.md,line=12,endLine=12,col=4,endColumn=8,title=unknown-rune::no rune is called 'hnit'
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.hosts.cli.problem_excerpts import printable
from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome
from refrakt.services.reported_problem import ReportedProblem

_KINDS = {"error": "error", "warning": "warning", "info": "notice", "hint": "notice"}


def lines(outcome: CheckOutcome) -> Iterator[str]:
    """A line for each problem."""
    return (_command(outcome.name(each.path), each) for each in outcome.problems)


def _command(name: str, problem: ReportedProblem) -> str:
    properties = {"file": name, "line": problem.line, "endLine": problem.end_line}
    if problem.line == problem.end_line:  # columns are valid only then
        properties |= {"col": problem.column, "endColumn": problem.end_column}
    properties["title"] = problem.code
    written = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    # The log shows only the message, so it repeats the position.
    message = f"{name}:{problem.line}:{problem.column}: {problem.message}"
    if problem.suggestion:
        message += f"\n{problem.suggestion}"
    return f"::{_KINDS[problem.severity]} {written}::{_data(message)}"


def _data(text: str) -> str:
    """Escape line ends, and replace invisible characters."""
    lines = "\n".join(map(printable, text.split("\n")))
    return lines.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
