"""Which pages are meant by the FILEs of a command line: a file is itself, a folder all the pages below it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

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
        found = sorted(_below(path))
        yield from found
        if not found:
            yield FileTrouble(f"{path}: holds no page ({', '.join(ENDINGS)})")


def _below(folder: str) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".") and each != _SKIPPED]
        yield from (os.path.join(where, name) for name in names if name.endswith(ENDINGS))
