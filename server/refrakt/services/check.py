"""`check`: what is wrong with the pages of a project, all of them or some.

The same rules as in the editor, with those that look across pages: links, anchors, references, routes. What agents are told comes
in pages, the worst first; the command line tells everything at once and has more forms for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, ClassVar, NamedTuple

from refrakt.errors import RefraktError
from refrakt.markdoc.text import line_starts
from refrakt.project.index.checked import CheckedFile, awaited, checked
from refrakt.project.index.problem import PageProblem
from refrakt.project.index.project_index import ProjectIndex
from refrakt.rules.finding import SEVERITIES, Severity
from refrakt.untrusted import message, suggestion

from .context import Context
from .paging import page
from .payload import SHAPE, as_json
from .registry import service
from .validate_content import TextEdit

Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""


@dataclass(frozen=True, slots=True)
class CheckQuery:
    """Which pages, and which problems of theirs."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    paths: list[str] = field(default_factory=list)
    """Files, folders or patterns (`content/**/*.md`) below the project's folder. Without any: every page."""
    site: str | None = None
    """Only the pages of this site."""
    severity: Severity = "hint"
    """Only what is at least as bad as this."""
    codes: list[str] = field(default_factory=list)
    """Only problems with these codes."""
    max: int = 50
    """How many problems are told at once, at most."""
    cursor: str | None = None
    """`nextCursor` of the answer before."""


@dataclass(frozen=True, slots=True)
class RelatedPlace:
    """Another place that has to do with a problem."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str


@dataclass(frozen=True, slots=True)
class CheckProblem:
    """Something wrong. Lines and columns count from 1, columns in characters; the end is where the next text begins."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    path: str
    """The file, below the project's folder."""
    severity: Severity
    code: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    url: str | None = None
    """Where the page is served."""
    suggestion: str | None = None
    """A sentence on what to do."""
    fix: list[TextEdit] | None = None
    """Edits that do it, all at once."""
    related: list[RelatedPlace] | None = None


@dataclass(frozen=True, slots=True)
class CheckReport:
    """`ok` means that there is no error; there may still be warnings and hints."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    ok: bool
    files: int
    """How many were checked."""
    counts: dict[str, int]
    """How many problems there are of each severity, told here or not."""
    problems: list[CheckProblem]
    """The worst first, then by file and place."""
    indexing: str | None = None
    """How far the pages have been read, while that goes on: what is not read yet is not in this answer."""
    next_cursor: str | None = None


@service("refrakt.check", needs="site", cli="check")
def check(context: Context, query: CheckQuery) -> CheckReport:
    """Check the project's pages, also across pages: broken links and anchors, references, routes, runes, frontmatter. Unsaved
    buffers count. Mistakes in the content are the answer, not an error."""
    if query.max < 1:
        raise RefraktError("INVALID_ARGS", "`max` must be at least 1", "Leave it out for as many as fit.")
    index = context.index()
    if index is None:
        raise context.no_pages(query.site)
    index.check_pages()
    done = index.look(context.patience)
    report = reported(context, examined(context, query, index, done))
    told, _ = page(report.problems, query.cursor, as_json)
    start = int(query.cursor or 0)
    end = start + min(len(told), query.max)
    cursor = str(end) if end < len(report.problems) else None
    return replace(report, problems=report.problems[start:end], next_cursor=cursor)


# Which pages ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Examined:
    """What a look at the pages has found."""

    paths: tuple[str, ...]
    """Every file that was checked."""
    files: tuple[CheckedFile, ...]
    """Those with problems, and with those problems only that were asked for."""
    indexing: str | None = None


@contextmanager
def whole_index(context: Context, progress: Progress | None = None) -> Iterator[ProjectIndex]:
    """An index of the project for as long as it is needed, for one who wants to see all of it at once.

    Files are read and checked in one go, which takes less time than one after the other as an editor wants it.
    """
    index = ProjectIndex(context.project, lambda: context.snapshot)
    try:
        for path in context.snapshot.paths:
            index.buffer_changed(path)
        index.start(("facts", "problems"))
        awaited(index, progress)
        yield index
    finally:
        index.close()


def examined(context: Context, query: CheckQuery, index: ProjectIndex, done: bool = True) -> Examined:
    """Look at the pages that are meant, as an index knows them; `done` says whether it has come to its end."""
    if query.site is not None:
        context.site(query.site)  # refuses a name that no site has
    if not index.sites() or (query.site is not None and query.site not in index.sites()):
        raise context.no_pages(query.site)
    wanted = _Wanted(query.paths)
    paths: list[str] = []
    files: list[CheckedFile] = []
    indexing = None if done and index.indexing is None else _share_checked(index)
    for file in checked(index, context.snapshot, query.site):
        if wanted.takes(file.path):
            paths.append(file.path)
            problems = tuple(_asked_for(file.problems, query))
            if problems:
                files.append(replace(file, problems=problems))
    if indexing is None:  # else a page that is not read yet could not be told from one that is not there
        wanted.refuse_unmet()
    return Examined(tuple(paths), tuple(files), indexing)


def _share_checked(index: ProjectIndex) -> str:
    """How many of the files have been read and checked."""
    files = index.files()
    known = [reading for reading in map(index.reading, files) if reading is not None]
    checked = sum(reading.problems is not None or reading.trouble is not None for reading in known)
    return f"{min(100 * checked // max(len(files), 1), 99)} %"


def _asked_for(problems: Iterable[PageProblem], query: CheckQuery) -> Iterator[PageProblem]:
    worst = SEVERITIES[: SEVERITIES.index(query.severity) + 1]
    return (each for each in problems if each.severity in worst and (not query.codes or each.code in query.codes))


class _Wanted:
    """The files that are meant by paths and patterns, and those of them that no file has answered to."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._names = {_steps(path): path for path in paths}
        self._patterns = [steps for steps in self._names if any(_SPECIAL.intersection(step) for step in steps)]
        self._unmet = dict(self._names)

    def takes(self, path: str) -> bool:
        steps = tuple(path.split("/"))
        met = [each for count in range(len(steps) + 1) if (each := steps[:count]) in self._names]
        met += [pattern for pattern in self._patterns if _matches(pattern, steps)]
        for each in met:
            self._unmet.pop(each, None)
        return bool(met) or not self._names

    def refuse_unmet(self) -> None:
        """Whoever names a page wants it checked, so a name without a page is a mistake, not a page without problems."""
        for path in self._unmet.values():
            message = f"{path} names no page that is checked here"
            raise RefraktError("NOT_FOUND", message, "Give files, folders or patterns below the project's folder.")


_SPECIAL = frozenset("*?[")


def _steps(path: str) -> tuple[str, ...]:
    """The steps of a path that lead somewhere. None at all is the project's folder."""
    steps = tuple(step for step in path.replace("\\", "/").split("/") if step not in ("", "."))
    if path.startswith("/") or ".." in steps:
        message = f"{path} is outside the project"
        raise RefraktError("INVALID_ARGS", message, "Give paths below the folder of the config.")
    return steps


def _matches(pattern: Sequence[str], steps: Sequence[str]) -> bool:
    """Whether a pattern means a file, or a folder around it. Two stars are any number of folders.

    Kept are all places in the pattern where one can be: trying one after the other would take forever with many stars.
    """
    places = _with_none({0}, pattern)
    for step in steps:
        if len(pattern) in places:  # what is left of the file's path lies below what was meant
            return True
        further = {place + 1 for place in places if fnmatchcase(step, pattern[place])}
        places = _with_none(further | {place for place in places if pattern[place] == "**"}, pattern)
    return len(pattern) in places


def _with_none(places: set[int], pattern: Sequence[str]) -> set[int]:
    """The places with those behind two stars that stand for no folder at all."""
    for place, word in enumerate(pattern):
        if word == "**" and place in places:
            places.add(place + 1)
    return places


# As it is told --------------------------------------------------------------------------------------------------------


def reported(context: Context, found: Examined) -> CheckReport:
    """Everything that was found, in one piece."""
    places = _Places(context, found.files)
    told = [_told(file, each, places) for file in found.files for each in file.problems]
    told.sort(key=lambda each: SEVERITIES.index(each.severity))
    counts = Counter(each.severity for each in told)
    return CheckReport(
        ok=not counts["error"],
        files=len(found.paths),
        counts={severity: counts[severity] for severity in SEVERITIES if counts[severity]},
        problems=told,
        indexing=found.indexing,
    )


class _Place(NamedTuple):
    line: int
    column: int
    end_line: int
    end_column: int


class _Places:
    """Lines and columns of offsets. Also in files that have no problem themselves, which are read when they are needed."""

    def __init__(self, context: Context, files: Iterable[CheckedFile]) -> None:
        self._context = context
        self._texts = {file.path: file.text for file in files}
        self._starts = cache(self._line_starts)

    def at(self, path: str, start: int, end: int) -> _Place:
        return _Place(*self._position(path, start), *self._position(path, end))

    def _position(self, path: str, offset: int) -> tuple[int, int]:
        starts, size = self._starts(path)
        offset = min(offset, size)
        line = bisect_right(starts, offset) - 1
        return line + 1, offset - starts[line] + 1

    def _line_starts(self, path: str) -> tuple[list[int], int]:
        text = self._texts.get(path)
        if text is None:
            try:
                text = self._context.read(path).text
            except RefraktError:  # gone meanwhile, or no text: its first line is as good as any
                text = ""
        return line_starts(text), len(text)


def _told(file: CheckedFile, problem: PageProblem, places: _Places) -> CheckProblem:
    fix = [TextEdit(*places.at(file.path, each.start, each.end), each.new) for each in sorted(problem.fix)]
    related = [
        RelatedPlace(each.path, *places.at(each.path, each.start, each.end), message(each.message))
        for each in problem.related
    ]
    return CheckProblem(
        file.path,
        problem.severity,
        problem.code,
        *places.at(file.path, problem.start, problem.end),
        message(problem.message),
        file.url,
        suggestion(problem.suggestion),
        fix or None,
        related or None,
    )
