"""Lists folders with a limit.

A folder in a config can contain millions of files, or be on a slow mount. All folders of a workspace are listed through a
`FolderScan`, which ends after a number of entries or seconds. Processor time is a limit of its own: on a busy machine a small
folder may take long. Files that were not listed are unknown: check `cut_off` before you report that something does not exist.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from time import monotonic, thread_time

MOST_ENTRIES = 500_000
"""The limit of entries for the index, which has its own thread."""
MOST_SECONDS = 60.0
FEW_ENTRIES = 20_000
"""For a scan that delays a response."""
FEW_SECONDS = 2.0


class FolderScan:
    """Lists folders one by one until a limit is reached."""

    def __init__(
        self, entries: int = MOST_ENTRIES, seconds: float = MOST_SECONDS, processor_seconds: float = MOST_SECONDS
    ) -> None:
        self.cut_off = False
        """Whether a limit was reached; from then on every folder is empty."""
        self._left = entries
        self._end = monotonic() + seconds
        self._processor_end = thread_time() + processor_seconds

    @classmethod
    def brief(cls) -> FolderScan:
        """For a scan that delays a response."""
        return cls(FEW_ENTRIES, FEW_SECONDS)

    def entries(self, folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
        """The entries of a folder. `OSError` if it cannot be listed."""
        found: list[os.DirEntry[str]] = []
        if self.cut_off:
            return found
        with os.scandir(folder) as listing:
            for entry in listing:
                if self._left <= 0 or monotonic() > self._end or thread_time() > self._processor_end:
                    self.cut_off = True
                    return []
                self._left -= 1
                found.append(entry)
        return found


def files_below(
    folder: str | os.PathLike[str],
    scan: FolderScan | None = None,
    skip: str = "",
    enter: Callable[[str], None] | None = None,
) -> Iterator[os.DirEntry[str]]:
    """The files below a folder. Links and hidden folders are skipped, and a folder that cannot be listed is empty.

    `enter` is called before a folder is listed, to watch it.
    """
    scan = scan or FolderScan()
    pending = [os.fspath(folder)]
    while pending:
        below = pending.pop()
        if enter is not None:
            enter(below)
        try:
            entries = scan.entries(below)
        except (OSError, ValueError):
            continue
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                yield entry
            elif not entry.name.startswith(".") and entry.name != skip:
                pending.append(entry.path)
