"""A pool of worker processes (`reader_process`) that read pages, a few files at a time.

A page that crashes a worker or exceeds the time limit is `failed`, and a new worker continues with the rest. If no process can be
started, pages are read in this one, which is slower.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO, Any, Literal, NamedTuple

from refrakt.project.index.reader_process import TIMEOUT, PageReader, ReadFailure, encode
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import NO_OPEN_FILES
from refrakt.rules.problem import Problem

ReadKind = Literal["facts", "problems"]

_MODULE = "refrakt.project.index.reader_process"
_MOST_WORKERS = 4
_FILES_FOR_ANOTHER = 16
"""How many files make one more worker worth its start."""
_HERE = 4
"""Up to so many files are read in this process: starting a worker takes longer."""
_BATCH = 8
"""How many files a worker gets at once: few, so that long pages do not delay short ones."""
_AHEAD = 2
"""How many batches a worker has, so that it never waits for the next."""
_MOST_FALSE_STARTS = 3
_POLL = 0.1
"""Seconds between two checks of `stop`."""


class ReadRequest(NamedTuple):
    """How files are read: below which folder, for which site, with the texts of open files that define the project."""

    root: str
    site: str | None = None
    plan: bool = False
    unsaved: Mapping[Path, str] = NO_OPEN_FILES
    allowed: tuple[str, ...] = ()
    """Folders outside of the root that the user allows."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The result of reading a file."""

    path: str
    digest: bytes | None = None
    """Of its bytes; None if they could not be read."""
    facts: PageFacts | None = None
    problems: tuple[Problem, ...] | None = None
    """What the page rules find; None if they were not requested."""
    failure: ReadFailure | None = None
    fingerprint: str = ""
    """Of the site for which it was read."""


class ReaderPool:
    """Worker processes that start when there is something to read, and end with `close`.

    Not safe for several threads at once.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._most = workers or min(_processors(), _MOST_WORKERS)
        self._workers: list[_Worker] = []
        self._heard: queue.SimpleQueue[tuple[_Worker, bytes]] = queue.SimpleQueue()
        self._here = PageReader()
        self._id = 0
        self._false_starts = 0
        self._is_reading = False
        """Whether a `read` by workers is under way."""

    def read(
        self, request: ReadRequest, files: Sequence[str], kinds: Sequence[ReadKind], stop: threading.Event | None = None
    ) -> Iterator[ReadResult]:
        """Read files by their paths below the root. Results come in any order, until `stop` is set."""
        return (each for each in self.read_or_wait(request, files, kinds, stop) if each is not None)

    def read_or_wait(
        self, request: ReadRequest, files: Sequence[str], kinds: Sequence[ReadKind], stop: threading.Event | None = None
    ) -> Iterator[ReadResult | None]:
        """The same with None while there is no result, as when workers start, so that the caller can do something else.

        After an early stop, the results of a few files are discarded. A call during another one reads its files, which must be
        few, in this process.
        """
        if not files:
            return
        stop = stop or threading.Event()
        waiting = deque(files)
        self._id += 1
        id = self._id
        if self._is_reading or (len(files) <= _HERE and not self._workers):
            yield from self._read_here(waiting, id, request, kinds, stop)
            return
        self._false_starts = 0
        self._is_reading = True
        try:
            while (waiting or any(worker.has(id) for worker in self._workers)) and not stop.is_set():
                self._hand_out(waiting, id, request, kinds)
                if not self._workers:
                    yield from self._read_here(waiting, id, request, kinds, stop)
                    return
                yield self._listen(waiting, id)
        finally:
            self._is_reading = False

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the worker processes."""
        return tuple(worker.process.pid for worker in self._workers)

    def close(self) -> None:
        """End the processes. The next `read` starts new ones."""
        for worker in tuple(self._workers):
            self._end(worker)

    def _hand_out(self, waiting: deque[str], id: int, request: ReadRequest, kinds: Sequence[ReadKind]) -> None:
        """Start workers and give each of them enough files."""
        count = min(self._most, len(waiting) // _FILES_FOR_ANOTHER + 1)
        while waiting and len(self._workers) < count and self._false_starts < _MOST_FALSE_STARTS:
            try:
                self._workers.append(_Worker(self._heard))
            except OSError:
                self._false_starts += 1
        for _ in range(_AHEAD):
            for worker in self._workers:
                if waiting and len(worker.files) <= (_AHEAD - 1) * _BATCH:
                    files = [waiting.popleft() for _ in range(min(_BATCH, len(waiting)))]
                    worker.send(_message(id, request, files, kinds))

    def _listen(self, waiting: deque[str], id: int) -> ReadResult | None:
        """Wait a moment for a result of a worker, or for one to exceed its time limit."""
        try:
            worker, line = self._heard.get(timeout=_POLL)
        except queue.Empty:
            stuck = next((each for each in self._workers if each.is_stuck()), None)
            return self._discard(stuck, waiting, id) if stuck is not None else None
        if worker not in self._workers:
            return None  # ended before its result was read
        message = _decoded(line)
        if message is None:
            return self._discard(worker, waiting, id)
        worker.handle(message)
        if worker.reads:
            self._false_starts = 0
        return _read_result(message) if "path" in message and message["id"] == id else None

    def _discard(self, worker: _Worker, waiting: deque[str], id: int) -> ReadResult | None:
        """End a worker that failed. The file it was reading is the cause, unless it had not started to read."""
        self._end(worker)
        cause = worker.files.popleft() if worker.reads and worker.files else None
        waiting.extendleft(path for request_id, path in reversed(worker.files) if request_id == id)
        if cause is None:
            self._false_starts += 1
        return ReadResult(cause[1], failure="failed") if cause is not None and cause[0] == id else None

    def _end(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()

    def _read_here(
        self, waiting: deque[str], id: int, request: ReadRequest, kinds: Sequence[ReadKind], stop: threading.Event
    ) -> Iterator[ReadResult]:
        for message in self._here.responses(_message(id, request, list(waiting), kinds)):
            if stop.is_set():
                return
            if "path" in message:
                yield _read_result(message)


class _Worker:
    """A process, and a thread that reads its output."""

    def __init__(self, output: queue.SimpleQueue[tuple[_Worker, bytes]]) -> None:
        self.process = subprocess.Popen(
            # -P: a `json.py` in the working directory must not be imported.
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=_CREATION_FLAGS,
        )
        self.files: deque[tuple[int, str]] = deque()
        """The files without a result yet, in order, each with the id of its request."""
        self.reads = False
        """Whether it is reading files, and not still loading their site."""
        self._deadline = 0.0
        assert self.process.stdout is not None, "it is a pipe"
        self._thread = threading.Thread(
            target=self._listen, args=(self.process.stdout, output), name="page worker", daemon=True
        )
        self._thread.start()

    def send(self, message: dict[str, Any]) -> None:
        if not self.files:
            self._deadline = monotonic() + TIMEOUT
        self.files += [(message["id"], path) for path in message["files"]]
        assert self.process.stdin is not None, "it is a pipe"
        with contextlib.suppress(OSError):  # it has ended, and so will its output
            self.process.stdin.write(encode(message).encode("ascii") + b"\n")
            self.process.stdin.flush()

    def handle(self, message: dict[str, Any]) -> None:
        """Handle a result."""
        self._deadline = monotonic() + TIMEOUT
        if "path" in message:
            self.files.popleft()
        else:
            self.reads = "ready" in message

    def has(self, id: int) -> bool:
        """Whether results of a request are missing."""
        return any(request_id == id for request_id, _ in self.files)

    def is_stuck(self) -> bool:
        return bool(self.files) and monotonic() > self._deadline

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._thread.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _listen(self, pipe: IO[bytes], output: queue.SimpleQueue[tuple[_Worker, bytes]]) -> None:
        for line in pipe:
            output.put((self, line))
        output.put((self, b""))


_CREATION_FLAGS = 0
if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW


def _processors() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def _message(id: int, request: ReadRequest, files: list[str], kinds: Sequence[ReadKind]) -> dict[str, Any]:
    unsaved = {str(path): text for path, text in request.unsaved.items()}
    return {"id": id, **request._asdict(), "unsaved": unsaved, "files": files, "want": list(kinds)}


def _decoded(line: bytes) -> dict[str, Any] | None:
    """A result of a worker; None at the end of its output."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None


def _read_result(message: dict[str, Any]) -> ReadResult:
    digest, facts, problems = (message.get(key) for key in ("digest", "facts", "problems"))
    return ReadResult(
        message["path"],
        bytes.fromhex(digest) if digest is not None else None,
        PageFacts.from_plain(facts) if facts is not None else None,
        tuple(map(Problem.from_json, problems)) if problems is not None else None,
        message.get("failure"),
        message.get("print", ""),
    )
