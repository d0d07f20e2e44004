"""The files of a project: listed once, read within the repository, and recorded.

A project is listed in one bounded walk without dependencies, hidden folders, build output and what git ignores. Afterwards nothing
is probed on disk: a file exists if it was listed. Every file that is read or looked for is recorded, so that a change of it can be
noticed.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from refrakt.project.files import LARGEST_CONFIG, read_inside
from refrakt.project.folder_scan import FolderScan
from refrakt.project.gitignore import GitIgnore
from refrakt.project.json_tree import read_json

LARGEST_SOURCE = 1 << 20
"""The size limit of a source file in bytes. Larger ones are generated."""
MOST_MEMORY = 32 << 20
"""How many characters of source files are kept while a project is read."""
BUILD_OUTPUT = frozenset({"dist", "out", "build", "coverage", "storybook-static", "_site"})
"""Folders beside a `package.json` that a build writes. Anywhere else, such a folder can contain pages."""
DEPENDENCIES = frozenset({"node_modules", "bower_components", "__pycache__"})
_CODE = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".astro", ".svelte", ".vue")
MARKDOC_ENDINGS = (".md", ".mdoc", ".markdoc")
IMAGE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".ico")


class SiteFiles:
    """The listed files of a root folder, as paths relative to it with `/`."""

    def __init__(
        self, root: Path, scan: FolderScan | None = None, unsaved: Mapping[Path, str] = MappingProxyType({})
    ) -> None:
        self.root = Path(os.path.realpath(root))
        self.top = _repository(self.root)
        """The repository of the root; nothing outside of it is read."""
        self._unsaved = unsaved
        self._searched: dict[str, str] = {}
        self._memory = MOST_MEMORY
        self.looked_for: set[str] = set()
        """Absolute paths of all files that were read or looked for."""
        scan = scan or FolderScan()
        self.ignored = GitIgnore(self.root)
        self.links: list[str] = []
        """Symbolic links to files and folders. They are not followed."""
        self.folders: list[str] = []
        """The listed folders; the root is an empty name."""
        self.paths: list[str] = sorted(self._walk(scan))
        self.cut_off = scan.cut_off
        """Whether the listing is incomplete."""

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self.paths)

    def _walk(self, scan: FolderScan) -> Iterator[str]:
        pending = [""]
        while pending:
            above = pending.pop()
            try:
                entries = scan.entries(self.root / above)
            except (OSError, ValueError):
                continue
            self.folders.append(above)
            package = any(entry.name == "package.json" for entry in entries) or not above
            for entry in entries:
                path = f"{above}{entry.name}"
                if entry.is_symlink():
                    self.links.append(path)
                    continue
                if not entry.is_dir(follow_symlinks=False):
                    yield path
                elif not self._skipped(entry.name, path, package):
                    pending.append(f"{path}/")

    def _skipped(self, name: str, path: str, package: bool) -> bool:
        return (
            name.startswith(".")
            or name in DEPENDENCIES
            or (package and name in BUILD_OUTPUT)
            or self.ignored.is_ignored(path, True)
        )

    def __contains__(self, path: str) -> bool:
        return path in self._set

    def has(self, path: str) -> bool:
        """Whether a file exists. It is recorded: the answer matters also if it does not."""
        self.looked_for.add(str(self.root / path))
        return path in self._set

    def first(self, paths: Iterable[str]) -> str | None:
        """The first of these files that exists."""
        return next((path for path in paths if self.has(path)), None)

    def below(self, folder: str) -> list[str]:
        """The files below a folder; all files for an empty name."""
        if not folder:
            return self.paths
        first = bisect_left(self.paths, f"{folder}/")
        return self.paths[first : bisect_left(self.paths, f"{folder}0")]  # "0" follows "/"

    def is_folder(self, folder: str) -> bool:
        return not folder or bool(self.below(folder))

    def text(self, path: str, limit: int = LARGEST_SOURCE) -> str | None:
        """The text of a file of the repository; None if it cannot be read. The path may lead above the root."""
        place = self.root / path
        self.looked_for.add(os.path.normpath(place))
        data = self.read(place, limit)
        return data.decode("utf-8-sig", "replace") if data is not None else None

    def read(self, place: Path, limit: int = LARGEST_SOURCE) -> bytes | None:
        """The bytes of a file of the repository, as they are in the editor; None if it cannot be read."""
        unsaved = self._unsaved.get(Path(os.path.normpath(place))) if self._unsaved else None
        try:
            return read_inside(self.top, place, limit) if unsaved is None else unsaved.encode("utf-8", "replace")
        except (OSError, ValueError):
            return None

    def searched(self, path: str) -> str:
        """The text of a file that is only searched for a sign; it is not recorded. Call `has` if the sign is found."""
        text = self._searched.get(path)
        if text is None:
            known = str(self.root / path) in self.looked_for
            text = self.text(path) or ""
            if not known:
                self.looked_for.discard(os.path.normpath(self.root / path))
            self._memory -= len(text)
            if self._memory > 0:
                self._searched[path] = text
        return text

    def json(self, path: str) -> Any:
        """The data in a JSON file, up to a syntax error; None if there is none."""
        text = self.text(path, LARGEST_CONFIG)
        node = read_json(text)[0] if text else None
        return node.data() if node is not None else None

    def code(self, folder: str, apart_from: Iterable[str] = ()) -> list[str]:
        """The source files below a folder, without tests and the folders in `apart_from`."""
        skipped = tuple(f"{each}/" for each in apart_from)
        found = (path for path in self.below(folder) if path.endswith(_CODE) and not path.startswith(skipped))
        return [path for path in found if not any(sign in path for sign in (".test.", ".spec.", ".min.", ".d.ts"))]


def joined(folder: str, path: str) -> str:
    """A path below a folder, without dots; it begins with `../` if it leaves the root."""
    place = os.path.normpath(os.path.join(folder, path)) if folder or path else ""
    return "" if place == "." else place.replace(os.sep, "/")


def _repository(root: Path) -> Path:
    home = Path.home()
    for folder in (root, *root.parents):
        if folder == home:
            break
        if os.path.lexists(folder / ".git"):
            return folder
    return root
