"""The version of installed code, by the stamps of its files."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path


def code_marks(folder: Path, home: Path) -> list[tuple[str, int, int]]:
    """The code files below a folder, by their paths from `home`, each with size and time of modification."""
    every = (os.path.join(below, name) for below, _, names in os.walk(folder) for name in names)
    return sorted((os.path.relpath(path, home), *marks(path)) for path in every if path.endswith((".py", ".json")))


def marks(path: str) -> tuple[int, int]:
    try:
        known = os.stat(path)
    except OSError:
        return 0, 0
    return known.st_size, known.st_mtime_ns


def summed(*words: str) -> str:
    """The digest of several texts."""
    made = blake2b(digest_size=16)
    for word in words:
        made.update(f"{len(word)}:".encode() + word.encode("utf-8", "surrogatepass"))
    return made.hexdigest()
