"""Files as a person left them: text without its byte order mark, and everything needed to write it back unharmed."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections import Counter
from dataclasses import dataclass
from typing import BinaryIO

from refrakt.project import writing
from refrakt.project.pages.tree import LARGEST

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
            data = _limited(sys.stdin.buffer, 0)
        else:
            with open(path, "rb") as file:
                data = _limited(file, os.fstat(file.fileno()).st_size)
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


def _limited(file: BinaryIO, size: int) -> bytes:
    """All bytes of a file, unless they are more than a page may have: then as few as possible are read."""
    data = file.read(LARGEST + 1) if size <= LARGEST else b""
    if max(size, len(data)) > LARGEST:
        raise ValueError(f"has more than {LARGEST:,} bytes, too many for a page")
    return data


def write(path: str, data: bytes) -> None:
    """Put `data` where `path` is, all of it or nothing. Mode and owner stay, and a link stays a link."""
    try:
        writing.replace(path, data)
    except OSError as error:
        raise FileTrouble(f"{path}: {_reason(error)}") from error


def _reason(error: OSError | ValueError) -> str:
    """The system's own words, begun in lower case; a path with a NUL byte has only the exception's."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]
