"""Which pages are meant by the FILEs of a command line: a file is itself, a folder all the pages below it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from refrakt.project.folder_scan import FolderScan, files_below

from .files import STDIN, FileTrouble

ENDINGS = (".md", ".mdoc", ".markdoc")
"""What pages are called."""
_SKIPPED = "node_modules"


def pages(paths: Iterable[str]) -> Iterator[str | FileTrouble]:
    """The pages in the order they were named, those of a folder by name; or what is wrong with a name."""
    for path in paths:
        if path == STDIN or not os.path.isdir(path):
            yield path
            continue
        scan = FolderScan()
        found = sorted(_below(path, scan))
        yield from found
        if scan.cut_off:
            yield FileTrouble(f"{path}: holds too many files to look at; name a smaller folder")
        elif not found:
            yield FileTrouble(f"{path}: holds no page ({', '.join(ENDINGS)})")


def _below(folder: str, scan: FolderScan) -> Iterator[str]:
    """Links are not followed: a repository could lead us anywhere with them."""
    for entry in files_below(folder, skip=_SKIPPED, scan=scan):
        if entry.name.endswith(ENDINGS) and entry.is_file(follow_symlinks=False):
            yield entry.path
