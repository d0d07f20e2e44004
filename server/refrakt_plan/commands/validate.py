"""`plan validate`: the problems of a plan.

Broken references, invalid statuses, missing sections, dependency cycles: the problems the editor shows, for a terminal, a build or
an agent, with line and column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, starmap
from typing import TYPE_CHECKING

from refrakt.plugins import Command, Problem
from refrakt.plugins.message_quoting import one_line
from refrakt_plan.command_line import Json, PlanInput, plan_of, terminal_text
from refrakt_plan.schemas import COUNT, TEXT, one_of, record, some

if TYPE_CHECKING:
    from refrakt_plan.entity import Entity
    from refrakt_plan.scanner.plan_scanner import Plan

_COUNTS = {"error": "errors", "warning": "warnings", "info": "info"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateInput(PlanInput):
    strict: bool = False
    """report warnings as errors"""
    lifecycle: bool = False
    """also compare each status with those of related entities"""


def run_validate(plan: Plan, *, strict: bool = False, lifecycle: bool = False) -> Json:
    """The problems of a plan. With `strict`, warnings are errors."""
    problems = plan.memoise(("validate", lifecycle), lambda: [*_unreadable(plan), *_problems(plan, lifecycle)])
    issues = [{**each, "severity": _promoted(each["severity"], strict)} for each in problems]
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
    from refrakt_plan.rules.unreadable_file import UNREADABLE_FILE

    for each in plan.unreadable:
        yield {
            "severity": UNREADABLE_FILE.severity,
            "type": UNREADABLE_FILE.code,
            "source": each.file,
            "file": each.file,
            "message": one_line(each.message),
            "line": 1,
            "column": 1,
        }


def _problems(plan: Plan, lifecycle: bool) -> Iterator[Json]:
    from refrakt_plan.rules import plan_problems

    return starmap(_as_json, plan_problems(plan, lifecycle))


def _as_json(entity: Entity, problem: Problem) -> Json:
    from refrakt_plan.rules.problem_spans import position

    line, column = position(entity.source, problem.span.start)
    more = {"target": problem.target, "line": line, "column": column, "suggestion": problem.suggestion}
    return {
        "severity": problem.severity,
        "type": problem.code,
        "source": entity.name,
        "file": entity.file,
        "message": one_line(problem.message),
        **{name: each for name, each in more.items() if each is not None},
    }


def _as_text(result: Json) -> str:
    return "\n".join([*_files(result["issues"]), _summary(result)])


def _files(issues: list[Json]) -> Iterator[str]:
    """The problems below the name of their file, in columns."""
    ordered = sorted(issues, key=lambda each: (each["file"].split("/"), each["line"], each["column"]))
    width = max((len(_position(each)) for each in ordered), default=0)
    severities = max((len(each["severity"]) for each in ordered), default=0)
    for file, group in groupby(ordered, key=lambda each: each["file"]):
        yield file
        for each in group:
            yield f"  {_position(each):>{width}}  {each['severity']:<{severities}}  {each['message']}  [{each['type']}]"
        yield ""


def _position(issue: Json) -> str:
    return f"{issue['line']}:{issue['column']}"


def _summary(result: Json) -> str:
    entities = _several(result["scanned"], "entity", "entities")
    if not result["issues"]:
        return f"no problems in {entities}"
    counts = result["counts"]
    parts = [
        _several(counts["errors"], "error", "errors"),
        _several(counts["warnings"], "warning", "warnings"),
        f"{counts['info']} info",
    ]
    return f"{', '.join(parts)} in {entities}"


def _several(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


_ISSUE = record(severity=one_of(_COUNTS), type=TEXT, source=TEXT, file=TEXT, message=TEXT, line=COUNT, column=COUNT)

COMMAND = Command(
    "validate",
    "Check the plan: broken references, invalid values, missing sections, cycles.",
    input=ValidateInput,
    run=lambda query, context: run_validate(plan_of(query, context), strict=query.strict, lifecycle=query.lifecycle),
    text=terminal_text(_as_text),
    exit_code=lambda result: int(result["exitCode"]),
    output_schema=record(
        scanned=COUNT,
        issues=some(_ISSUE),
        counts=record(**dict.fromkeys(_COUNTS.values(), COUNT)),
        exitCode={"type": "integer"},
    ),
    read_only=True,
    idempotent=True,
)
