"""`plan validate`: what is wrong with a plan.

Broken references, statuses nobody knows, sections that are missing, work that waits for itself: everything the editor marks,
for a terminal, a build or an agent, with the line and the column of each.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext
from refrakt.plugins.prose import one_line
from refrakt_plan.folder import inside, plan_folder
from refrakt_plan.schemas import COUNT, DIR, FLAG, TEXT, about, one_of, record, shape, some
from refrakt_plan.shell import Json, Words, answer

if TYPE_CHECKING:
    from refrakt_plan.checks import Issue
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Check the plan: broken references, invalid values, missing sections, cycles."
_COUNTS = {"error": "errors", "warning": "warnings", "info": "info"}


def run_validate(plan: Plan, *, strict: bool = False, lifecycle: bool = False) -> Json:
    """Every issue of a plan. With `strict` a warning counts as an error."""
    found = plan.once(("validate", lifecycle), lambda: [*_unreadable(plan), *_told(plan, lifecycle)])
    issues = [{**each, "severity": _promoted(each["severity"], strict)} for each in found]
    counted = Counter(each["severity"] for each in issues)
    return {
        "scanned": len(plan.entities),
        "issues": issues,
        "counts": {plural: counted[severity] for severity, plural in _COUNTS.items()},
        "exitCode": 1 if counted["error"] else 0,
    }


def _promoted(severity: str, strict: bool) -> str:
    return "error" if strict and severity == "warning" else severity


def _unreadable(plan: Plan) -> Iterator[Json]:
    from refrakt_plan.checks.unreadable import UNREADABLE_FILE

    for each in plan.unreadable:
        yield {
            "severity": UNREADABLE_FILE.severity,
            "type": UNREADABLE_FILE.name,
            "source": each.file,
            "file": each.file,
            "message": one_line(each.message),
            "line": 1,
            "column": 1,
        }


def _told(plan: Plan, lifecycle: bool) -> Iterator[Json]:
    from refrakt_plan.checks import issues

    return map(_issue, issues(plan, lifecycle))


def _issue(issue: Issue) -> Json:
    from refrakt_plan.checks.issue import name_of
    from refrakt_plan.checks.places import position

    line, column = position(issue.entity.source, issue.place.start)
    more = {"target": issue.target, "line": line, "column": column, "suggestion": issue.suggestion}
    return {
        "severity": issue.severity,
        "type": issue.type,
        "source": name_of(issue.entity),
        "file": issue.entity.file,
        "message": one_line(issue.message),
        **{name: each for name, each in more.items() if each is not None},
    }


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("validate", _ABOUT)
    parser.add_argument("--strict", action="store_true", help="count warnings as errors")
    parser.add_argument("--lifecycle", action="store_true", help="also compare statuses with what others have come to")
    return answer(parser, words, _from_words, _as_text, lambda result: result["exitCode"])


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    plan = scan(plan_folder(context.cwd, context.config, given.dir), context.files)
    return run_validate(plan, strict=given.strict, lifecycle=given.lifecycle)


def _as_text(result: Json) -> str:
    return "\n".join([*_files(result["issues"]), _summary(result)])


def _files(issues: list[Json]) -> Iterator[str]:
    """The issues below the name of their file, in columns."""
    ordered = sorted(issues, key=lambda each: (each["file"].split("/"), each["line"], each["column"]))
    places = max((len(_place(each)) for each in ordered), default=0)
    severities = max((len(each["severity"]) for each in ordered), default=0)
    for file, group in groupby(ordered, key=lambda each: each["file"]):
        yield file
        for each in group:
            yield f"  {_place(each):>{places}}  {each['severity']:<{severities}}  {each['message']}  [{each['type']}]"
        yield ""


def _place(issue: Json) -> str:
    return f"{issue['line']}:{issue['column']}"


def _summary(result: Json) -> str:
    entities = _several(result["scanned"], "entity", "entities")
    if not result["issues"]:
        return f"Nothing is wrong in {entities}."
    counts = result["counts"]
    told = [
        _several(counts["errors"], "error", "errors"),
        _several(counts["warnings"], "warning", "warnings"),
        f"{counts['info']} info",
    ]
    return f"{', '.join(told)} in {entities}."


def _several(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    plan = scan(inside(context.cwd, context.config, given.get("dir")), context.files)
    return run_validate(plan, strict=given.get("strict", False), lifecycle=given.get("lifecycle", False))


_ISSUE = record(severity=one_of(_COUNTS), type=TEXT, source=TEXT, file=TEXT, message=TEXT, line=COUNT, column=COUNT)

COMMAND = Command(
    "validate",
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "dir": DIR,
            "strict": about(FLAG, "Count warnings as errors."),
            "lifecycle": about(FLAG, "Also compare statuses with what others have come to."),
        }
    ),
    output_schema=record(
        scanned=COUNT,
        issues=some(_ISSUE),
        counts=record(**dict.fromkeys(_COUNTS.values(), COUNT)),
        exitCode={"type": "integer"},
    ),
    mcp_handler=call,
    read_only=True,
    idempotent=True,
)
