"""File events of Linux: waiting for them costs nothing.

The library for other systems wakes up several times a second, cannot skip folders, and does not report lost events. Here skipped
folders are not watched, and lost events are reported.
"""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
import time
from functools import cache
from pathlib import Path

from refrakt.project.gitignore import FILE_NAME as IGNORED_FILE_NAME
from refrakt.project.watched_folders import WatchedFolders

_MODIFY, _ATTRIB, _CLOSE_WRITE = 0x002, 0x004, 0x008
_MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x040, 0x080, 0x100, 0x200
_MOVED_ITSELF, _OVERFLOW, _GONE, _IS_FOLDER = 0x800, 0x4000, 0x8000, 0x40000000
_ONLY_FOLDERS, _NOT_UNLINKED = 0x01000000, 0x04000000
_EVENTS = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _MOVED_ITSELF
_MASK = _EVENTS | _ONLY_FOLDERS | _NOT_UNLINKED
_EVENT = struct.Struct("iIII")
_AT_ONCE = 1 << 16
"""Bytes read at once."""
_IMPOSSIBLE = (errno.ENOSPC, errno.ENOMEM)
"""The limit of watches is reached. After other errors, such as a missing permission, the other folders are watched."""
_WITHOUT_EVENTS = {
    "9p",
    "cifs",
    "drvfs",
    "fuse.sshfs",
    "fuse.vmhgfs-fuse",
    "nfs",
    "nfs4",
    "prl_fs",
    "smb3",
    "smbfs",
    "vboxsf",
}
"""File systems on which other machines write without events."""


class Inotify:
    """The events of watched folders. `OSError` if they cannot be watched."""

    def __init__(self, watched: WatchedFolders) -> None:
        kind = file_system(watched.root)
        if kind in _WITHOUT_EVENTS:
            raise OSError(f"{kind} has no events for changes by other machines")
        self._watched = watched
        self._handle = open_inotify()
        self._woken = os.eventfd(0)
        self._folders: dict[int, str] = {}
        """By watch descriptor."""
        self._ready = select.poll()
        self._ready.register(self._handle, select.POLLIN)
        self._ready.register(self._woken, select.POLLIN)
        try:
            self._enter_all()
        except OSError:
            self.close()
            raise

    def wait(self, seconds: float | None) -> set[str] | None:
        """Wait for changed paths; an empty set after the timeout, None if it is not known what has changed."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if until is None else max(0.0, until - time.monotonic()) * 1000
            handles = [each for each, _ in self._ready.poll(left)]
            if self._woken in handles or self._handle not in handles:
                return set()
            found = self._read()
            if found is None or found:
                return found

    def wake(self) -> None:
        """End the current wait, or the next. Safe for all threads."""
        os.eventfd_write(self._woken, 1)

    def close(self) -> None:
        os.close(self._handle)
        os.close(self._woken)

    def _read(self) -> set[str] | None:
        found: set[str] = set()
        lost = False
        data = os.read(self._handle, _AT_ONCE)
        at = 0
        while at < len(data):
            number, mask, _, length = _EVENT.unpack_from(data, at)
            at += _EVENT.size + length
            if mask & _OVERFLOW:
                lost = True
            elif mask & (_GONE | _MOVED_ITSELF):
                if self._folders.get(number) == str(self._watched.root):
                    raise FileNotFoundError(f"{self._watched.root} is gone")
                if mask & _GONE:
                    self._folders.pop(number, None)
            elif number in self._folders:
                name = os.fsdecode(data[at - length : at].rstrip(b"\0"))
                path = os.path.join(self._folders[number], name)
                lost = lost or name == IGNORED_FILE_NAME
                if mask & _IS_FOLDER:
                    found.update(self._folder(path, mask))
                elif self._watched.counts(path):
                    found.add(path)
        if lost:
            # Folders may have been created, or may not be skipped any more.
            self._watched = self._watched.read_again()
            self._enter_all()
            return None
        return found

    def _folder(self, path: str, mask: int) -> list[str]:
        """A created or deleted folder represents everything in it; the files of a created one are listed, too."""
        if mask & (_MOVED_FROM | _DELETE):
            self._leave(path)
            return [path]
        if not mask & (_MOVED_TO | _CREATE):
            return []
        files = self._watched.files([path, *self._watched.tops(path + os.sep)], self._enter)
        return [path, *(each.path for each in files)]

    def _enter_all(self) -> None:
        for _ in self._watched.files(self._watched.tops(), self._enter):
            pass

    def _enter(self, folder: str) -> None:
        try:
            number = watch_folder(self._handle, folder)
        except OSError as error:
            if error.errno in _IMPOSSIBLE:
                raise
        else:
            self._folders[number] = folder

    def _leave(self, folder: str) -> None:
        """Remove the watches of a moved folder, which would report its old path."""
        for number, path in list(self._folders.items()):
            if path == folder or path.startswith(folder + os.sep):
                del self._folders[number]
                _kernel().inotify_rm_watch(self._handle, number)


def open_inotify() -> int:
    """A descriptor that has the events of watched folders."""
    return _checked(_kernel().inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))


def watch_folder(handle: int, folder: str) -> int:
    """Watch the files in a folder, not those below it; returns the number in its events."""
    return _checked(_kernel().inotify_add_watch(handle, os.fsencode(folder), _MASK))


@cache
def _kernel() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def file_system(folder: Path) -> str:
    """The type of the file system of a folder."""
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    mounts = [line.split(" ") for line in lines]
    # Spaces in mount points are escaped, so such a mount point does not match, and its parent counts.
    around = [
        (len(each[1]), at, each[2])
        for at, each in enumerate(mounts)
        if len(each) > 2 and folder.is_relative_to(each[1])
    ]
    return max(around, default=(0, 0, ""))[2]
