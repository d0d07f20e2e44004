"""`refrakt check`: what the service does not do: write fixes, compare with a baseline, print the formats of CI systems."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import source_files, standard_output
from refrakt.hosts.cli.check_runs import selected_codes, watch, with_standard_input
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.current_folder import patch_folder, path_in_project
from refrakt.hosts.cli.exit_codes import BAD_USAGE, PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.hosts.cli.problem_excerpts import counted
from refrakt.hosts.cli.progress import Progress
from refrakt.hosts.cli.report_formats.baseline import Baseline, read_baseline
from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome
from refrakt.hosts.cli.report_formats.fingerprints import fingerprints
from refrakt.project.project_root import project_root
from refrakt.project.site import SiteContext
from refrakt.rules.apply_fixes import is_safe
from refrakt.rules.problem import Severity
from refrakt.services.check import CheckedPages, CheckInput, check, checked_pages, report_of, whole_index
from refrakt.services.config_report import all_config_problems, checked_config
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.registry import service_of

if TYPE_CHECKING:
    from refrakt.hosts.cli.write_fixes import FixRun


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of the command line alone."""

    format: Literal["text", "json", "github", "sarif", "junit"] = "text"
    """output format"""
    select: str | None = option(None, metavar="CODES")
    """report only problems with these codes, separated by commas"""
    ignore: str | None = option(None, metavar="CODES")
    """do not report problems with these codes"""
    severity: Severity = "hint"
    """least severe problems to report"""
    max_warnings: int | None = option(None, metavar="N")
    """exit with 1 if there are more warnings than this"""
    statistics: bool = False
    """print how often each problem occurs instead of the problems"""
    quiet: bool = option(False, letter="q")
    """print problems only, no summary"""
    output_file: str | None = option(None, metavar="FILE", letter="o")
    """write the report to FILE"""
    fix: bool = False
    """write safe fixes to the files, then report the remaining problems"""
    diff: bool = False
    """print what `--fix` would change as a diff, and write nothing"""
    watch: bool = False
    """check again after each change, until interrupted"""
    stdin_filename: str | None = option(None, metavar="PATH")
    """check standard input as if it were the page at PATH"""
    baseline: str | None = option(None, metavar="FILE")
    """ignore the problems recorded in FILE"""
    update_baseline: bool = False
    """record all current problems in the baseline"""
    allow_empty: bool = False
    """accept a project without pages"""


OPTIONS = CheckOptions


def run(query: CheckInput, options: CheckOptions) -> int:
    has_name = options.stdin_filename is not None
    if query.paths == [source_files.STDIN]:
        query, options = (
            replace(query, paths=[]),
            replace(options, stdin_filename=options.stdin_filename or _new_page()),
        )
    _refuse_conflicts(query, options)
    paths = query.paths if options.stdin_filename is None else [options.stdin_filename]
    context = Context.at(_project(paths))
    service = service_of(check)
    if not context.project.plain and not any(each.content_dir for each in _sites(context)):
        if any(each.severity == "error" for each in all_config_problems(context)):
            # Nothing can be checked before the config is right.
            _write(_outcome(context, CheckedPages((), tuple(checked_config(context))), options), options, [])
            return BAD_USAGE
        service.call(context, query)  # raises
    codes = selected_codes(options.select, options.ignore)
    query = replace(
        query,
        paths=[path_in_project(context.project.root, path) for path in paths],
        codes=codes if codes is not None else [],
        severity=options.severity,
    )
    if options.stdin_filename is not None:
        context = with_standard_input(context, query.paths[0])
    if options.watch:
        return watch(context, query, lambda pages: _write(_outcome(context, pages, options), options, []))
    unnamed = query.paths[0] if options.stdin_filename is not None and not has_name else None
    return _check(context, query, options, unnamed)


def _check(context: Context, query: CheckInput, options: CheckOptions, unnamed: str | None) -> int:
    baseline = None
    if options.baseline is not None:
        baseline = read_baseline(Path(options.baseline), may_be_missing=options.update_baseline)
    fixes = _fix_run(context, query) if options.fix else None
    bar = CheckProgress("Checking")
    with bar, whole_index(context, bar.reached) as indexed:
        pages = checked_pages(replace(indexed, scan_age=inf), query)  # the index has just scanned the disk
        if fixes is not None:
            pages = fixes.run(pages, lambda: checked_pages(indexed, query))
        if options.diff:
            return _print_diffs(replace(indexed, paged=False), pages)
    outcome = _outcome(context, pages, options, unnamed)
    notes = list(fixes.summary(outcome.name)) if fixes is not None else []
    if baseline is not None:
        everything = not query.paths and query.site is None
        if options.update_baseline:
            baseline = baseline.renewed(outcome, everything)
            baseline.write()
            notes.append(f"recorded {counted(len(baseline.problems), 'problem')} in {baseline.file}")
        notes += _stale(baseline, outcome, everything)
        outcome = baseline.without_known(outcome)
    if not pages.paths and not options.allow_empty and not outcome.problems:
        notes.append("nothing was checked; `--allow-empty` accepts a project without pages")
    _write(outcome, options, notes)
    if not pages.paths and not options.allow_empty:
        return BAD_USAGE
    return SUCCESS if outcome.passed else PROBLEMS_FOUND


def _fix_run(context: Context, query: CheckInput) -> FixRun:
    # Imported only for `--fix`, which needs plugins and the services for fixes.
    from refrakt.hosts.cli.write_fixes import FixRun

    return FixRun(context, query.site)


def _refuse_conflicts(query: CheckInput, options: CheckOptions) -> None:
    if options.update_baseline and options.baseline is None:
        raise RefraktError("INVALID_ARGS", "--update-baseline needs --baseline FILE", "Name the file to write.")
    exclusive = [
        name for name in ("fix", "update_baseline", "diff", "watch", "stdin_filename") if getattr(options, name)
    ]
    if len(exclusive) > 1 and exclusive != ["fix", "update_baseline"]:
        names = " and ".join(f"--{name.replace('_', '-')}" for name in exclusive[:2])
        raise RefraktError("INVALID_ARGS", f"{names} exclude each other", "Use one of them.")
    if options.statistics and options.format not in ("text", "json"):
        raise RefraktError("INVALID_ARGS", "--statistics needs --format text or json", "Omit one of them.")
    if options.stdin_filename is not None and query.paths:
        raise RefraktError("INVALID_ARGS", "--stdin-filename excludes paths", "Pass the page on standard input alone.")


def _print_diffs(context: Context, pages: CheckedPages) -> int:
    """Print what the fixes would change; 1 if there is something."""
    from refrakt.services.fix import FixInput, fix
    from refrakt.services.unified_diff import renamed

    root = context.project.root
    fixable = (each.path for each in pages.files if any(map(is_safe, each.problems)))
    diffs = {path: diff for path in fixable if (diff := fix(context, FixInput(path)).diff)}
    folder = patch_folder(root, [root / path for path in diffs])
    for path, diff in diffs.items():
        standard_output.write(renamed(diff, (root / path).relative_to(folder).as_posix()))
    return PROBLEMS_FOUND if diffs else SUCCESS


def _sites(context: Context) -> list[SiteContext]:
    found = [context.project.site(name) for name in context.project.site_names]
    return [each for each in found if isinstance(each, SiteContext)]


class CheckProgress(Progress):
    """A progress bar that learns the total while it runs."""

    def reached(self, done: int, total: int) -> None:
        self._done, self._total = done + 1, total


def _outcome(context: Context, pages: CheckedPages, options: CheckOptions, unnamed: str | None = None) -> CheckOutcome:
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
        unnamed,
    )


# Paths ----------------------------------------------------------------------------------------------------------------


def _project(paths: Sequence[str]) -> Path:
    """The project's folder: of the first path, else of the current folder."""
    here = Path(os.curdir).resolve()
    if not paths:
        return Path(project_root(here))
    start = Path(os.path.realpath(here / paths[0]))
    while not start.is_dir():  # a page, a pattern, or missing
        start = start.parent
    return Path(project_root(start))


def _new_page() -> str:
    """The path of a page that does not exist, for a text on standard input: in the content folder of the first site."""
    context = Context.at(Path(os.curdir).resolve())
    folders = [each.content_dir for each in _sites(context) if each.content_dir is not None]
    folder = folders[0] if folders else context.project.root
    names = (f"stdin{number or ''}.md" for number in count())
    return str(next(path for name in names if not (path := folder / name).exists()))


def _base(form: str, root: Path) -> Path:
    """The folder that printed paths are relative to. CI systems expect that of the checkout."""
    checkout = os.environ.get("GITHUB_WORKSPACE")
    if form in ("github", "sarif") and checkout and root.is_relative_to(Path(checkout).resolve()):
        return Path(checkout).resolve()
    return Path(os.curdir).resolve()


# Output ---------------------------------------------------------------------------------------------------------------


def _stale(baseline: Baseline, outcome: CheckOutcome, everything: bool) -> list[str]:
    stale = len(baseline.stale(outcome, everything))
    if not stale:
        return []
    advice = "no longer exists; remove it" if stale == 1 else "no longer exist; remove them"
    return [f"{counted(stale, 'problem')} of {baseline.file} {advice} with `--update-baseline`"]


def _write(outcome: CheckOutcome, options: CheckOptions, notes: list[str]) -> None:
    if outcome.report.indexing is not None:
        notes.append(f"only {outcome.report.indexing} of the pages were checked")
    if outcome.too_many_warnings:
        warnings = outcome.report.counts["warning"]
        exceed = "exceeds" if warnings == 1 else "exceed"
        notes.append(f"{counted(warnings, 'warning')} {exceed} `--max-warnings {outcome.most_warnings}`")
    if options.statistics:
        lines = _statistics(outcome) if options.format == "text" else iter([pretty({"statistics": _counts(outcome)})])
    else:
        lines = _lines(outcome, options.format, options.quiet)
    if options.output_file is not None:
        text = "".join(f"{line}\n" for line in lines)
        try:
            source_files.write(options.output_file, text.encode("utf-8", "backslashreplace"))
        except source_files.FileError as error:
            hint = "Name another file with `{option:outputFile}`."
            raise RefraktError("WRITE_FAILED", f"cannot write the report: {error}", hint) from error
    else:
        for line in lines:
            standard_output.write(line + "\n")
    for note in notes:
        standard_output.report(note)


def _statistics(outcome: CheckOutcome) -> Iterator[str]:
    """The counts as lines."""
    rows = _counts(outcome)
    width = max((len(each["code"]) for each in rows), default=0)
    for each in rows:
        can = f"  {each['fixable']} fixable" if each["fixable"] else ""
        yield f"{each['count']:>6}  {each['severity']:<7}  {each['code']:<{width}}{can}".rstrip()


def _counts(outcome: CheckOutcome) -> list[dict[str, Any]]:
    """How often each problem occurs, the most frequent first."""
    counts = Counter((each.code, each.severity) for each in outcome.problems)
    fixable = Counter((each.code, each.severity) for each in outcome.problems if each.fix and not each.needs_review)
    return [
        {"code": code, "severity": severity, "count": times, "fixable": fixable[code, severity]}
        for (code, severity), times in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    ]


def _lines(outcome: CheckOutcome, form: str, quiet: bool = False) -> Iterator[str]:
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

    return text.lines(outcome, painter(), summary=not quiet)
