"""Moves a file or folder in one step, unless the new path exists.

Where the system cannot do this in one step, the file gets a second name before it loses the first: a process that is killed in
between leaves both names, and moving the file again finishes what it began.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM)
"""Error numbers of systems and disks without this operation, also of system call filters."""
_AT_FDCWD = -100
_RENAME_NOREPLACE = 1
_RENAME_EXCL = 4


def move(old: Path, new: Path) -> None:
    """Move a file or folder. `FileExistsError` if the new path exists."""
    if is_other_spelling(old, new):
        os.rename(old, new)
    elif is_second_name(old, new):
        os.unlink(old)
    else:
        rename(os.fspath(old), os.fspath(new))


def rename(old: str, new: str) -> None:
    """Rename, or raise `FileExistsError`."""
    if sys.platform == "win32":  # refuses by itself
        os.rename(old, new)
        return
    in_one_step = _system_call()
    if in_one_step is None or not in_one_step(old, new):
        _in_two_steps(old, new)


def is_other_spelling(old: Path, new: Path) -> bool:
    """Whether two paths differ in case only, on a disk that ignores case. Hard links are different files."""
    if not os.path.lexists(new) or os.path.islink(new) or not os.path.samefile(old, new):
        return False
    return new.name not in os.listdir(new.parent)


def is_second_name(old: Path, new: Path) -> bool:
    """Whether a file has both names, as after a move that was interrupted between its two steps."""
    try:
        first, second = os.lstat(old), os.lstat(new)
    except OSError:
        return False
    if not stat.S_ISREG(first.st_mode) or not os.path.samestat(first, second) or first.st_nlink < 2:
        return False
    # One name with two paths or spellings is the only name.
    if old.name == new.name and os.path.samefile(old.parent, new.parent):
        return False
    return old.name in os.listdir(old.parent) and new.name in os.listdir(new.parent)


@lru_cache(maxsize=1)
def _system_call() -> Callable[[str, str], bool] | None:
    """A function that renames in one step, or returns False if the disk cannot."""
    # Loaded late: only processes that write need it.
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        call = library.renamex_np if sys.platform == "darwin" else library.renameat2
    except (AttributeError, OSError):
        return None

    def in_one_step(old: str, new: str) -> bool:
        sys.audit("os.rename", old, new, -1, -1)
        source, target = os.fsencode(old), os.fsencode(new)
        if b"\0" in source + target:
            raise ValueError("embedded null byte")
        if sys.platform == "darwin":
            failed = call(source, target, ctypes.c_uint(_RENAME_EXCL))
        else:
            failed = call(_AT_FDCWD, source, _AT_FDCWD, target, ctypes.c_uint(_RENAME_NOREPLACE))
        if not failed:
            return True
        number = ctypes.get_errno()
        if number in _UNSUPPORTED:
            return False
        raise OSError(number, os.strerror(number), old, None, new)

    return in_one_step


def _in_two_steps(old: str, new: str) -> None:
    try:
        os.link(old, new, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a folder, or a disk without second names: all that is left is to check first
        if os.path.lexists(new):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new) from None
        os.rename(old, new)
    else:
        os.unlink(old)
