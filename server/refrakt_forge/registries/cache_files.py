"""The files of the cache: how many there are, how old they are, and removing them.

Only regular files with the extension of entries, directly in the two folders of the cache, are counted and removed. Links are
neither followed nor removed, so nothing outside of the cache can be affected.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from refrakt.plugins import read_bytes
from refrakt_forge.cache_layout import EXTENSION, CacheEntry, CacheKind
from refrakt_forge.registries.cache_store import LARGEST_ENTRY, fetched_at, intact_entry

DAY = 24 * 60 * 60
_START = re.compile(rb'\{"url":"(?:[^"\\]|\\.)*","fetched_at":(\d{1,15}),')
"""How an entry begins, so that the age of a large one is known without parsing it."""
_UNITS = ("KB", "MB", "GB", "TB")


@dataclass(frozen=True, slots=True)
class CacheFile:
    path: Path
    size: int
    fetched: float
    """Seconds since 1970: when the answer was fetched, or the file was written if it does not say so."""


@dataclass(frozen=True, slots=True)
class ClearedFiles:
    count: int
    size: int
    failed: int
    """Files that could not be removed."""


def cache_files(cache: Path, kind: CacheKind) -> Iterator[CacheFile]:
    """The files of one kind, corrupted ones included."""
    folder = cache / kind
    try:
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            return
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if not name.endswith(EXTENSION):
            continue
        try:
            status = os.lstat(folder / name)
        except OSError:
            continue  # another process has removed it
        if stat.S_ISREG(status.st_mode):
            yield CacheFile(folder / name, status.st_size, _fetched(folder / name, status.st_mtime))


def cached_entry(file: CacheFile) -> CacheEntry | None:
    """The entry in a file; None if it is corrupted."""
    try:
        return intact_entry(read_bytes(file.path, LARGEST_ENTRY))
    except (OSError, ValueError):
        return None


def clear(cache: Path, kind: CacheKind, older_than: int | None, now: float) -> ClearedFiles:
    """Remove the files of one kind, or those that are older than a number of days. 0 days means all of them."""
    count = size = failed = 0
    for each in cache_files(cache, kind):
        if older_than and now - each.fetched <= older_than * DAY:
            continue
        try:
            os.unlink(each.path)
        except FileNotFoundError:
            continue
        except OSError:
            failed += 1
            continue
        count += 1
        size += each.size
    return ClearedFiles(count, size, failed)


def shown_size(size: int) -> str:
    """`0 Bytes`, `55 Bytes`, `1.5 KB`."""
    if size < 1024:
        return f"{size} Bytes"
    value = float(size)
    for unit in _UNITS:
        value /= 1024
        if value < 1024 or unit == _UNITS[-1]:
            break
    return f"{round(value, 2):g} {unit}"


def _fetched(path: Path, modified: float) -> float:
    try:
        data = read_bytes(path, LARGEST_ENTRY)
        start = _START.match(data)
        return (int(start[1]) if start is not None else fetched_at(data)) / 1000
    except (OSError, ValueError):
        return modified
