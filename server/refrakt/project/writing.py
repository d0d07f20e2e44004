"""Writing files so that nothing is ever half there or lost.

A file is replaced in one step, by another that is complete: a full disk or a lost power supply leaves one of the two. A new file,
or one that is moved, never takes the place of another.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path


def replace(path: Path | str, data: bytes, before: bytes | None = None) -> bool:
    """Put bytes in the place of a file. Mode and owner stay, and a link stays a link. `OSError` where it cannot be done.

    False, and nothing is done, where the file should hold `before` and at the last moment does not.
    """
    target = os.path.realpath(path)
    known = os.stat(target)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "Is read-only", str(path))
    draft = _draft(target, data, 0o600)
    try:
        with contextlib.suppress(OSError, AttributeError):  # not ours to give away, or not that kind of system
            os.chown(draft, known.st_uid, known.st_gid)
        os.chmod(draft, stat.S_IMODE(known.st_mode))
        if before is not None and Path(target).read_bytes() != before:
            os.unlink(draft)
            return False
        os.replace(draft, target)
    except BaseException:
        os.unlink(draft)
        raise
    return True


def create(path: Path, data: bytes) -> None:
    """Make a file, with the folders it needs. `FileExistsError` where there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = _draft(str(path), data, 0o666)
    try:
        _link(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def move(old: Path, new: Path) -> None:
    """Give a file another path. `FileExistsError` where there is one already."""
    new.parent.mkdir(parents=True, exist_ok=True)
    if is_other_spelling(old, new):
        os.rename(old, new)
        return
    _link(old, new)


def is_other_spelling(old: Path, new: Path) -> bool:
    """Whether two paths are one file, on a disk that does not tell capitals apart. Two names of one file are two files."""
    if not os.path.lexists(new) or os.path.islink(new) or not os.path.samefile(old, new):
        return False
    return new.name not in os.listdir(new.parent)


def _draft(target: str, data: bytes, mode: int) -> str:
    """A finished file beside the one that it will become, with this mode as far as the user's mask allows."""
    draft = os.path.join(os.path.dirname(target), f".refrakt-{os.urandom(8).hex()}.tmp")
    file = open(draft, "xb", opener=lambda path, flags: os.open(path, flags, mode))  # noqa: SIM115 - if not, no draft
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(draft)
        raise
    return draft


def _link(old: Path | str, new: Path) -> None:
    """Move a file to where there is none. Where the disk cannot do both in one step, it is looked first."""
    try:
        os.link(old, new, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(new):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new)) from None
        os.rename(old, new)
    else:
        os.unlink(old)
