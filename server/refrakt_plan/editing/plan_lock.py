"""A lock that allows one writer of a plan at a time, across processes and threads.

`create` looks for the next id and then uses it; `update` reads and then writes. Two at once could use one id twice, or lose a
change. The lock is on the folder itself, so that no lock file is written into the project.
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

TIMEOUT_S = 10.0
"""Seconds to wait for another writer."""
_LOCKED_ERRNOS = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def write_lock(folder: Path, timeout: float = TIMEOUT_S) -> Iterator[None]:
    """Hold the write lock of a plan. TOOL_TIMEOUT if another writer holds it for too long.

    Locks the nearest existing parent of a folder that does not exist. Not reentrant.
    """
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    handle = _acquire(folder, timeout)
    try:
        yield
    finally:
        # Closing the handle releases the lock, also if the process is killed.
        os.close(handle)


def _acquire(folder: Path, timeout: float) -> int:
    try:
        return _wait(os.open(folder, os.O_RDONLY), folder, timeout)
    except OSError:
        # The folder is unreadable, or its file system or platform cannot lock folders: lock a file instead.
        pass
    try:
        return _wait(_open_lock_file(folder), folder, timeout)
    except OSError as error:
        message = f"cannot lock {str(folder)!r}: {error.strerror}"
        raise RefraktError("WRITE_FAILED", message, "Check the permissions of the folder.", exit_code=1) from error


def _wait(handle: int, folder: Path, timeout: float) -> int:
    end = time.monotonic() + timeout
    pause = 0.001
    try:
        while not _try_lock(handle):
            if time.monotonic() >= end:
                message = f"another process has been writing to {str(folder)!r} for {timeout:g} seconds"
                raise RefraktError("TOOL_TIMEOUT", message, "Try again in a moment.", exit_code=1)
            time.sleep(pause)
            pause = min(pause * 2, 0.05)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _try_lock(handle: int) -> bool:
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in _LOCKED_ERRNOS:
            return False
        raise
    return True


def _open_lock_file(folder: Path) -> int:
    """A file in the temporary folder that represents a plan folder."""
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:24]
    owner = os.getuid() if hasattr(os, "getuid") else 0
    path = Path(tempfile.gettempdir()) / f"refrakt-plan-{owner}-{name}.lock"
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
