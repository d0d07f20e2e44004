"""A worker process that reads pages: `python -m refrakt.project.index.reader_process`, started by `reader_pool`.

Reading pages is computation, and a Python process uses one processor. A worker receives the names of files, one JSON object per
line, and writes one line per file. It ends when its standard input is closed, so it cannot outlive its parent. What rune
packages print while they are loaded is discarded.

A request: `{"id", "root", "unsaved", "allowed", "site", "plan", "files", "want"}`; `unsaved` are the texts of open files that
define the project, by path, `allowed` are the folders outside of the project that the user allows.
The responses: `{"id", "ready": true}` once the site is known; then, for each file in turn, `{"id", "print", "path", "digest",
"facts", "problems"}` or `{"id", "print", "path", "failure"}`; and at last `{"id", "done": true}`. `print` is the fingerprint of
the site for which it was read: the parent may have another version of the config.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Literal

from refrakt.markdoc.document import Document, parse
from refrakt.project.confinement import allow
from refrakt.project.files import read_bytes
from refrakt.project.index.cache_fingerprint import for_facts, for_problems
from refrakt.project.index.page_cache import digest
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import Project, SiteContext, UnresolvedSite, project_at
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem

ReadFailure = Literal["gone", "unreadable", "not-text", "too-large", "failed"]
"""Why a file was not read. `failed`: reading it raised an error or exceeded the time limit."""

TIMEOUT = 60
"""Seconds that a file may take."""

_NICENESS = 10
"""Below the editor, but not lowest: at 19 a busy machine would leave almost no time."""
_COLLECT_AFTER = 500_000

encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""JSON in ASCII, because text with escapes on a page need not be valid UTF-8."""


class PageReader:
    """Handles requests one by one, and caches the project of the last request."""

    def __init__(self) -> None:
        self._project: tuple[str, dict[str, str], int, Project, object] | None = None
        self._fingerprints: dict[tuple[str | None, bool, bool], str] = {}

    def responses(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The responses to a request."""
        id, root = request["id"], Path(request["root"])
        project = self._project_at(request["root"], request["unsaved"], id)
        found = project.site(request["site"], project.plan_folder if request["plan"] else None)
        site = None if isinstance(found, UnresolvedSite) else found
        yield {"id": id, "ready": True}
        problems = "problems" in request["want"]
        common = {"id": id, "print": self._fingerprint(request, project, site) if site is not None else ""}
        for path in request["files"]:
            yield {**common, "path": path, **_read_file(root, path, site, problems)}
        yield {"id": id, "done": True}

    def _fingerprint(self, request: dict[str, Any], project: Project, site: SiteContext) -> str:
        problems = "problems" in request["want"]
        key = request["site"], request["plan"], problems
        if key not in self._fingerprints:
            self._fingerprints[key] = for_problems(site, project) if problems else for_facts(site)
        return self._fingerprints[key]

    def _project_at(self, root: str, unsaved: dict[str, str], id: int) -> Project:
        """The current project. Requests with the same id share one, so it is read once for all of them."""
        if self._project is not None:
            its_root, its_unsaved, its_id, project, stamp = self._project
            if (its_root, its_unsaved) == (root, unsaved) and (its_id == id or project.stamp() == stamp):
                self._project = (root, unsaved, id, project, stamp)
                return project
        open_files = {Path(path): text for path, text in unsaved.items()}
        project = project_at(Path(root), open_files, has_sites=True)
        self._fingerprints = {}
        self._project = (root, unsaved, id, project, project.stamp())
        return project


def _read_file(root: Path, path: str, site: SiteContext | None, with_problems: bool) -> dict[str, Any]:
    if site is None:
        return {"failure": "failed"}
    data = content(root / path)
    if isinstance(data, str):
        return {"failure": data}
    result: dict[str, Any] = {"digest": digest(data).hex()}
    try:
        document = parse(data.decode("utf-8-sig"), site.options)
        result["facts"] = facts_of(document, site.vocabulary).plain()
        if with_problems:
            result["problems"] = [each.to_json() for each in _problems(document, site, path)]
    except UnicodeDecodeError:
        return {**result, "failure": "not-text"}
    except Exception:  # noqa: BLE001 - a bug on one page must not cost the others
        return {"digest": result["digest"], "failure": "failed"}
    return result


def content(path: Path) -> bytes | ReadFailure:
    """The bytes of a file, or why it cannot be read. Links are not followed, and pipes do not block."""
    try:
        return read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return "gone"
    except OSError as error:
        return "too-large" if error.errno == errno.EFBIG else "unreadable"
    except ValueError:
        return "unreadable"


def _problems(document: Document, site: SiteContext, path: str) -> Iterator[Problem]:
    """What the page rules find, with default severities; fixes are not tried."""
    for each in check(Page(document, site.surroundings, path)):
        yield each.in_file(document)


# The process ---------------------------------------------------------------------------------------------------------


def main() -> None:
    source, sink = private_streams()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all processes; the parent decides
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, requests), name="requests", daemon=True).start()
    reader = PageReader()
    while True:
        _serve(reader, requests.get(), sink)


def private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of standard input and output; the standard ones are redirected to the null device."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1):
        os.dup2(nowhere, each)
    return source, sink


def _listen(source: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Queue the requests, and end the process at the end of its input."""
    for line in source:
        requests.put(line)
    os._exit(0)


def _serve(reader: PageReader, line: bytes, sink: BinaryIO) -> None:
    try:
        _expire(TIMEOUT)
        request = json.loads(line)
        allow(request["allowed"])
        for result in reader.responses(request):
            sink.write(encode(result).encode("ascii") + b"\n")
            sink.flush()
            _expire(TIMEOUT)
        _expire(0)
    except OSError:
        os._exit(0)  # the parent has closed the pipe


def _expire(seconds: int) -> None:
    """End the process after this time, or never with 0. This also works while it is stuck in C code."""
    if sys.platform != "win32":
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
