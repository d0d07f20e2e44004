"""Every file of a project with all that is wrong with it: what a page alone gets wrong, and what lies between pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..checking import problems
from ..workspace import Buffer, Snapshot
from .cache import digest
from .problem import PageProblem
from .project_index import ProjectIndex
from .sources import relative
from .worker import content

_STEP = 0.05
_TRIES = 3
_PATIENCE = 2.0
"""Seconds to wait for a file that has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file, the text that was checked, and what is wrong with it."""

    path: str
    """Below the project's folder."""
    url: str | None
    text: str
    problems: tuple[PageProblem, ...]
    unsaved: bool = False
    """Whether the text is the editor's."""


def awaited(index: ProjectIndex, progress: Callable[[int, int], None] | None = None) -> None:
    """Wait until every file has been read; `progress` is told how many of how many."""
    while index.is_reading:
        done = index.progress
        if progress is not None and done is not None:
            progress(*done)
        time.sleep(_STEP)
    index.settle()


def checked(index: ProjectIndex, snapshot: Snapshot, site: str | None = None) -> Iterator[CheckedFile]:
    """The files of one site, or of all, in the order of their paths. An open file counts as it is in the editor."""
    for path in index.files(site):
        entry = next((each.entries[path] for each in index.sites_of(path)), None)
        url = entry.url if entry is not None else None
        buffer = snapshot.paths.get(index.root / path)
        if buffer is not None:
            found = (*_of_buffer(index, buffer, snapshot), *buffer_problems(index, buffer, snapshot))
            text = buffer.document.text
        else:
            text, found = _on_disk(index, path, snapshot)
        kept = tuple(sorted(dict.fromkeys(each for each in found if each.end <= len(text)), key=_order))
        yield CheckedFile(path, url, text, kept, buffer is not None)


def buffer_problems(index: ProjectIndex, buffer: Buffer, snapshot: Snapshot) -> tuple[PageProblem, ...]:
    """What is wrong between an open page and others: as the index knows it, else as it was known before the last edits."""
    assert buffer.path is not None, "a file of the index has a place"
    known = index.open_problems(buffer.path, buffer.document, snapshot.settings.rules)
    return known if known is not None else tuple(each.now() for each in buffer.across)


def _of_buffer(index: ProjectIndex, buffer: Buffer, snapshot: Snapshot) -> Iterator[PageProblem]:
    assert buffer.path is not None, "a file of the index has a place"
    path = relative(index.root, buffer.path)
    for site in index.sites_of(path):
        context = site.spec.context
        for each in problems(buffer.document, context, path, snapshot.settings.rules, buffer.remembered):
            yield PageProblem.of(buffer.document, each)


def _on_disk(index: ProjectIndex, path: str, snapshot: Snapshot) -> tuple[str, tuple[PageProblem, ...]]:
    """The text of a file and what is wrong with it.

    Fixes are edits at places of the text that was read. If it is another now, it is read again; whoever goes on writing to it gets
    no fixes.
    """
    place = index.root / path
    text = ""
    found: tuple[PageProblem, ...] = ()
    for _ in range(_TRIES):
        reading = index.reading(path)
        found = index.told(path, snapshot.settings.rules)
        data = content(place) if found else b""
        if not isinstance(data, bytes) or reading is None or reading.trouble is not None:
            return "", found
        text = data.decode("utf-8-sig", "replace")
        if not found or reading.seen.digest == digest(data):
            return text, found
        index.files_changed([place])
        index.settle(_PATIENCE)
    return text, tuple(replace(each, fix=()) for each in found)


def _order(problem: PageProblem) -> tuple[int, int, str, str]:
    return problem.start, problem.end, problem.code, problem.message
