"""Reading pages in a process of its own: `python -m refrakt.project.index.worker`, started by `reading_pool`.

Reading a page is nothing but computing, and a Python process computes on one processor only. A worker is handed names of files,
one JSON object in a line, and answers in lines as well, one for each file. It lives as long as its standard input is open, so it
cannot outlive the process that started it. What a package of runes prints while it is loaded gets nowhere.

A request: `{"id", "root", "config", "allowed", "site", "plan", "files", "want"}`; `config` is the text of a config that is
being edited, `allowed` are the folders outside of the project that the user allows.
The answers: `{"id", "ready": true}` once the site is known; then, for each file in turn, `{"id", "print", "path", "digest",
"facts", "problems"}` or `{"id", "print", "path", "trouble"}`; and at last `{"id", "done": true}`. `print` is the fingerprint of
the site it was read for: the config may be another than the one that whoever asks has in mind.
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

from refrakt.markdoc import Document, parse
from refrakt.rules.check import check
from refrakt.rules.page import Page

from ..confinement import allow
from ..files import read_bytes
from ..pages.reading import facts_of
from ..site import NoSite, Project, SiteContext, project_at
from .cache import digest
from .fingerprint import for_facts, for_problems
from .problem import PageProblem

Trouble = Literal["gone", "unreadable", "not-text", "too-large", "failed"]
"""Why nothing is known of a file. `failed`: reading it ended in an error, or not at all."""

PATIENCE = 60
"""How many seconds a file may take."""

_NICENESS = 10
"""Behind whoever types, but not behind everything: at 19 a busy machine would leave next to nothing."""
_COLLECT_AFTER = 500_000

encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""JSON as it is written here: in ASCII, because text that a page spells with escapes need not be valid UTF-8."""


class PageReader:
    """Answers requests, one after the other. It remembers the project the last one was about."""

    def __init__(self) -> None:
        self._project: tuple[str, str | None, int, Project, object] | None = None
        self._prints: dict[tuple[str | None, bool, bool], str] = {}

    def answers(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What there is to say about the files of a request."""
        id, root = request["id"], Path(request["root"])
        project = self._known(request["root"], request["config"], id)
        found = project.site(request["site"], project.plan_folder if request["plan"] else None)
        site = None if isinstance(found, NoSite) else found
        yield {"id": id, "ready": True}
        problems = "problems" in request["want"]
        known = {"id": id, "print": self._print(request, project, site) if site is not None else ""}
        for path in request["files"]:
            yield {**known, "path": path, **_answer(root, path, site, problems)}
        yield {"id": id, "done": True}

    def _print(self, request: dict[str, Any], project: Project, site: SiteContext) -> str:
        problems = "problems" in request["want"]
        key = request["site"], request["plan"], problems
        if key not in self._prints:
            self._prints[key] = for_problems(site, project) if problems else for_facts(site)
        return self._prints[key]

    def _known(self, root: str, config: str | None, id: int) -> Project:
        """The project as it is now. Requests of one id are parts of one, so it is looked at once for all of them."""
        if self._project is not None:
            its_root, its_config, its_id, project, stamp = self._project
            if (its_root, its_config) == (root, config) and (its_id == id or project.stamp() == stamp):
                self._project = (root, config, id, project, stamp)
                return project
        project = project_at(Path(root), config)
        self._prints = {}
        self._project = (root, config, id, project, project.stamp())
        return project


def _answer(root: Path, path: str, site: SiteContext | None, want_problems: bool) -> dict[str, Any]:
    if site is None:
        return {"trouble": "failed"}
    data = content(root / path)
    if isinstance(data, str):
        return {"trouble": data}
    answer: dict[str, Any] = {"digest": digest(data).hex()}
    try:
        document = parse(data.decode("utf-8-sig"), site.options)
        answer["facts"] = facts_of(document, site.vocabulary).plain()
        if want_problems:
            answer["problems"] = [each.plain() for each in _problems(document, site, path)]
    except UnicodeDecodeError:
        return {**answer, "trouble": "not-text"}
    except Exception:  # noqa: BLE001 - whatever is wrong with one page, the others are to be read
        return {"digest": answer["digest"], "trouble": "failed"}
    return answer


def content(path: Path) -> bytes | Trouble:
    """The bytes of a file, or why there are none. Links are not followed, and pipes not waited for."""
    try:
        return read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return "gone"
    except OSError as error:
        return "too-large" if error.errno == errno.EFBIG else "unreadable"
    except ValueError:
        return "unreadable"


def _problems(document: Document, site: SiteContext, path: str) -> Iterator[PageProblem]:
    """What the rules find, as strictly as they are by themselves; fixes are handed on untried."""
    for each in check(Page(document, site.surroundings, path)):
        yield PageProblem.of(document, each)


# The process ---------------------------------------------------------------------------------------------------------


def main() -> None:
    source, sink = private_streams()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to everybody; the parent decides
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
    """Standard input and output for us alone; what others take for them leads nowhere."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1):
        os.dup2(nowhere, each)
    return source, sink


def _listen(source: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Take requests as they come, and end the process with its input, whatever it is doing then."""
    for line in source:
        requests.put(line)
    os._exit(0)


def _serve(reader: PageReader, line: bytes, sink: BinaryIO) -> None:
    try:
        _expire(PATIENCE)
        request = json.loads(line)
        allow(request["allowed"])
        for answer in reader.answers(request):
            sink.write(encode(answer).encode("ascii") + b"\n")
            sink.flush()
            _expire(PATIENCE)
        _expire(0)
    except OSError:
        os._exit(0)  # nobody is listening any more


def _expire(seconds: int) -> None:
    """End the process after this time, or never. Works also where it is stuck below Python and nobody is left to end it."""
    if sys.platform != "win32":
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
