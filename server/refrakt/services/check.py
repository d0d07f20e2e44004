"""`check`: the problems of a project's pages, or of some of them.

Runs the same rules as the editor, with those across pages: links, anchors, references, routes. Agents get the problems in pages,
the most severe first; the command line gets all of them and has more output formats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.project.index.checked_files import CheckedFile, check_files, check_schemas, wait_for_index
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.rules.problem import SEVERITIES, Problem, Severity
from refrakt.services.config_report import checked_config
from refrakt.services.context import LONGEST_WAIT, STILL_INDEXING, Context
from refrakt.services.json_payload import NULL, JsonPayload, as_json
from refrakt.services.pagination import page
from refrakt.services.problem_codes import refuse_unknown_codes
from refrakt.services.registry import service
from refrakt.services.reported_problem import ProblemReporter, ReportedProblem

NO_PAGES = "Nothing was checked: the project has no pages."
Progress = Callable[[int, int], None]
"""Receives the number of files that are done, and of all files."""


@dataclass(frozen=True, slots=True)
class CheckInput:
    """The pages to check, and the problems to report."""

    paths: list[str] = option(default_factory=list, positional=True, metavar="PATH")
    """files, folders or patterns; all pages without any"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    severity: Severity = option("hint", shell=False)
    """least severe to report"""
    codes: list[str] = option(default_factory=list, shell=False)
    """only these codes"""
    max: int | None = option(None, minimum=1, shell=False)
    """most problems per answer"""
    wait: int | None = option(None, minimum=0, maximum=LONGEST_WAIT, shell=False)
    """seconds to wait for all pages"""
    cursor: str | None = option(None, shell=False, described=False)
    """`nextCursor` of the previous page"""


@dataclass(frozen=True, slots=True)
class CheckReport(JsonPayload):
    """`ok` means that there is no error; there may still be warnings and hints. It is null while pages without an error so far
    are not all checked, and in a project without pages."""

    ok: bool | None = field(metadata=NULL)
    complete: bool
    """Whether all pages were checked; false while the project is being indexed."""
    files: int
    """Number of selected files."""
    counts: dict[str, int]
    """Number of problems by severity, on all pages of the answer."""
    problems: list[ReportedProblem]
    """The most severe first, then by file and position."""
    total: int
    """Number of problems, on all pages of the answer."""
    indexing: str | None = None
    """Share of the work done so far, while indexing: the answer lacks the rest."""
    hint: str | None = None
    """How to get the rest, while indexing, or why nothing was checked."""
    next_cursor: str | None = None


@service("refrakt.check", needs="pages", cli="check")
def check(context: Context, query: CheckInput) -> CheckReport:
    """Check the project's pages: runes, frontmatter and, across pages, links, anchors, references, routes. Includes
    unsaved buffers."""
    report = report_of(context, checked_pages(context, query))
    refuse_unknown_codes(query.codes, context.project.root)
    problems, cursor = page(context, report.problems, query.cursor, as_json, query.max)
    return replace(report, problems=problems, next_cursor=cursor)


# Which pages ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckedPages:
    """The pages that a query names, after their check."""

    paths: tuple[str, ...]
    """Every checked file."""
    files: tuple[CheckedFile, ...]
    """Files with problems, each with the problems that the query selects."""
    indexing: str | None = None


@contextmanager
def whole_index(context: Context, progress: Progress | None = None) -> Iterator[Context]:
    """The context with an index of its own that reads and checks all files at once, which takes less time than page by page."""
    index = ProjectIndex(context.project, lambda: context.snapshot, problems_of)
    try:
        for path in context.snapshot.paths:
            index.buffer_changed(path)
        index.start(("facts", "problems"))
        wait_for_index(index, progress)
        yield replace(context, index=lambda: index, paged=False)
    finally:
        index.close()


def checked_pages(context: Context, query: CheckInput) -> CheckedPages:
    """Check the pages that the query names, as far as they are indexed."""
    index = context.index()
    if index is None:
        raise context.no_pages(query.site)
    index.check_pages()
    complete = context.rescan(index, wait=query.wait)
    if query.site is not None:
        context.site(query.site)  # raises if there is no such site
    if not index.sites() or (query.site is not None and query.site not in index.sites()):
        raise context.no_pages(query.site)
    selection = _PathSelection(query.paths)
    paths: list[str] = []
    files: list[CheckedFile] = []
    indexing = None if complete and index.indexing is None else share_checked(index)
    for file in check_files(index, context.snapshot, query.site):
        if selection.matches(file.path):
            paths.append(file.path)
            problems = tuple(_selected(file.problems, query))
            if problems:
                files.append(replace(file, problems=problems))
    if indexing is None:  # else a page may be missing only because it is not read yet
        selection.refuse_unmatched()
    for file in check_schemas(index, context.snapshot, query.site):
        problems = tuple(_selected(_of_pages(index, file, paths if query.paths else None), query))
        if problems:
            files.append(replace(file, problems=problems))
    for file in checked_config(context, query.site):
        problems = tuple(_selected(file.problems, query))
        if problems:
            files.append(replace(file, problems=problems))
    return CheckedPages(tuple(paths), tuple(files), indexing)


def _of_pages(index: ProjectIndex, file: CheckedFile, paths: Iterable[str] | None) -> Iterator[Problem]:
    """The habits in a schema that some of these pages have; None for all pages."""
    selected = frozenset(paths) if paths is not None else None
    habits = [each for site in index.sites().values() for each in site.habits.habits.by_key.values()]
    for problem in file.problems:
        pages = [each.pages for each in habits if each.path == file.path and each.problem.message == problem.message]
        if selected is None or any(not selected.isdisjoint(each) for each in pages):
            yield problem


def share_checked(index: ProjectIndex) -> str:
    """How much of reading and checking all files is done, in percent."""
    files = index.files()
    records = [reading for reading in map(index.file_record, files) if reading is not None]
    checked = sum(reading.problems is not None or reading.failure is not None for reading in records)
    return f"{min(50 * (len(records) + checked) // max(len(files), 1), 99)} %"


def _selected(problems: Iterable[Problem], query: CheckInput) -> Iterator[Problem]:
    worst = SEVERITIES[: SEVERITIES.index(query.severity) + 1]
    return (each for each in problems if each.severity in worst and (not query.codes or each.code in query.codes))


class _PathSelection:
    """Files selected by paths and glob patterns; records which of them have matched no file."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._names = {_segments(path): path for path in paths}
        self._patterns = [each for each in self._names if any(_SPECIAL.intersection(segment) for segment in each)]
        self._unmatched = dict(self._names)

    def matches(self, path: str) -> bool:
        segments = tuple(path.split("/"))
        matching = [each for count in range(len(segments) + 1) if (each := segments[:count]) in self._names]
        matching += [pattern for pattern in self._patterns if _matches(pattern, segments)]
        for each in matching:
            self._unmatched.pop(each, None)
        return bool(matching) or not self._names

    def refuse_unmatched(self) -> None:
        """Raise for a path without pages: it is more likely a mistake than a page without problems."""
        for path in self._unmatched.values():
            message = f"no page matches {path}"
            raise RefraktError("NOT_FOUND", message, "Pass files, folders or patterns in the project.")


_SPECIAL = frozenset("*?[")


def _segments(path: str) -> tuple[str, ...]:
    """The segments of a path, without empty ones and `.`; none for the project's folder."""
    segments = tuple(each for each in path.replace("\\", "/").split("/") if each not in ("", "."))
    if path.startswith("/") or ".." in segments:
        raise RefraktError("INVALID_ARGS", f"{path} is outside the project", "Pass paths in the project's folder.")
    return segments


def _matches(pattern: Sequence[str], segments: Sequence[str]) -> bool:
    """Whether a pattern matches a file, or a folder around it. `**` matches any number of folders.

    Follows all positions in the pattern at once: backtracking would be exponential with many `**`.
    """
    positions = _past_stars({0}, pattern)
    for segment in segments:
        if len(pattern) in positions:  # the pattern matches a folder around the file
            return True
        following = {each + 1 for each in positions if fnmatchcase(segment, pattern[each])}
        positions = _past_stars(following | {each for each in positions if pattern[each] == "**"}, pattern)
    return len(pattern) in positions


def _past_stars(positions: set[int], pattern: Sequence[str]) -> set[int]:
    """The positions, with those behind a `**` that matches no folder."""
    for position, segment in enumerate(pattern):
        if segment == "**" and position in positions:
            positions.add(position + 1)
    return positions


# The report -----------------------------------------------------------------------------------------------------------


def report_of(context: Context, pages: CheckedPages) -> CheckReport:
    """The report on checked pages, with all their problems."""
    texts = {file.path: file.text for file in pages.files}

    def text_of(path: str) -> str:
        try:
            return texts[path] if path in texts else context.read(path).text
        except RefraktError:  # deleted meanwhile, or not text: report line 1
            return ""

    reporter = ProblemReporter(text_of)
    problems = [reporter.report(each, file.path, file.url) for file in pages.files for each in file.problems]
    problems.sort(key=lambda each: SEVERITIES.index(each.severity))
    counts = Counter(each.severity for each in problems)
    nothing = NO_PAGES if not pages.paths else None
    return CheckReport(
        ok=False if counts["error"] else True if pages.paths and pages.indexing is None else None,
        complete=pages.indexing is None,
        files=len(pages.paths),
        counts={severity: counts[severity] for severity in SEVERITIES if counts[severity]},
        problems=problems,
        total=len(problems),
        indexing=pages.indexing,
        hint=nothing if pages.indexing is None else STILL_INDEXING,
    )
