"""JUnit XML, which most CI systems read: a suite for each page, with a case for each problem, or one passed case.

A problem that does not fail the check is a passed case with output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome
from refrakt.services.reported_problem import ReportedProblem

_INVALID = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain, not even escaped."""


def lines(outcome: CheckOutcome) -> Iterator[str]:
    """The lines of the document."""
    by_file: dict[str, list[ReportedProblem]] = {path: [] for path in sorted(outcome.files)}
    for each in outcome.problems:
        by_file.setdefault(each.path, []).append(each)
    cases = sum(max(len(problems), 1) for problems in by_file.values())
    failures = sum(map(outcome.fails, outcome.problems))
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuites name="refrakt" tests="{cases}" failures="{failures}" errors="0">'
    for path, problems in by_file.items():
        yield from _suite(outcome, path, problems)
    yield "</testsuites>"


def _suite(outcome: CheckOutcome, path: str, problems: list[ReportedProblem]) -> Iterator[str]:
    name = _attribute(outcome.name(path))
    failures = sum(map(outcome.fails, problems))
    yield f'  <testsuite name={name} tests="{max(len(problems), 1)}" failures="{failures}" errors="0" skipped="0">'
    if not problems:
        yield f'    <testcase name="check" classname={name} file={name}/>'
    for each in sorted(problems, key=lambda each: (each.line, each.column)):
        title = _attribute(f"{each.code} ({each.line}:{each.column})")
        yield f'    <testcase name={title} classname={name} file={name} line="{each.line}">'
        text = _content(f"{outcome.name(path)}:{each.line}:{each.column}: {each.severity}: {each.message}")
        text += _content(f"\n{each.suggestion}") if each.suggestion else ""
        if outcome.fails(each):
            message = _attribute(each.message)
            yield f"      <failure type={_attribute(each.code)} message={message}>{text}</failure>"
        else:
            yield f"      <system-out>{text}</system-out>"
        yield "    </testcase>"
    yield "  </testsuite>"


def _content(text: str) -> str:
    return escape(_INVALID.sub("", text))


def _attribute(text: str) -> str:
    return quoteattr(_INVALID.sub("", text))
