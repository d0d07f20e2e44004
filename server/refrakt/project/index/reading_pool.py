"""The parent's side of `worker`: some processes that read pages, a few files at a time to whichever is free.

A page that crashes a worker, or keeps it busy for too long, is called `failed`; a new worker goes on with the rest. Where no
process can be started at all, pages are read in this one: slower, but read.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import IO, Any, Literal, NamedTuple

from ..pages.facts import PageFacts
from .problem import PageProblem
from .worker import PATIENCE, PageReader, Trouble, encode

Want = Literal["facts", "problems"]

_MODULE = "refrakt.project.index.worker"
_MOST_WORKERS = 4
_FILES_FOR_ANOTHER = 16
"""How many files make one more worker worth its start."""
_HERE = 4
"""So few files are read in this process: starting another takes longer than reading them."""
_BATCH = 8
"""How many files are handed over at once: few, so that long pages do not hold up short ones that were handed over with them."""
_AHEAD = 2
"""How many batches a worker has, so that it never waits for us."""
_MOST_FALSE_STARTS = 3
_LOOK_UP = 0.1
"""Seconds after which somebody who wants to stop is heard at the latest."""


class Request(NamedTuple):
    """As what files are read: below which folder, for which site, with which config if it is being edited."""

    root: str
    site: str | None = None
    plan: bool = False
    config: str | None = None
    allowed: tuple[str, ...] = ()
    """Folders outside of the root that the user allows."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file."""

    path: str
    digest: bytes | None = None
    """Of its bytes; None where there were none."""
    facts: PageFacts | None = None
    problems: tuple[PageProblem, ...] | None = None
    """What the rules find on it; None where nobody asked."""
    trouble: Trouble | None = None
    fingerprint: str = ""
    """Of the site it was read for."""


class ReadingPool:
    """Processes that read pages. They start when there is something to read, and stay until `close`.

    To be used from one thread at a time.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._most = workers or min(_processors(), _MOST_WORKERS)
        self._workers: list[_Worker] = []
        self._heard: queue.SimpleQueue[tuple[_Worker, bytes]] = queue.SimpleQueue()
        self._here = PageReader()
        self._id = 0
        self._false_starts = 0
        self._is_reading = False
        """Whether the workers have files of a `read` that goes on."""

    def read(
        self, request: Request, files: Sequence[str], want: Sequence[Want], stop: threading.Event | None = None
    ) -> Iterator[Reading]:
        """Read files, given by their paths below the root. They come in any order, each once, unless `stop` is set before."""
        return (each for each in self.read_or_wait(request, files, want, stop) if each is not None)

    def read_or_wait(
        self, request: Request, files: Sequence[str], want: Sequence[Want], stop: threading.Event | None = None
    ) -> Iterator[Reading | None]:
        """The same with None where nothing has come for a moment, as while workers start: the caller may do something else.

        Who stops early leaves a few files behind that are being read; nobody will hear of them. A call that comes while another
        goes on reads its files, which must be few, in this process.
        """
        stop = stop or threading.Event()
        waiting = deque(files)
        self._id += 1
        id = self._id
        if self._is_reading or (len(files) <= _HERE and not self._workers):
            yield from self._read_here(waiting, id, request, want, stop)
            return
        self._false_starts = 0
        self._is_reading = True
        try:
            while (waiting or any(worker.has(id) for worker in self._workers)) and not stop.is_set():
                self._hand_out(waiting, id, request, want)
                if not self._workers:
                    yield from self._read_here(waiting, id, request, want, stop)
                    return
                yield self._listen(waiting, id)
        finally:
            self._is_reading = False

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that are there."""
        return tuple(worker.process.pid for worker in self._workers)

    def close(self) -> None:
        """End the processes. The next `read` would start new ones."""
        for worker in tuple(self._workers):
            self._dismiss(worker)

    def _hand_out(self, waiting: deque[str], id: int, request: Request, want: Sequence[Want]) -> None:
        """Give everybody enough to do."""
        wanted = min(self._most, len(waiting) // _FILES_FOR_ANOTHER + 1)
        while waiting and len(self._workers) < wanted and self._false_starts < _MOST_FALSE_STARTS:
            try:
                self._workers.append(_Worker(self._heard))
            except OSError:
                self._false_starts += 1
        for _ in range(_AHEAD):
            for worker in self._workers:
                if waiting and len(worker.files) <= (_AHEAD - 1) * _BATCH:
                    files = [waiting.popleft() for _ in range(min(_BATCH, len(waiting)))]
                    worker.ask(_message(id, request, files, want))

    def _listen(self, waiting: deque[str], id: int) -> Reading | None:
        """Wait a moment for somebody to say something, or to have said nothing for too long."""
        try:
            worker, line = self._heard.get(timeout=_LOOK_UP)
        except queue.Empty:
            stuck = next((each for each in self._workers if each.is_stuck()), None)
            return self._bury(stuck, waiting, id) if stuck is not None else None
        if worker not in self._workers:
            return None  # dismissed before this was heard
        answer = _decoded(line)
        if answer is None:
            return self._bury(worker, waiting, id)
        worker.heard(answer)
        if worker.reads:
            self._false_starts = 0
        return _reading(answer) if "path" in answer and answer["id"] == id else None

    def _bury(self, worker: _Worker, waiting: deque[str], id: int) -> Reading | None:
        """Do without a worker. The file it was reading is to blame, unless it had not got as far as that."""
        self._dismiss(worker)
        blamed = worker.files.popleft() if worker.reads and worker.files else None
        waiting.extendleft(path for asked, path in reversed(worker.files) if asked == id)
        if blamed is None:
            self._false_starts += 1
        return Reading(blamed[1], trouble="failed") if blamed is not None and blamed[0] == id else None

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()

    def _read_here(
        self, waiting: deque[str], id: int, request: Request, want: Sequence[Want], stop: threading.Event
    ) -> Iterator[Reading]:
        for answer in self._here.answers(_message(id, request, list(waiting), want)):
            if stop.is_set():
                return
            if "path" in answer:
                yield _reading(answer)


class _Worker:
    """A process, and a thread that hears what it says."""

    def __init__(self, heard: queue.SimpleQueue[tuple[_Worker, bytes]]) -> None:
        self.process = subprocess.Popen(
            # Not from the folder at hand: a `json.py` in somebody's project must not be taken for the real one.
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=_CREATION_FLAGS,
        )
        self.files: deque[tuple[int, str]] = deque()
        """What it has been given and has not answered, in the order in which it will, each with the id of its request."""
        self.reads = False
        """Whether it is reading files, and not still finding out about their site."""
        self._deadline = 0.0
        assert self.process.stdout is not None, "it is a pipe"
        self._thread = threading.Thread(
            target=self._listen, args=(self.process.stdout, heard), name="page worker", daemon=True
        )
        self._thread.start()

    def ask(self, message: dict[str, Any]) -> None:
        if not self.files:
            self._deadline = monotonic() + PATIENCE
        self.files += [(message["id"], path) for path in message["files"]]
        assert self.process.stdin is not None, "it is a pipe"
        with contextlib.suppress(OSError):  # it has died; the end of its output will tell
            self.process.stdin.write(encode(message).encode("ascii") + b"\n")
            self.process.stdin.flush()

    def heard(self, answer: dict[str, Any]) -> None:
        """Note what it said."""
        self._deadline = monotonic() + PATIENCE
        if "path" in answer:
            self.files.popleft()
        else:
            self.reads = "ready" in answer

    def has(self, id: int) -> bool:
        """Whether it has not answered all of a request."""
        return any(asked == id for asked, _ in self.files)

    def is_stuck(self) -> bool:
        return bool(self.files) and monotonic() > self._deadline

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._thread.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _listen(self, pipe: IO[bytes], heard: queue.SimpleQueue[tuple[_Worker, bytes]]) -> None:
        for line in pipe:
            heard.put((self, line))
        heard.put((self, b""))


_CREATION_FLAGS = 0
if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW


def _processors() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def _message(id: int, request: Request, files: list[str], want: Sequence[Want]) -> dict[str, Any]:
    return {"id": id, **request._asdict(), "files": files, "want": list(want)}


def _decoded(line: bytes) -> dict[str, Any] | None:
    """What a worker says; None for its last words."""
    try:
        answer = json.loads(line)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _reading(answer: dict[str, Any]) -> Reading:
    digest, facts, problems = (answer.get(key) for key in ("digest", "facts", "problems"))
    return Reading(
        answer["path"],
        bytes.fromhex(digest) if digest is not None else None,
        PageFacts.from_plain(facts) if facts is not None else None,
        tuple(map(PageProblem.from_plain, problems)) if problems is not None else None,
        answer.get("trouble"),
        answer.get("print", ""),
    )
