"""Which folders of a project are worth watching.

A project can lie in a tree of a hundred thousand folders, and most of what changes there is nobody's content: dependencies, builds,
version control. So everything is watched below the folders of pages and files that are served, and of the rest only what lies
beside the config, and on the way to folders that may yet come.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from .folder_scan import FolderScan
from .index.ignored import FILE_NAME as IGNORED_FILE_NAME
from .index.ignored import Ignored
from .packages import CATALOGUES
from .site import Project

FORGE = ".fractary"
NODE_MODULES = "node_modules"
_ENDINGS = (".md", ".mdoc", ".markdoc", ".json", ".toml", ".yaml", ".yml")
"""How files are called that matter outside of the folders where everything does."""

Depth = Literal["deep", "shallow"]
"""Whether everything below a folder counts, or what lies directly in it."""


@dataclass(frozen=True)
class Watched:
    """What is watched. Two are equal if they name the same folders."""

    root: Path
    deep: frozenset[str]
    shallow: frozenset[str]
    ignored: Ignored = field(compare=False, repr=False)

    def and_also(self, other: Watched) -> Watched:
        """What either names."""
        deep = self.deep | other.deep
        return Watched(self.root, deep, (self.shallow | other.shallow) - deep, other.ignored)

    def read_again(self) -> Watched:
        """The same, with what is to be ignored now."""
        return replace(self, ignored=Ignored(self.root))

    def depth(self, folder: str) -> Depth | None:
        """How a folder is watched, there or not."""
        below = folder
        while below not in self.deep:
            above = os.path.dirname(below)
            if above == below or self._is_passed_over(below):
                return "shallow" if folder in self.shallow else None
            below = above
        return "deep"

    def counts(self, file: str) -> bool:
        """Whether anybody wants to hear of a file."""
        folder, name = os.path.split(file)
        return file in self.deep or _counts(name, self.depth(folder))

    def files(self, tops: Iterable[str], enter: Callable[[str], None]) -> Iterator[os.DirEntry[str]]:
        """The files that count at or below some folders. Each folder is entered before it is read: what comes then is an event."""
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
                    elif depth == "deep" and not self._is_passed_over(entry.path):
                        pending.append(entry.path)

    def tops(self, above: str = "") -> list[str]:
        """The folders named, all or those whose paths begin so."""
        return sorted(each for each in self.deep | self.shallow if each.startswith(above))

    def _is_passed_over(self, folder: str) -> bool:
        name = os.path.basename(folder)
        if name.startswith(".") or name == NODE_MODULES:
            return True
        root = f"{self.root}{os.sep}"
        if not folder.startswith(root):
            return False
        return self.ignored.is_ignored(folder.removeprefix(root).replace(os.sep, "/"), True)


def watched(project: Project, more: Iterable[Path] = ()) -> Watched:
    """What to watch of a project; `more` are files and folders that somebody else wants to hear of, there or not."""
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
    return Watched(root, names, frozenset(map(str, shallow)) - names, Ignored(root))


def _counts(name: str, depth: Depth | None) -> bool:
    """What begins with a dot or ends with a tilde is an editor's own; a list of what to ignore is not."""
    if name.startswith(".") or name.endswith("~"):
        return name == IGNORED_FILE_NAME and depth is not None
    return depth == "deep" or (depth == "shallow" and name.endswith(_ENDINGS))


def _entries(folder: str, scan: FolderScan) -> list[os.DirEntry[str]]:
    try:
        return scan.entries(folder)
    except OSError:
        return []
