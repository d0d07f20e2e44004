"""Text files: the text without byte order mark, and what is needed to write it back unchanged."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from refrakt.errors import RefraktError
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.files import LARGEST_PAGE, read_bytes
from refrakt.project.project_root import is_root

STDIN = "-"
STDIN_NAME = "<stdin>"
"""In messages."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class FileError(Exception):
    """A file that cannot be read or written; the text says which and why."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """The text of a file, and how it is stored."""

    path: str
    text: str
    bom: bool = False

    @property
    def name(self) -> str:
        """Its name in messages."""
        return STDIN_NAME if self.path == STDIN else self.path

    def encode(self, text: str) -> bytes:
        """Encode a text with the byte order mark and line ends of this file."""
        ends = Counter(_LINE_END.findall(self.text))
        end = max(ends, key=ends.__getitem__) if ends else "\n"
        data = _LINE_END.sub(end, text).encode("utf-8", "surrogatepass")
        return codecs.BOM_UTF8 + data if self.bom else data

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        data = self.text.encode("utf-8", "surrogatepass")
        return codecs.BOM_UTF8 + data if self.bom else data


def read(path: str) -> TextFile:
    """The file at `path`, or standard input for `-`."""
    try:
        if path == STDIN:
            data = _limited(sys.stdin.buffer)
        else:
            data = _data(path)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {_reason(error)}") from error
    bom = data.startswith(codecs.BOM_UTF8)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise FileError(f"{path}: not UTF-8 text (byte 0x{byte:02x} in line {line})") from error
    return TextFile(path, text, bom)


def _limited(file: BinaryIO) -> bytes:
    """All bytes of a stream; raises if they exceed the size of a page."""
    data = file.read(LARGEST_PAGE + 1)
    if len(data) > LARGEST_PAGE:
        raise ValueError(f"larger than {LARGEST_PAGE:,} bytes")
    return data


def _data(path: str) -> bytes:
    if path.startswith("/dev/"):  # `<(command)` of a shell
        with open(path, "rb") as file:
            return _limited(file)
    return read_bytes(os.path.realpath(path))


def write(path: str, data: bytes, root: Path | None = None) -> None:
    """Write a file atomically; keeps mode, owner and links.

    The file must be in the project at `root`; without one, in the projects around the path that the user typed.
    """
    file = _named(path)
    try:
        if path.startswith("/dev/") and not path.startswith("/dev/shm/") and os.path.exists(path):
            _append(path, data)  # `/dev/stdout`, or `>(command)` of a shell
            return
        if not file.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        ConfinedWriter(root or named_root(path)).put(file, data)
    except OSError as error:
        raise FileError(f"{path}: {_reason(error)}") from error
    except RefraktError as error:
        raise FileError(error.message) from error


def _append(path: str, data: bytes) -> None:
    """Write to a device or pipe, which stays what it is."""
    rest = memoryview(data)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        while rest:
            rest = rest[os.write(handle, rest) :]
    finally:
        os.close(handle)


def named_root(path: str) -> Path:
    """The folder that a typed path must stay in: that of its project, which no link may leave.

    The path may be one of thousands that a shell has expanded from `*`. INVALID_ARGS if a link leaves the project.
    """
    file = _named(path)
    projects = [each for each in file.parents if is_root(each)]
    for each in projects:
        ConfinedWriter(each).file(file)
    return projects[0] if projects else file.parent


def _named(path: str) -> Path:
    # Not normalised: `..` after a link is not the parent of the link.
    return Path(os.getcwd(), path)


def _reason(error: OSError | ValueError) -> str:
    """The system's error message with a lower-case start; for a path with a NUL byte that of the exception."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]
