"""The folders of a project that are watched.

A project may have a hundred thousand folders, most of them without content: dependencies, builds, version control. So folders of
pages and static files are watched with everything below them; besides these, the folder of the config, and the parents of
folders that may be created.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from refrakt.project.folder_scan import FolderScan
from refrakt.project.gitignore import FILE_NAME as IGNORED_FILE_NAME
from refrakt.project.gitignore import GitIgnore
from refrakt.project.rune_packages import CATALOGUES
from refrakt.project.site import Project

FORGE = ".fractary"
NODE_MODULES = "node_modules"
_ENDINGS = (".md", ".mdoc", ".markdoc", ".json", ".toml", ".yaml", ".yml")
"""The extensions of the files that matter in shallow folders."""

Depth = Literal["deep", "shallow"]
"""Whether everything below a folder is watched, or only its own files."""


@dataclass(frozen=True)
class WatchedFolders:
    """The watched folders. Two are equal if they have the same folders."""

    root: Path
    deep: frozenset[str]
    shallow: frozenset[str]
    ignored: GitIgnore = field(compare=False, repr=False)

    def and_also(self, other: WatchedFolders) -> WatchedFolders:
        """The folders of both."""
        deep = self.deep | other.deep
        return WatchedFolders(self.root, deep, (self.shallow | other.shallow) - deep, other.ignored)

    def read_again(self) -> WatchedFolders:
        """The same with the current ignore rules."""
        return replace(self, ignored=GitIgnore(self.root))

    def depth(self, folder: str) -> Depth | None:
        """How a folder is watched, whether it exists or not."""
        below = folder
        while below not in self.deep:
            above = os.path.dirname(below)
            if above == below or self._is_skipped(below):
                return "shallow" if folder in self.shallow else None
            below = above
        return "deep"

    def counts(self, file: str) -> bool:
        """Whether changes of a file are reported."""
        folder, name = os.path.split(file)
        return file in self.deep or _counts(name, self.depth(folder))

    def files(self, tops: Iterable[str], enter: Callable[[str], None]) -> Iterator[os.DirEntry[str]]:
        """The watched files at or below some folders. `enter` is called before a folder is listed, so that no file is missed."""
        seen: set[str] = set()
        scan = FolderScan()
        for top in tops:
            pending = [top]
            while pending:
                folder = pending.pop()
                depth = self.depth(folder)
                if depth is None or folder in seen:
                    continue
                seen.add(folder)
                enter(folder)
                for entry in _entries(folder, scan):
                    if not entry.is_dir(follow_symlinks=False):
                        if _counts(entry.name, depth) or entry.path in self.deep:
                            yield entry
                    elif depth == "deep" and not self._is_skipped(entry.path):
                        pending.append(entry.path)

    def tops(self, above: str = "") -> list[str]:
        """The named folders, all or those whose paths have a prefix."""
        return sorted(each for each in self.deep | self.shallow if each.startswith(above))

    def _is_skipped(self, folder: str) -> bool:
        name = os.path.basename(folder)
        if name.startswith(".") or name == NODE_MODULES:
            return True
        root = f"{self.root}{os.sep}"
        if not folder.startswith(root):
            return False
        return self.ignored.is_ignored(folder.removeprefix(root).replace(os.sep, "/"), True)


def watched(project: Project, more: Iterable[Path] = ()) -> WatchedFolders:
    """The watched folders of a project; `more` are additional files and folders, whether they exist or not."""
    root, config = project.root, project.config
    deep = {*project.page_folders, *project.asset_folders, root / CATALOGUES, root / FORGE, *more}
    shallow = {root}
    for folder in deep:
        between = [each for each in folder.parents if each.is_relative_to(root)]
        shallow.update(between or [folder.parent])
    sites = [*config.sites.values(), config.shared] if config is not None else []
    packages = dict.fromkeys(each.name for site in sites for each in site.plugins or ())
    shallow.update(path.parent for path in project.packages.installed(packages) if path.parent.is_dir())
    names = frozenset(map(str, deep))
    return WatchedFolders(root, names, frozenset(map(str, shallow)) - names, GitIgnore(root))


def _counts(name: str, depth: Depth | None) -> bool:
    """Hidden files and those with a tilde are temporary files of editors, except `.gitignore`."""
    if name.startswith(".") or name.endswith("~"):
        return name == IGNORED_FILE_NAME and depth is not None
    return depth == "deep" or (depth == "shallow" and name.endswith(_ENDINGS))


def _entries(folder: str, scan: FolderScan) -> list[os.DirEntry[str]]:
    try:
        return scan.entries(folder)
    except OSError:
        return []
