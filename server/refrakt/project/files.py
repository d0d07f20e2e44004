"""Reading files of a project, and noticing that they have changed.

Every file of a workspace is opened here. Only regular files are read, never more than a limit: a pipe would block the reader, a
device would never end. A symbolic link is followed only by `read_inside`, which checks where it leads.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from refrakt.errors import RefraktError
from refrakt.untrusted import LONGEST, quoted, word

from .confinement import confined_path, real_path

LARGEST_PAGE = 2 * 1024 * 1024
"""How many bytes a page may have. Larger ones are written by programs, and parsing one would hold up everything else."""
LARGEST_CONFIG = 4 * 1024 * 1024
"""How many bytes a file may have that configures a project: `refrakt.config.json`, `package.json` and the like."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class FileStamp(NamedTuple):
    """What changes when a file is written to. The time of the last change of its inode is part of it: programs can set the
    time of modification, but not that one."""

    modified: int
    """Nanoseconds, as `st_mtime_ns`."""
    size: int
    inode: int
    changed: int
    """Nanoseconds, as `st_ctime_ns`."""

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        return cls(status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns)


Stamps = tuple[FileStamp | None, ...]
"""The stamps of a list of files; None for one that does not exist."""


def stamps(paths: Iterable[Path | str]) -> Stamps:
    return tuple(map(_stamp, paths))


def _stamp(path: Path | str) -> FileStamp | None:
    try:
        return FileStamp.of(os.stat(path))
    except (OSError, ValueError):
        return None


def contained(root: Path, path: str) -> Path:
    """A file below a folder. Whatever leads out of it, by dots or by a link, is refused."""
    if real_path(root / path) is None:
        raise RefraktError("INVALID_ARGS", f"{quoted(path)} is not a path", "Give another path.")
    found = confined_path(root, path)
    if found is None:
        message = f"{word(path, LONGEST)} is outside the project"
        raise RefraktError("INVALID_ARGS", message, "Give a path below the folder of the config.")
    return found


def read_bytes(path: Path | str, limit: int = LARGEST_PAGE) -> bytes:
    """The bytes of a regular file. `OSError` for a link, a pipe, a device, a folder, and for more bytes than the limit."""
    return read_with_status(path, limit)[0]


def read_with_status(path: Path | str, limit: int = LARGEST_PAGE) -> tuple[bytes, os.stat_result]:
    """The same with the status of the file that was read."""
    try:
        handle = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "is a symbolic link", str(path)) from error
        raise
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        with open(handle, "rb", closefd=False) as file:
            # A file may grow while it is read.
            data = file.read(limit + 1) if status.st_size <= limit else b""
        if status.st_size > limit or len(data) > limit:
            raise OSError(errno.EFBIG, f"larger than {limit:,} bytes", str(path))
        return data, status
    finally:
        os.close(handle)


def read_inside(root: Path, path: Path | str, limit: int = LARGEST_CONFIG) -> bytes:
    """The bytes of a file of a project. `OSError` also where the path or a link leads out of it."""
    return read_bytes(_inside(root, path), limit)


def resolved(root: Path, path: Path) -> Path:
    """The real path of a file that a user or a project names. `OSError` where a link below the root leads out of it.

    A path outside of the root was named by the user, as a plan folder is with `--dir`.
    """
    return _inside(root, path) if path.is_relative_to(root) else path


def _inside(root: Path, path: Path | str) -> Path:
    real = confined_path(root, path)
    if real is None:
        raise PermissionError(errno.EACCES, "leads out of the project", str(path))
    return real


def read_text(path: Path, name: str) -> str:
    """The text of a page, called by the name its user knows."""
    name = word(name, LONGEST)
    try:
        return read_bytes(path).decode("utf-8-sig")
    except FileNotFoundError as error:
        raise RefraktError("NOT_FOUND", f"{name} does not exist", "Paths count from the project's folder.") from error
    except UnicodeDecodeError as error:
        raise RefraktError("INVALID_ARGS", f"{name} is not UTF-8 text", "Save it as UTF-8.") from error
    except (OSError, ValueError) as error:
        raise RefraktError("INVALID_ARGS", f"{name} cannot be read: {reason(error)}", "Give another path.") from error


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read, as part of a sentence."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]
