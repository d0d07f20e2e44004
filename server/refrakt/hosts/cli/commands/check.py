"""`refrakt check`: what the service does not do: write fixes, compare with a baseline, print the formats of CI systems."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.config_problems import report_all_config_problems
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.hosts.cli.problem_excerpts import counted
from refrakt.hosts.cli.progress import Progress
from refrakt.hosts.cli.report_formats.baseline import Baseline, read_baseline
from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome
from refrakt.hosts.cli.report_formats.fingerprints import fingerprints
from refrakt.hosts.cli.write_fixes import FixRun
from refrakt.project.project_root import project_root
from refrakt.services.check import CheckedPages, CheckInput, check, checked_pages, report_of, whole_index
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.registry import service_of


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of the command line alone."""

    format: Literal["text", "json", "github", "sarif", "junit"] = "text"
    """output format"""
    max_warnings: int | None = option(None, metavar="N")
    """exit with 1 if there are more warnings than this"""
    fix: bool = False
    """write safe fixes to the files, then report the remaining problems"""
    baseline: str | None = option(None, metavar="FILE")
    """ignore the problems recorded in FILE"""
    update_baseline: bool = False
    """record all current problems in the baseline"""


OPTIONS = CheckOptions


def run(query: CheckInput, options: CheckOptions) -> int:
    if options.update_baseline and options.baseline is None:
        raise RefraktError("INVALID_ARGS", "--update-baseline needs --baseline FILE", "Name the file to write.")
    context = Context.at(_project(query.paths))
    service = service_of(check)
    if not service.offered(context):
        service.call(context, query)  # raises
    query = replace(query, paths=[_in_project(context.project.root, path) for path in query.paths])
    baseline = None
    if options.baseline is not None:
        baseline = read_baseline(Path(options.baseline), may_be_missing=options.update_baseline)
    fixes = FixRun(context, query.site) if options.fix else None
    bar = CheckProgress("Checking")
    with bar, whole_index(context, bar.reached) as indexed:
        pages = checked_pages(indexed, query)
        if fixes is not None:
            pages = fixes.run(pages, lambda: checked_pages(indexed, query))
    outcome = _outcome(context, pages, options)
    report_all_config_problems(context, query.site)
    notes = list(fixes.summary(outcome.name)) if fixes is not None else []
    if baseline is not None:
        everything = not query.paths and query.site is None
        if options.update_baseline:
            baseline = baseline.renewed(outcome, everything)
            baseline.write()
            notes.append(f"recorded {counted(len(baseline.problems), 'problem')} in {baseline.file}")
        notes += _stale(baseline, outcome, everything)
        outcome = baseline.without_known(outcome)
    _write(outcome, options.format, notes)
    return SUCCESS if outcome.passed else PROBLEMS_FOUND


class CheckProgress(Progress):
    """A progress bar that learns the total while it runs."""

    def reached(self, done: int, total: int) -> None:
        self._done, self._total = done + 1, total


def _outcome(context: Context, pages: CheckedPages, options: CheckOptions) -> CheckOutcome:
    report = report_of(context, pages)
    texts = {file.path: file.text for file in pages.files}
    return CheckOutcome(
        report,
        fingerprints(report.problems, texts),
        pages.paths,
        texts,
        context.project.root,
        _base(options.format, context.project.root),
        options.max_warnings,
    )


# Paths ----------------------------------------------------------------------------------------------------------------


def _project(paths: Sequence[str]) -> Path:
    """The project's folder: of the first path, else of the current folder."""
    here = Path(os.curdir).resolve()
    if not paths:
        return Path(project_root(here))
    start = (here / paths[0]).resolve()
    while not start.is_dir():  # a page, a pattern, or missing
        start = start.parent
    return Path(project_root(start))


def _in_project(root: Path, path: str) -> str:
    """A path of the command line relative to the project's folder, as the service expects it."""
    found = Path(os.path.abspath(path))
    # The index has real paths, also if the content folder is a symbolic link inside the project.
    for each in (found.resolve(), found):
        if each.is_relative_to(root):
            return each.relative_to(root).as_posix()
    hint = "One run checks one project; pass paths in its folder."
    raise RefraktError("INVALID_ARGS", f"{path} is outside the project at {root}", hint)


def _base(form: str, root: Path) -> Path:
    """The folder that printed paths are relative to. CI systems expect that of the checkout."""
    checkout = os.environ.get("GITHUB_WORKSPACE")
    if form in ("github", "sarif") and checkout and root.is_relative_to(Path(checkout).resolve()):
        return Path(checkout).resolve()
    return Path(os.curdir).resolve()


# Output ---------------------------------------------------------------------------------------------------------------


def _stale(baseline: Baseline, outcome: CheckOutcome, everything: bool) -> list[str]:
    count = len(baseline.stale(outcome, everything))
    if not count:
        return []
    advice = "no longer exists; remove it" if count == 1 else "no longer exist; remove them"
    return [f"{counted(count, 'problem')} of {baseline.file} {advice} with `--update-baseline`"]


def _write(outcome: CheckOutcome, form: str, notes: list[str]) -> None:
    if outcome.report.indexing is not None:
        notes.append(f"only {outcome.report.indexing} of the pages were checked")
    if outcome.too_many_warnings:
        count = outcome.report.counts["warning"]
        exceed = "exceeds" if count == 1 else "exceed"
        notes.append(f"{counted(count, 'warning')} {exceed} `--max-warnings {outcome.most_warnings}`")
    for line in _lines(outcome, form):
        standard_output.write(line + "\n")
    for note in notes:
        standard_output.report(note)


def _lines(outcome: CheckOutcome, form: str) -> Iterator[str]:
    """The outcome in an output format. Only the module of this format is imported."""
    if form == "github":
        from refrakt.hosts.cli.report_formats import github

        return github.lines(outcome)
    if form == "junit":
        from refrakt.hosts.cli.report_formats import junit

        return junit.lines(outcome)
    if form == "sarif":
        from refrakt.hosts.cli.report_formats import sarif

        return iter([pretty(sarif.log(outcome))])
    if form == "json":
        return iter([pretty(as_json(outcome.report))])
    from refrakt.hosts.cli.report_formats import text

    return text.lines(outcome, painter())
