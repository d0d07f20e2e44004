"""Reads the files of a project, and their stamps.

Every file of a workspace is opened here. Only regular files are read, up to a limit: a pipe would block, a device would never end.
Symbolic links are followed only by `read_inside`, which checks the target.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from refrakt.errors import RefraktError
from refrakt.project.confinement import confined_path, real_path
from refrakt.untrusted import LONGEST, quoted, word

LARGEST_PAGE = 2 * 1024 * 1024
"""The size limit of a page in bytes. Larger ones are generated, and parsing one would delay everything else."""
LARGEST_CONFIG = 4 * 1024 * 1024
"""The size limit of a config file: `refrakt.config.json`, `package.json` and the like."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class FileStamp(NamedTuple):
    """Changes when a file is written. It includes the time of the last inode change, which programs cannot set, unlike the
    time of modification."""

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
    """A file below a folder. A path outside of it, by dots or by a link, is refused."""
    if real_path(root / path) is None:
        raise not_a_path(path)
    found = confined_path(root, path)
    if found is None:
        message = f"{word(path, LONGEST)} is outside the project"
        raise RefraktError("INVALID_ARGS", message, "Give a path below the folder of the config.")
    return found


def not_a_path(path: str) -> RefraktError:
    """The error for a text that the system does not accept as a path."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        return RefraktError("INVALID_ARGS", f"{quoted(path)} is not a path", "Give another path.")
    return RefraktError("INVALID_ARGS", f"{quoted(path)} is too long for a path", "Give a shorter path.")


def read_bytes(path: Path | str, limit: int = LARGEST_PAGE) -> bytes:
    """The bytes of a regular file. `OSError` for links, pipes, devices, folders, and files above the limit."""
    return read_with_status(path, limit)[0]


def read_with_status(path: Path | str, limit: int = LARGEST_PAGE) -> tuple[bytes, os.stat_result]:
    """The same with the status of the file."""
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
    """The bytes of a file of a project. `OSError` also if the path or a link leaves the project."""
    return read_bytes(_inside(root, path), limit)


def resolved(root: Path, path: Path) -> Path:
    """The real path of a file. `OSError` if a link below the root leaves it.

    A path outside of the root comes from the user, as a plan folder with `--dir`.
    """
    return _inside(root, path) if path.is_relative_to(root) else path


def _inside(root: Path, path: Path | str) -> Path:
    real = confined_path(root, path)
    if real is None:
        raise PermissionError(errno.EACCES, "leads out of the project", str(path))
    return real


def read_text(path: Path, name: str) -> str:
    """The text of a page. `name` is its name in error messages."""
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
    """The reason of an error, as part of a sentence."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]
