"""Problems of the config, which commands that work on a site report on standard error."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from refrakt.hosts.cli import standard_output
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.project.rune_packages import RunePackages
from refrakt.rules.problem import Problem
from refrakt.services.config_report import all_config_problems
from refrakt.services.context import Context
from refrakt.services.registry import Service
from refrakt.untrusted import one_line


def report_config_problems(context: Context, service: Service, query: Any) -> None:
    """Report the config problems that affect the answer of a service."""
    if service.needs == "pages":
        report_all_config_problems(context, query.site)
    elif service.needs == "site":
        report_site_problems(context, getattr(query, "site", None))


def report_site_problems(context: Context, site: str | None, path: str | None = None) -> None:
    """Report the config problems of one site: the named one, or that of a file."""
    found = context.site(site, context.locate(path) if path is not None else None)
    _report(found.root, found.problems)


def report_all_config_problems(context: Context, site: str | None) -> None:
    """Report the config problems of one site or of all, with those of their routes; each once."""
    if site is not None:
        context.site(site)  # raises if there is no such site
    _report(context.project.root, all_config_problems(context, site))


def _report(root: Path, problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.severity not in ("error", "warning"):
            continue
        file, line, column = problem_position(problem, root)
        hint = f" {problem.suggestion}" if problem.suggestion else ""
        what = f"{problem.severity}[{problem.code}]"
        standard_output.report(one_line(f"{file}:{line}:{column}: {what}: {problem.message}.{hint}"))


def problem_position(problem: Problem, root: Path) -> tuple[Path, int, int]:
    """The file, line and column of a problem of a config or catalogue. A file that cannot be read again has one line."""
    file = Path(problem.path)
    try:
        text = RunePackages(root).read(file).decode("utf-8-sig", "replace") if problem.span.start else ""
    except (OSError, ValueError):
        text = ""
    position = line_and_column(line_starts(text), min(problem.span.start, len(text)))
    return file.relative_to(root) if file.is_relative_to(root) else file, *position
