"""Whether anything below a folder has changed, without looking at every file.

Linux queues the events of a folder before the call that causes them returns. So if no event is queued, and every folder is still
the one that was listed, no file has changed. A change just before the question is seen, unlike with a thread that waits for events.
Where events are not reliable, the answer is always that something may have changed: on other systems, on file systems that others
write to, and with hard links. A program that writes through a memory mapping is noticed when it closes the file.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_RELIABLE = {"bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs"}
"""File systems on which every change is made by this system, with an event."""
_AT_ONCE = 1 << 12
"""Bytes of events read at once: one event is enough."""

_Identity = tuple[int, int, int, int]


class FolderWatch:
    """Watches the folders that a caller lists. Not safe for several threads."""

    def __init__(self) -> None:
        self._handle: int | None = None
        self._folders: dict[str, _Identity] = {}

    def __del__(self) -> None:
        self.stop()

    def is_unchanged(self) -> bool:
        """Whether nothing has changed below the folders that were entered since `start`."""
        if self._handle is None:
            return False
        try:
            os.read(self._handle, _AT_ONCE)
        except BlockingIOError:
            return all(_identity(folder) == known for folder, known in self._folders.items())
        except OSError:
            pass
        return False

    def start(self, top: str) -> None:
        """Forget what was entered: everything below this folder is listed now."""
        self.stop()
        if sys.platform != "linux":
            return
        from refrakt.project.inotify import file_system, open_inotify

        if file_system(Path(top)) in _RELIABLE:
            with suppress(OSError):  # the limit of descriptors is reached
                self._handle = open_inotify()

    def enter(self, folder: str) -> None:
        """Watch a folder that is listed next."""
        if self._handle is None:
            return
        from refrakt.project.inotify import watch_folder

        try:
            watch_folder(self._handle, folder)
        except OSError:  # the limit of watches is reached, or the folder is gone
            self.stop()
            return
        known = _identity(folder)
        if known is None or any(
            known[0] != each[0] for each in self._folders.values()
        ):  # another file system is mounted there
            self.stop()
        else:
            self._folders[folder] = known

    def check(self, status: os.stat_result) -> None:
        """Stop watching if a file has another name, by which it may be changed without an event here."""
        if status.st_nlink > 1:
            self.stop()

    def stop(self) -> None:
        """From now on anything may have changed."""
        if self._handle is not None:
            with suppress(OSError):
                os.close(self._handle)
        self._handle = None
        self._folders = {}


def _identity(folder: str) -> _Identity | None:
    """Changes with the names in a folder, or if another folder is at its path."""
    try:
        status = os.stat(folder, follow_symlinks=False)
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns
