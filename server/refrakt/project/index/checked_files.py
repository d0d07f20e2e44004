"""All files of a project with all of their problems: those of page rules and those of site rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from refrakt.project.index.page_cache import digest
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.reader_process import content
from refrakt.project.index.site_files import relative_path
from refrakt.project.page_problems import problems
from refrakt.project.snapshot import Buffer, Snapshot
from refrakt.rules.problem import Problem

_STEP = 0.05
_TRIES = 3
_TIMEOUT = 2.0
"""Seconds to wait for a file that has changed."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file, the text that was checked, and its problems."""

    path: str
    """Below the project root."""
    url: str | None
    text: str
    problems: tuple[Problem, ...]
    unsaved: bool = False
    """Whether the text is that of an open buffer."""


def wait_for_index(index: ProjectIndex, progress: Callable[[int, int], None] | None = None) -> None:
    """Wait until every file has been read. `progress` is called with how many of how many."""
    while index.is_reading:
        done = index.progress
        if progress is not None and done is not None:
            progress(*done)
        time.sleep(_STEP)
    index.settle()


def check_files(index: ProjectIndex, snapshot: Snapshot, site: str | None = None) -> Iterator[CheckedFile]:
    """The files of one site or of all, sorted by path; open files as they are in the editor."""
    for path in index.files(site):
        entry = next((each.entries[path] for each in index.sites_of(path)), None)
        url = entry.url if entry is not None else None
        buffer = snapshot.paths.get(index.root / path)
        if buffer is not None:
            text = buffer.document.text
            found = (
                *(each for each in _of_buffer(index, buffer, snapshot) if not each.habit),
                *buffer_problems(index, buffer, snapshot),
                *index.habits_at(path, snapshot.settings.rules),
            )
        else:
            text, found = _on_disk(index, path, snapshot)
        ordered = tuple(sorted(dict.fromkeys(each for each in found if each.span.end <= len(text)), key=_order))
        yield CheckedFile(path, url, text, ordered, buffer is not None)


def check_schemas(index: ProjectIndex, snapshot: Snapshot, site: str | None = None) -> Iterator[CheckedFile]:
    """The files of schemas in which habits of the pages are reported."""
    for path in index.schema_files(site):
        data = content(index.root / path)
        text = data.decode("utf-8-sig", "replace") if isinstance(data, bytes) else ""
        yield CheckedFile(path, None, text, tuple(sorted(index.habits_at(path, snapshot.settings.rules), key=_order)))


def buffer_problems(index: ProjectIndex, buffer: Buffer, snapshot: Snapshot) -> tuple[Problem, ...]:
    """The problems of site rules on an open page: those of the index, else those known before the last edits."""
    assert buffer.path is not None, "an indexed file has a path"
    indexed = index.open_problems(buffer.path, buffer.document, snapshot.settings.rules)
    return indexed if indexed is not None else tuple(each.now() for each in buffer.across)


def _of_buffer(index: ProjectIndex, buffer: Buffer, snapshot: Snapshot) -> Iterator[Problem]:
    assert buffer.path is not None, "an indexed file has a path"
    path = relative_path(index.root, buffer.path)
    for site in index.sites_of(path):
        context = site.spec.context
        for each in problems(buffer.document, context, path, snapshot.settings.rules, buffer.problem_cache):
            yield each.in_file(buffer.document)


def _on_disk(index: ProjectIndex, path: str, snapshot: Snapshot) -> tuple[str, tuple[Problem, ...]]:
    """The text of a file and its problems.

    Fixes are edits of the text that was read. If the file has changed, it is read again; if it goes on changing, its problems
    have no fixes.
    """
    absolute = index.root / path
    text = ""
    found: tuple[Problem, ...] = ()
    for _ in range(_TRIES):
        record = index.file_record(path)
        found = index.file_problems(path, snapshot.settings.rules)
        data = content(absolute) if found else b""
        if not isinstance(data, bytes) or record is None or record.failure is not None:
            return "", found
        text = data.decode("utf-8-sig", "replace")
        if not found or record.stamp.digest == digest(data):
            return text, found
        index.files_changed([absolute])
        index.settle(_TIMEOUT)
    return text, tuple(replace(each, fix=None) for each in found)


def _order(problem: Problem) -> tuple[int, int, str, str]:
    return problem.span.start, problem.span.end, problem.code, problem.message
