"""`plan validate`: the problems of a plan.

Broken references, invalid statuses, missing sections, dependency cycles: the problems the editor shows, for a terminal, a build or
an agent, with line and column.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, starmap
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, Problem, RefraktError, option, page_of
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
    path: str | None = None
    """only the problems of this file of the plan, or of the files in this folder"""
    cursor: str | None = option(None, shell=False, described=False)
    """`nextCursor` of the previous page"""


def run_validate(plan: Plan, *, strict: bool = False, lifecycle: bool = False, path: str | None = None) -> Json:
    """The problems of a plan, or of some of its files. With `strict`, warnings are errors."""
    problems = plan.memoise(
        ("validate", lifecycle), lambda: [*_unreadable(plan), *_problems(plan, lifecycle), *_without_entity(plan)]
    )
    selected = _Selection(plan, path)
    issues = [
        {**each, "severity": _promoted(each["severity"], strict)}
        for each in problems
        if selected.includes(each["file"])
    ]
    counted = Counter(each["severity"] for each in issues)
    return {
        "scanned": sum(selected.includes(each.file) for each in plan.entities),
        "issues": issues,
        "counts": {plural: counted[severity] for severity, plural in _COUNTS.items()},
        "exitCode": 1 if counted["error"] else 0,
    }


class _Selection:
    """The files of a plan that a path names: from the folder of the plan, of the project, or absolute."""

    def __init__(self, plan: Plan, path: str | None) -> None:
        self._path: str | None = None
        if path is None:
            return
        files = [*(each.file for each in plan.entities), *(each.file for each in plan.unreadable), *plan.without_entity]
        names = [path.replace("\\", "/").removeprefix("./").rstrip("/")]
        for base in (plan.folder, *plan.folder.parents):
            named = Path(os.path.normpath(base / path))
            if named.is_relative_to(plan.folder):
                names.append(named.relative_to(plan.folder).as_posix())
        found = next((each for each in names if any(_is_in(file, each) for file in files)), None)
        if found is None:
            raise RefraktError("NOT_FOUND", f"no file of the plan is {one_line(path)}", "Pass a file of the plan.")
        self._path = found

    def includes(self, file: str) -> bool:
        return self._path is None or _is_in(file, self._path)


def _is_in(file: str, path: str) -> bool:
    return path == "." or file == path or file.startswith(f"{path}/")


def _answer(query: ValidateInput, context: CommandContext) -> Json:
    """The problems of the plan; an agent gets them in pages, the most severe first."""
    result = run_validate(plan_of(query, context), strict=query.strict, lifecycle=query.lifecycle, path=query.path)
    if context.shell:
        return result
    ordered = sorted(result["issues"], key=lambda each: list(_COUNTS).index(each["severity"]))
    shown, cursor = page_of(ordered, query.cursor)
    if cursor is None and query.cursor is None:
        return result
    return {**result, "issues": shown, "total": len(ordered), **({"nextCursor": cursor} if cursor else {})}


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


def _without_entity(plan: Plan) -> Iterator[Json]:
    from refrakt_plan.rules.missing_entity import MISSING_ENTITY

    for file in plan.without_entity:
        yield {
            "severity": MISSING_ENTITY.severity,
            "type": MISSING_ENTITY.code,
            "source": file,
            "file": file,
            "message": one_line(f"{file.rpartition('/')[2]} contains no entity"),
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
    run=_answer,
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
