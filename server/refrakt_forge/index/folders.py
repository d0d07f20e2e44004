"""Lists folders, with the listings of unchanged ones cached.

The time of a folder changes when an entry is added, removed or renamed. A folder that changed a moment ago is listed again, because
a second change may have the same time. Links are followed only if they stay in the allowed folder.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from time import time_ns

FolderEntry = tuple[str, bool, bool]
"""The name, whether it is a folder, whether it is a link."""
_SETTLED = 2_000_000_000
"""Nanoseconds after which a folder's time is proof that it did not change."""
_MOST_FOLDERS = 10_000

_listings: OrderedDict[str, tuple[tuple[int, int, int], tuple[FolderEntry, ...]]] = OrderedDict()


def list_folder(path: str) -> tuple[FolderEntry, ...]:
    """The entries of a folder sorted by name, without hidden ones; empty if it cannot be listed."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ()
    stamp = status.st_mtime_ns, status.st_ino, status.st_ctime_ns
    known = _listings.get(path)
    if known is not None and known[0] == stamp:
        return known[1]
    try:
        with os.scandir(path) as listing:
            entries = tuple(sorted(_entry(each) for each in listing if not each.name.startswith(".")))
    except OSError:
        return ()
    if time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _SETTLED:
        _listings[path] = stamp, entries
        while len(_listings) > _MOST_FOLDERS:
            _listings.popitem(last=False)
    return entries


def _entry(entry: os.DirEntry[str]) -> FolderEntry:
    return entry.name, entry.is_dir(follow_symlinks=False), entry.is_symlink()


def leads_out(path: str, allowed: str) -> bool:
    """Whether something exists here and a link, also one of a folder above it, leads out of the allowed folder."""
    return os.path.lexists(path) and allowed_target(path, allowed) is None


def allowed_target(path: str, allowed: str) -> str | None:
    """The real path of a link; None if it leads out of the allowed folder, in a circle, or nowhere."""
    try:
        real = os.path.realpath(path, strict=True)
    except (OSError, ValueError):
        return None
    return real if real == allowed or real.startswith(allowed.rstrip(os.sep) + os.sep) else None
