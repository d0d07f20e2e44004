"""The pages of the FILE arguments of a command line: files, and all pages in folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from refrakt.hosts.cli.source_files import STDIN, FileError
from refrakt.project.folder_scan import FolderScan, files_below

ENDINGS = (".md", ".mdoc", ".markdoc")
"""The file extensions of pages."""
_SKIPPED = "node_modules"


def pages(paths: Iterable[str]) -> Iterator[str | FileError]:
    """The pages in the order of the arguments, those of a folder by name; or the error of an argument."""
    for path in paths:
        if path == STDIN or not os.path.isdir(path):
            yield path
            continue
        scan = FolderScan()
        found = sorted(_below(path, scan))
        yield from found
        if scan.cut_off:
            yield FileError(f"{path}: too many files; pass a smaller folder")
        elif not found:
            yield FileError(f"{path}: no pages ({', '.join(ENDINGS)})")


def _below(folder: str, scan: FolderScan) -> Iterator[str]:
    """The pages in a folder. Links are not followed: they could point anywhere."""
    for entry in files_below(folder, skip=_SKIPPED, scan=scan):
        if entry.name.endswith(ENDINGS) and entry.is_file(follow_symlinks=False):
            yield entry.path
