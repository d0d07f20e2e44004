"""One writer of a plan at a time, in whatever process or thread.

Whoever makes an entity looks for the next id and then takes it; whoever changes one reads and then writes. Two at once would
take one id twice, or lose a change. What is locked is the folder itself, so that nothing is written into the project.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from refrakt.plugins import RefraktError

PATIENCE = 10.0
"""Seconds to wait for whoever writes at the moment."""
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Let nobody else write a plan meanwhile. TOOL_TIMEOUT where somebody else goes on writing.

    For a folder that is not there, the nearest one above it that is. Not to be taken twice by one caller.
    """
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    handle = _taken(folder, patience)
    try:
        yield
    finally:
        # A lock ends with its handle, also where the process is killed.
        os.close(handle)


def _taken(folder: Path, patience: float) -> int:
    try:
        return _wait(os.open(folder, os.O_RDONLY), folder, patience)
    except OSError:
        # It may not be read, or lies on a disk, or in a system, where folders have no locks: a file stands for it.
        pass
    try:
        return _wait(_stand_in(folder), folder, patience)
    except OSError as error:
        message = f"{str(folder)!r} cannot be locked: {error.strerror}"
        raise RefraktError("TOOL_FAILED", message, "Check who may write there.", exit_code=1) from error


def _wait(handle: int, folder: Path, patience: float) -> int:
    end = time.monotonic() + patience
    pause = 0.001
    try:
        while not _is_mine(handle):
            if time.monotonic() >= end:
                message = f"another process has been writing to {str(folder)!r} for {patience:g} seconds"
                raise RefraktError("TOOL_TIMEOUT", message, "Try again in a moment.", exit_code=1)
            time.sleep(pause)
            pause = min(pause * 2, 0.05)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _is_mine(handle: int) -> bool:
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


def _stand_in(folder: Path) -> int:
    """A file in the place of a folder, where this user's passing files are."""
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:24]
    owner = os.getuid() if hasattr(os, "getuid") else 0
    path = Path(tempfile.gettempdir()) / f"refrakt-plan-{owner}-{name}.lock"
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
