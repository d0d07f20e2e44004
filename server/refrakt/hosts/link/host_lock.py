"""The lock file that decides which process is the host of a project."""

from __future__ import annotations

import os
import sys


class HostLock:
    """A lock on a file. An open descriptor holds it; a child process that inherits the descriptor holds it, too."""

    def __init__(self, path: str, descriptor: int | None = None) -> None:
        self.path = path
        self.descriptor = descriptor
        if descriptor is not None:
            os.set_inheritable(descriptor, False)  # the children of a host must not keep it locked

    @property
    def held(self) -> bool:
        return self.descriptor is not None

    @property
    def is_current(self) -> bool:
        """Whether it is held and the file at the path is still the locked one. A cleaner of `/tmp` may have deleted it."""
        try:
            return self.descriptor is not None and os.path.samestat(os.fstat(self.descriptor), os.lstat(self.path))
        except OSError:
            return False

    def acquire(self) -> bool:
        """Take the lock if it is free. Never blocks."""
        if self.descriptor is None:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            if _lock(descriptor):
                self.descriptor = descriptor
            else:
                os.close(descriptor)
        return self.held

    def release(self) -> None:
        """Close the descriptor. A child that inherited the lock keeps it."""
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
