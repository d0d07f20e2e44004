"""`refrakt check`: the whole project, with the rules of the editor and those that look across pages.

For people as text, for programs as JSON, and in the forms that CI systems show beside a change.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.roots import project_root
from refrakt.services.check import CheckQuery, Examined, check, examined, reported, whole_index
from refrakt.services.context import Context
from refrakt.services.payload import as_json
from refrakt.services.registry import declared

from .. import streams
from ..arguments import Parser
from ..exits import FINE, FOUND
from ..fixing import Fixing
from ..jsontext import pretty
from ..paint import painter
from ..progress import Progress
from ..refusal import refuse
from ..report import counted
from ..reporting.baseline import Baseline, read_baseline
from ..reporting.fingerprints import fingerprints
from ..reporting.outcome import Outcome
from ..sites import add_site, tell_all_config_problems

_FORMATS = ("text", "json", "github", "sarif", "junit")


def run(words: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(words)
    if arguments.update_baseline and arguments.baseline is None:
        parser.error("--update-baseline needs --baseline FILE")
    try:
        return _check(arguments)
    except RefraktError as trouble:
        return refuse(trouble, arguments.format)


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Check the pages of a project, each by itself and all together.")
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="a page, a folder or a pattern; without any, the whole project"
    )
    parser.add_argument("--format", choices=_FORMATS, default="text", help="how to answer (text)")
    parser.add_argument(
        "--max-warnings", type=_count, metavar="N", help="exit with 1 if there are more warnings than this"
    )
    parser.add_argument(
        "--fix", action="store_true", help="write what can be mended into the files, then tell the rest"
    )
    parser.add_argument("--baseline", metavar="FILE", type=Path, help="do not tell the problems this file knows")
    parser.add_argument("--update-baseline", action="store_true", help="write all problems there are into that file")
    add_site(parser)
    return parser


def _count(given: str) -> int:
    if not (given.isascii() and given.isdigit()):
        raise argparse.ArgumentTypeError(f"{given} is no number")
    return int(given)


def _check(arguments: argparse.Namespace) -> int:
    context = Context.at(_project(arguments.paths))
    known = declared(check)
    if not known.offered(context):
        known.answer(context, {})  # refuses in the service's own words
    root = context.project.root
    query = CheckQuery([_below(root, path) for path in arguments.paths], arguments.site)
    everything = not query.paths and query.site is None
    baseline = None
    if arguments.baseline is not None:
        baseline = read_baseline(arguments.baseline, may_be_missing=arguments.update_baseline)
    fixing = Fixing(context, query.site) if arguments.fix else None
    bar = _Bar("Checking")
    with bar, whole_index(context, bar.reached) as index:
        found = examined(context, query, index)
        if fixing is not None:
            found = fixing.run(found, lambda: _again(context, query, index))
    outcome = _outcome(context, found, arguments)
    tell_all_config_problems(context, query.site)
    notes = list(fixing.told(outcome.name)) if fixing is not None else []
    if baseline is not None:
        if arguments.update_baseline:
            baseline = baseline.renewed(outcome, everything)
            baseline.write()
            notes.append(f"{baseline.file} knows {counted(len(baseline.problems), 'problem')}")
        notes += _stale(baseline, outcome, everything)
        outcome = baseline.without_known(outcome)
    _write(outcome, arguments.format, notes)
    return FINE if outcome.passed else FOUND


def _again(context: Context, query: CheckQuery, index: ProjectIndex) -> Examined:
    index.look()
    return examined(context, query, index)


class _Bar(Progress):
    """A bar that is told how far the work has come, and how far it goes."""

    def reached(self, done: int, total: int) -> None:
        self._done, self._total = done + 1, total


def _outcome(context: Context, found: Examined, arguments: argparse.Namespace) -> Outcome:
    report = reported(context, found)
    texts = {file.path: file.text for file in found.files}
    return Outcome(
        report,
        fingerprints(report.problems, texts),
        found.paths,
        texts,
        context.project.root,
        _base(arguments.format, context.project.root),
        arguments.max_warnings,
    )


# Paths ----------------------------------------------------------------------------------------------------------------


def _project(paths: Sequence[str]) -> Path:
    """The folder of the project that is meant: that of the first path, else the one we stand in."""
    here = Path(os.curdir).resolve()
    if not paths:
        return Path(project_root(here))
    start = (here / paths[0]).resolve()
    while not start.is_dir():  # a page, a pattern, or nothing at all
        start = start.parent
    return Path(project_root(start))


def _below(root: Path, path: str) -> str:
    """A path of the command line as the service wants it: below the project's folder, not below ours."""
    found = Path(os.path.abspath(path))
    # Pages are known by their real paths, also where the content folder is a link inside the project.
    for each in (found.resolve(), found):
        if each.is_relative_to(root):
            return each.relative_to(root).as_posix()
    hint = "One run checks one project; give paths below its folder."
    raise RefraktError("INVALID_ARGS", f"{path} is outside the project at {root}", hint)


def _base(form: str, root: Path) -> Path:
    """Where paths count from. Services that show problems beside a change count from the folder that was checked out."""
    checkout = os.environ.get("GITHUB_WORKSPACE")
    if form in ("github", "sarif") and checkout and root.is_relative_to(Path(checkout).resolve()):
        return Path(checkout).resolve()
    return Path(os.curdir).resolve()


# Words ----------------------------------------------------------------------------------------------------------------


def _stale(baseline: Baseline, outcome: Outcome, everything: bool) -> list[str]:
    count = len(baseline.stale(outcome, everything))
    if not count:
        return []
    them = "it" if count == 1 else "them"
    gone = f"{counted(count, 'problem')} of {baseline.file} cannot be found any more"
    return [f"{gone}; --update-baseline forgets {them}"]


def _write(outcome: Outcome, form: str, notes: list[str]) -> None:
    if outcome.report.indexing is not None:
        notes.append(f"only {outcome.report.indexing} of the pages could be checked")
    if outcome.too_many_warnings:
        warnings = counted(outcome.report.counts["warning"], "warning")
        notes.append(f"{warnings}, and no more than {outcome.most_warnings} may be there")
    for line in _lines(outcome, form):
        streams.write(line + "\n")
    for note in notes:
        streams.complain(note)


def _lines(outcome: Outcome, form: str) -> Iterator[str]:
    """The outcome in one of the forms. Only what that one needs is loaded."""
    if form == "github":
        from ..reporting import github

        return github.told(outcome)
    if form == "junit":
        from ..reporting import junit

        return junit.told(outcome)
    if form == "sarif":
        from ..reporting import sarif

        return iter([pretty(sarif.log(outcome))])
    if form == "json":
        return iter([pretty(as_json(outcome.report))])
    from ..reporting import text

    return text.told(outcome, painter())
