"""The content folder: its pages in the order of the site, its layouts and its partials.

Hidden names and symbolic links are skipped, as in a build of the site. Other skipped files are listed with the reason, so that they
can be reported.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from refrakt.project.config import PARTIALS
from refrakt.project.files import LARGEST_PAGE, FileStamp
from refrakt.project.folder_scan import FolderScan

LAYOUT = "_layout.md"

_PUNCTUATION = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_BEFORE_DIGITS = {ord(each): chr(position) for position, each in enumerate(_PUNCTUATION, 1)}

Reason = Literal["link", "too-large", "too-many", "unreadable", "name"]


class ContentFile(NamedTuple):
    """A file, by its path below the content folder with `/` between the segments, and its stamp."""

    path: str
    stamp: FileStamp


class SkippedFile(NamedTuple):
    """A file or folder that is not indexed because it is a link, too large, unreadable, or its name is not UTF-8;
    or the content folder itself, if it has more files than are listed."""

    path: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class ContentTree:
    """A content folder at one moment."""

    root: Path
    pages: tuple[ContentFile, ...]
    layouts: Mapping[str, ContentFile]
    """By folder; the content folder is the empty string."""
    partials: Mapping[str, ContentFile]
    """By name."""
    skipped_files: tuple[SkippedFile, ...] = ()
    cut_off: bool = False
    """Whether the folder has more files than are listed."""


def read_tree(root: Path, endings: tuple[str, ...] = (".md",), scan: FolderScan | None = None) -> ContentTree:
    """List a content folder. One that does not exist has no pages."""
    pages: list[ContentFile] = []
    layouts: dict[str, ContentFile] = {}
    walk = _TreeReader(root, endings, scan or FolderScan())
    for folder, file in walk.files("", skip=PARTIALS):
        if file.path == _join(folder, LAYOUT):
            layouts[folder] = file
        else:
            pages.append(file)
    top = () if os.path.islink(root / PARTIALS) else walk.files(PARTIALS)
    partials = {file.path.removeprefix(f"{PARTIALS}/"): file for _, file in top}
    return ContentTree(root, tuple(pages), layouts, partials, tuple(sorted(walk.skipped_files)), walk.scan.cut_off)


def read_all(root: Path, endings: tuple[str, ...], scan: FolderScan) -> ContentTree:
    """List all files of a folder with these endings as pages, regardless of their names."""
    walk = _TreeReader(root, endings, scan)
    pages = tuple(file for _, file in walk.files(""))
    return ContentTree(root, pages, {}, {}, tuple(sorted(walk.skipped_files)), walk.scan.cut_off)


class _TreeReader:
    """Not recursive: folders may nest deeper than the stack allows."""

    def __init__(self, root: Path, endings: tuple[str, ...], scan: FolderScan) -> None:
        self.root = root
        self.endings = endings
        self.scan = scan
        self.skipped_files: list[SkippedFile] = []

    def files(self, top: str, skip: str = "") -> Iterator[tuple[str, ContentFile]]:
        """The pages below a folder, each with its folder: first those of a folder, then those of its subfolders."""
        pending = [top]
        while pending:
            folder = pending.pop()
            entries = sorted(self._entries(folder), key=lambda entry: collated(entry.name))
            below = [entry.name for entry in entries if entry.is_dir() and entry.name != skip]
            for entry in entries:
                if entry.name.endswith(self.endings) and entry.is_file():
                    file = self._file(_join(folder, entry.name), entry)
                    if file is not None:
                        yield folder, file
            pending += (_join(folder, name) for name in reversed(below))

    def _file(self, path: str, entry: os.DirEntry[str]) -> ContentFile | None:
        try:
            status = entry.stat()
        except OSError:
            self.skipped_files.append(SkippedFile(path, "unreadable"))
            return None
        if status.st_size > LARGEST_PAGE:
            self.skipped_files.append(SkippedFile(path, "too-large"))
            return None
        return ContentFile(path, FileStamp.of(status))

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """The entries of a folder that are not skipped."""
        try:
            listed = self.scan.entries(self.root / folder)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return  # a ValueError means an invalid name
        except OSError:
            self.skipped_files.append(SkippedFile(folder, "unreadable"))
            return
        for entry in listed:
            name = entry.name
            if is_hidden(name):
                continue
            if not is_text(name):
                self.skipped_files.append(
                    SkippedFile(_join(folder, os.fsencode(name).decode(errors="replace")), "name")
                )
            elif not entry.is_symlink():
                yield entry
            elif name.endswith(self.endings) or os.path.isdir(entry.path):
                self.skipped_files.append(SkippedFile(_join(folder, name), "link"))


def collated(name: str) -> tuple[str, str, str]:
    """The sort key of a name on every machine: punctuation, digits, letters; lower before upper case, plain before accented."""
    plain = letters = name.casefold()
    if not name.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        letters = "".join(each for each in plain if not unicodedata.combining(each))
    return letters.translate(_BEFORE_DIGITS), plain, name.swapcase()


def is_hidden(name: str) -> bool:
    """Whether files of this name are never part of a site: hidden ones and installed packages."""
    return name.startswith(".") or name == "node_modules"


def is_text(name: str) -> bool:
    """Whether a name is valid UTF-8: the system represents other bytes as lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
