"""The content folder: its pages in the order of the site, the layouts around them, the partials they share.

Names that begin with a dot do not count, and neither do links: the site's own build passes over them, so whatever they lead to, in
a circle or out of the folder, is no page of it. What was left out is kept with the reason, so that somebody can be told.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from ..config import PARTIALS
from ..files import LARGEST_PAGE, FileStamp
from ..folder_scan import FolderScan

LAYOUT = "_layout.md"

_PUNCTUATION = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_BEFORE_DIGITS = {ord(each): chr(place) for place, each in enumerate(_PUNCTUATION, 1)}

Reason = Literal["link", "too-large", "too-many", "unreadable", "name"]


class ContentFile(NamedTuple):
    """A file, by its path below the content folder with `/` between the steps, and what tells whether it has changed."""

    path: str
    stamp: FileStamp


class LeftOut(NamedTuple):
    """A file or folder that would count if it were not a link, too large, unreadable, or called something that is no text;
    and the content folder itself, where it has more files than are looked at."""

    path: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class ContentTree:
    """A content folder as it was when somebody looked."""

    root: Path
    pages: tuple[ContentFile, ...]
    layouts: Mapping[str, ContentFile]
    """By the folder they hold for; the content folder itself is the empty text."""
    partials: Mapping[str, ContentFile]
    """By the name a page calls them."""
    left_out: tuple[LeftOut, ...] = ()
    cut_off: bool = False
    """Whether the folder has more files than are looked at."""

    def layout_chain(self, page: str) -> tuple[ContentFile, ...]:
        """The layouts around a page, the outermost first."""
        steps = page.split("/")[:-1]
        folders = ("/".join(steps[:count]) for count in range(len(steps) + 1))
        return tuple(self.layouts[folder] for folder in folders if folder in self.layouts)


def read_tree(root: Path, endings: tuple[str, ...] = (".md",), scan: FolderScan | None = None) -> ContentTree:
    """Look through a content folder. One that is not there has no pages."""
    pages: list[ContentFile] = []
    layouts: dict[str, ContentFile] = {}
    walk = _Walk(root, endings, scan or FolderScan())
    for folder, file in walk.files("", skip=PARTIALS):
        if file.path == _join(folder, LAYOUT):
            layouts[folder] = file
        else:
            pages.append(file)
    top = () if os.path.islink(root / PARTIALS) else walk.files(PARTIALS)
    partials = {file.path.removeprefix(f"{PARTIALS}/"): file for _, file in top}
    return ContentTree(root, tuple(pages), layouts, partials, tuple(sorted(walk.left_out)), walk.scan.cut_off)


class _Walk:
    """Keeps its own list of folders to visit: how deep they nest is not for Python's stack to say."""

    def __init__(self, root: Path, endings: tuple[str, ...], scan: FolderScan) -> None:
        self.root = root
        self.endings = endings
        self.scan = scan
        self.left_out: list[LeftOut] = []

    def files(self, top: str, skip: str = "") -> Iterator[tuple[str, ContentFile]]:
        """Every page below a folder with the folder it lies in: first a folder's own, then those of its subfolders."""
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
            known = entry.stat()
        except OSError:
            self.left_out.append(LeftOut(path, "unreadable"))
            return None
        if known.st_size > LARGEST_PAGE:
            self.left_out.append(LeftOut(path, "too-large"))
            return None
        return ContentFile(path, FileStamp.of(known))

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """What may count in a folder."""
        try:
            listed = self.scan.entries(self.root / folder)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return  # a name that no system can hold is that of no folder
        except OSError:
            self.left_out.append(LeftOut(folder, "unreadable"))
            return
        for entry in listed:
            name = entry.name
            if is_passed_over(name):
                continue
            if not is_text(name):
                self.left_out.append(LeftOut(_join(folder, os.fsencode(name).decode(errors="replace")), "name"))
            elif not entry.is_symlink():
                yield entry
            elif name.endswith(self.endings) or os.path.isdir(entry.path):
                self.left_out.append(LeftOut(_join(folder, name), "link"))


def collated(name: str) -> tuple[str, str, str]:
    """The order of names, the same on every machine: punctuation, digits, letters; small before large, plain before accented."""
    plain = letters = name.casefold()
    if not name.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        letters = "".join(each for each in plain if not unicodedata.combining(each))
    return letters.translate(_BEFORE_DIGITS), plain, name.swapcase()


def is_passed_over(name: str) -> bool:
    """Whether nothing of this name is part of a site: what is hidden, and the packages a project has installed."""
    return name.startswith(".") or name == "node_modules"


def is_text(name: str) -> bool:
    """Whether a name can be written down: the system hands over bytes that are no UTF-8 as halves of characters."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
