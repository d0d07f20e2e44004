"""Contents of a repository, from one process of git that answers many questions."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import islice
from threading import Timer
from time import monotonic
from types import TracebackType

from . import command
from .command import missing_contents, start, too_slow
from .work_tree import Repository

_AT_ONCE = 256
"""So many objects are asked for before the first is read. Their names must fit into a pipe that nobody reads yet."""
_LARGEST = 4_000_000
"""Bytes; nobody writes a longer page."""


class Objects(AbstractContextManager["Objects"]):
    """Contents by the names git has for them (`commit:path` is one too), from one process that starts with the first question."""

    def __init__(self, repository: Repository) -> None:
        self._tree = repository.tree
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Each with its bytes; None where there is no such content. One that is too long to be a page counts as empty."""
        left = iter(names)
        while some := list(islice(left, _AT_ONCE)):
            process = self._started()
            assert process.stdin is not None
            patience = command.PATIENCE
            begun = monotonic()
            alarm = Timer(patience, process.kill)
            alarm.start()
            try:
                process.stdin.write(b"".join(os.fsencode(name) + b"\n" for name in some))
                process.stdin.flush()
                for name in some:
                    yield name, _next(process)
            except (OSError, EOFError) as error:
                raise (missing_contents() if monotonic() - begun < patience else too_slow()) from error
            finally:
                alarm.cancel()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = start(self._tree, "cat-file", "--batch")
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
    if left > _LARGEST:
        while left and (piece := process.stdout.read(min(left, 1 << 20))):
            left -= len(piece)
        return b""
    content = process.stdout.read(left)
    return content[:-1] if header[1] == b"blob" else b""
