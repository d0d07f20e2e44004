"""Temporary files that are complete before they get their final names.

A draft is in the folder of its final file, and exists only during the write. A killed process leaves it behind; the next one that
writes into the folder removes it. A draft is locked during the write, so it is not removed too early.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import time
from collections.abc import Iterator

_NAME = re.compile(r"\.refrakt-[0-9a-f]{16}\.tmp")
_ABANDONED_AFTER = 3600.0
"""Seconds, if files cannot be locked."""
_swept: set[str] = set()
"""Folders in which this process has removed abandoned drafts."""

if sys.platform == "win32":

    def _lock(handle: int, *, wait: bool) -> bool | None:
        return None

else:
    import fcntl

    def _lock(handle: int, *, wait: bool) -> bool | None:
        """Whether this process has locked the file; None if it cannot be locked."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True


@contextlib.contextmanager
def draft(folder: str, data: bytes, mode: int) -> Iterator[str]:
    """A temporary file with this content, and this mode as far as the umask allows. It is removed unless it was renamed."""
    sweep(folder)
    path, handle = _new(folder, mode)
    try:
        try:
            with open(handle, "wb", closefd=False) as file:
                file.write(data)
                file.flush()
                os.fsync(handle)
            if sys.platform == "win32":  # an open file cannot be renamed there
                os.close(handle)
                handle = -1
            yield path
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
    finally:
        if handle >= 0:
            os.close(handle)


def _new(folder: str, mode: int) -> tuple[str, int]:
    while True:
        path = os.path.join(folder, f".refrakt-{os.urandom(8).hex()}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags, mode)
        _lock(handle, wait=True)
        if os.fstat(handle).st_nlink:
            return path, handle
        os.close(handle)  # another process has removed it before it was locked


def sweep(folder: str) -> None:
    """Remove the drafts of ended processes in a folder, once per process."""
    if folder in _swept:
        return
    _swept.add(folder)
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in [each.path for each in entries if _NAME.fullmatch(each.name)]:
            with contextlib.suppress(OSError):
                _remove_if_abandoned(entry)


def _remove_if_abandoned(path: str) -> None:
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode) or (hasattr(os, "geteuid") and status.st_uid != os.geteuid()):
        return
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        locked = _lock(handle, wait=False) if os.path.samestat(os.fstat(handle), status) else False
        abandoned = time.time() - status.st_mtime > _ABANDONED_AFTER if locked is None else locked
        if abandoned and sys.platform != "win32":
            os.unlink(path)
    finally:
        os.close(handle)
    if abandoned and sys.platform == "win32":
        os.unlink(path)
