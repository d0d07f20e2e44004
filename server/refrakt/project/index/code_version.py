"""The version of installed code, by the stamps of its files."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path


def code_stamps(folder: Path, home: Path) -> list[tuple[str, int, int]]:
    """The code files below a folder, by their paths from `home`, each with size and time of modification."""
    every = (os.path.join(below, name) for below, _, names in os.walk(folder) for name in names)
    return sorted((os.path.relpath(path, home), *file_stamp(path)) for path in every if path.endswith((".py", ".json")))


def file_stamp(path: str) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def summed(*texts: str) -> str:
    """The digest of several texts."""
    made = blake2b(digest_size=16)
    for text in texts:
        made.update(f"{len(text)}:".encode() + text.encode("utf-8", "surrogatepass"))
    return made.hexdigest()
