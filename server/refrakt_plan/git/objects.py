"""Reads objects of a repository through one `git cat-file --batch` process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import islice
from threading import Timer
from time import monotonic
from types import TracebackType

from refrakt_plan.git import command
from refrakt_plan.git.command import missing_blobs, start_git, timeout_error
from refrakt_plan.git.work_tree import Repository

_BATCH = 256
"""The number of objects that are requested before the first is read. Their names must fit into a pipe."""
_MAX_BYTES = 4_000_000
"""No page is longer."""


class GitObjects(AbstractContextManager["GitObjects"]):
    """Objects by name (also `commit:path`), from one process that starts with the first read."""

    def __init__(self, repository: Repository) -> None:
        self._tree = repository.tree
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Each name with its bytes; None if there is no such object. An object that is too long counts as empty."""
        left = iter(names)
        while batch := list(islice(left, _BATCH)):
            process = self._running_process()
            assert process.stdin is not None
            timeout = command.TIMEOUT_S
            started = monotonic()
            timer = Timer(timeout, process.kill)
            timer.start()
            try:
                process.stdin.write(b"".join(os.fsencode(name) + b"\n" for name in batch))
                process.stdin.flush()
                for name in batch:
                    yield name, _next(process)
            except (OSError, EOFError) as error:
                raise (missing_blobs() if monotonic() - started < timeout else timeout_error()) from error
            finally:
                timer.cancel()

    def _running_process(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = start_git(self._tree, "cat-file", "--batch")
        return self._process

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _next(process: subprocess.Popen[bytes]) -> bytes | None:
    assert process.stdout is not None
    header = process.stdout.readline().split()
    if not header:
        raise EOFError
    if header[-1] == b"missing":
        return None
    left = int(header[-1]) + 1
    if left > _MAX_BYTES:
        while left and (piece := process.stdout.read(min(left, 1 << 20))):
            left -= len(piece)
        return b""
    content = process.stdout.read(left)
    return content[:-1] if header[1] == b"blob" else b""
