"""Files as a person left them: text without its byte order mark, and everything needed to write it back unharmed."""

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
from refrakt.project.files import LARGEST_PAGE, read_bytes
from refrakt.project.roots import is_root
from refrakt.project.writing import ConfinedWriter

STDIN = "-"

_LINE_END = re.compile(r"\r\n|\r|\n")


class FileTrouble(Exception):
    """A file that cannot be read or written; the text says which and why."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's text and the way it is stored."""

    path: str
    text: str
    bom: bool = False

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return "<stdin>" if self.path == STDIN else self.path

    def encode(self, text: str) -> bytes:
        """Another text in the way this file is stored: its byte order mark, its line ends."""
        ends = Counter(_LINE_END.findall(self.text))
        end = max(ends, key=ends.__getitem__) if ends else "\n"
        data = _LINE_END.sub(end, text).encode("utf-8", "surrogatepass")
        return codecs.BOM_UTF8 + data if self.bom else data

    @property
    def data(self) -> bytes:
        """The file as it is."""
        data = self.text.encode("utf-8", "surrogatepass")
        return codecs.BOM_UTF8 + data if self.bom else data


def read(path: str) -> SourceFile:
    """The file at `path`, or standard input for `-`."""
    try:
        if path == STDIN:
            data = _limited(sys.stdin.buffer)
        else:
            data = _data(path)
    except (OSError, ValueError) as error:
        raise FileTrouble(f"{path}: {_reason(error)}") from error
    bom = data.startswith(codecs.BOM_UTF8)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise FileTrouble(f"{path}: not UTF-8 text (line {line} holds the byte 0x{byte:02x})") from error
    return SourceFile(path, text, bom)


def _limited(file: BinaryIO) -> bytes:
    """All bytes of a stream, unless they are more than a page may have."""
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
    """Put `data` where `path` is, all of it or nothing. Mode and owner stay, and a link stays a link.

    It stays in the project at `root`; without one, in the projects that the user has named with the path.
    """
    file = _named(path)
    try:
        if not file.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        ConfinedWriter(root or named_root(path)).put(file, data)
    except OSError as error:
        raise FileTrouble(f"{path}: {_reason(error)}") from error
    except RefraktError as trouble:
        raise FileTrouble(trouble.message) from trouble


def named_root(path: str) -> Path:
    """The folder that a file has to be in whose path a user has typed: any folder, but no link may lead out of its project.

    A path may be one of thousands that a shell has put in the place of `*`. INVALID_ARGS where a link leads out.
    """
    file = _named(path)
    projects = [each for each in file.parents if is_root(each)]
    for each in projects:
        ConfinedWriter(each).file(file)
    return projects[0] if projects else file.parent


def _named(path: str) -> Path:
    # Not made shorter: `..` behind a link is not the folder around the link.
    return Path(os.getcwd(), path)


def _reason(error: OSError | ValueError) -> str:
    """The system's own words, begun in lower case; a path with a NUL byte has only the exception's."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]
