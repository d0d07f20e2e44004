"""Linux tells what happens in a folder, and nobody has to look: a process that waits for it costs nothing at all.

The library that watches on other systems wakes up several times a second, cannot leave folders out, and is silent about events
that were lost. Here a folder that is passed over is not watched, and what the kernel could not keep is known to be missing.
"""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
import time
from pathlib import Path

from .index.ignored import FILE_NAME as IGNORED_FILE_NAME
from .watched import Watched

_MODIFY, _ATTRIB, _CLOSE_WRITE = 0x002, 0x004, 0x008
_MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x040, 0x080, 0x100, 0x200
_MOVED_ITSELF, _OVERFLOW, _GONE, _IS_FOLDER = 0x800, 0x4000, 0x8000, 0x40000000
_ONLY_FOLDERS, _NOT_UNLINKED = 0x01000000, 0x04000000
_WANTED = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _MOVED_ITSELF
_MASK = _WANTED | _ONLY_FOLDERS | _NOT_UNLINKED
_EVENT = struct.Struct("iIII")
_AT_ONCE = 1 << 16
"""Bytes read at once."""
_IMPOSSIBLE = (errno.ENOSPC, errno.ENOMEM)
"""The user may not watch so many folders. Of other errors, such as a folder that is closed to us, the rest is watched."""
_OTHERS_WRITE = {
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
"""File systems on which another machine writes without this one's kernel knowing."""


class Inotify:
    """The events of the folders that are watched. Where that is impossible, an `OSError` says why."""

    def __init__(self, watched: Watched) -> None:
        kind = _file_system(watched.root)
        if kind in _OTHERS_WRITE:
            raise OSError(f"{kind} does not tell what others write")
        self._watched = watched
        self._kernel = ctypes.CDLL(None, use_errno=True)
        self._handle = self._checked(self._kernel.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        self._woken = os.eventfd(0)
        self._folders: dict[int, str] = {}
        """By the number the kernel has given them."""
        self._ready = select.poll()
        self._ready.register(self._handle, select.POLLIN)
        self._ready.register(self._woken, select.POLLIN)
        try:
            self._enter_all()
        except OSError:
            self.close()
            raise

    def wait(self, seconds: float | None) -> set[str] | None:
        """What has changed, as soon as something has; nothing when the time is up; None where nobody can say what."""
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
        """End a wait that is under way, or the next. For any thread."""
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
                found.update(self._folder(path, mask) if mask & _IS_FOLDER else self._file(path))
        if lost:
            # Folders may have come meanwhile, or may not be passed over any more.
            self._watched = self._watched.read_again()
            self._enter_all()
            return None
        return found

    def _file(self, path: str) -> list[str]:
        return [path] if self._watched.counts(path) else []

    def _folder(self, path: str, mask: int) -> list[str]:
        """A folder that comes or goes stands for all that is in it; of one that comes, the files are named, too."""
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
            number = self._checked(self._kernel.inotify_add_watch(self._handle, os.fsencode(folder), _MASK))
        except OSError as error:
            if error.errno in _IMPOSSIBLE:
                raise
        else:
            self._folders[number] = folder

    def _leave(self, folder: str) -> None:
        """A folder that has moved takes its watches along, which would tell of it under its old name."""
        for number, path in list(self._folders.items()):
            if path == folder or path.startswith(folder + os.sep):
                del self._folders[number]
                self._kernel.inotify_rm_watch(self._handle, number)

    @staticmethod
    def _checked(answer: int) -> int:
        if answer < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return answer


def _file_system(folder: Path) -> str:
    """What kind of file system a folder is on, as the kernel calls it."""
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    mounts = [line.split(" ") for line in lines]
    # A mount point's spaces are written as numbers; such a one is found by no path, and the one around it counts.
    around = [
        (len(each[1]), at, each[2])
        for at, each in enumerate(mounts)
        if len(each) > 2 and folder.is_relative_to(each[1])
    ]
    return max(around, default=(0, 0, ""))[2]
