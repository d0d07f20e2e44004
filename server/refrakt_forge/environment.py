"""Where a call runs: the project, the home folder and the variables, read once for each call.

Nothing here is cached between calls: clients start the server with variables of their own, and tests change them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import time

CONFIG_VARIABLE = "FRACTARY_CONFIG"
CACHE_VARIABLE = "FRACTARY_CACHE_DIR"
LOG_VARIABLE = "FRACTARY_LOG_LEVEL"
TOKEN_VARIABLE = "FRACTARY_REGISTRY_TOKEN"
STOCKYARD_TOKENS = ("FRACTARY_TOKEN", "STOCKYARD_TOKEN")
LOOPBACK_VARIABLE = "FRACTARY_FORGE_ALLOW_LOOPBACK"
FOLDER = ".fractary"


@dataclass(frozen=True, slots=True)
class Environment:
    """`root` is the folder that contains `.fractary`, or the workspace's folder if there is none."""

    root: Path
    home: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    workspace: Path | None = None
    """The folder of the workspace, if it is below `root`: relative paths of a caller count from there."""

    @property
    def local(self) -> Path:
        return self.root / FOLDER

    @property
    def user(self) -> Path:
        """The folder of the user's own configuration, credentials, registry and cache."""
        return self.home / FOLDER

    @property
    def global_registry(self) -> Path:
        return self.user / "registry"

    def now(self) -> float:
        """Seconds since 1970."""
        return time()

    def display(self, path: Path) -> str:
        """A path for output: relative to the project, else with `~`."""
        text = str(path)
        for folder, prefix in _prefixes(self.root, self.home):
            if text.startswith(folder):
                return prefix + text[len(folder) :].replace(os.sep, "/")
        return text


@lru_cache(16)
def _prefixes(root: Path, home: Path) -> tuple[tuple[str, str], ...]:
    """Folders with what is shown instead of them. A listing shows a hundred paths."""
    return (f"{root}{os.sep}", ""), (f"{home}{os.sep}", "~/")


def environment(workspace: Path) -> Environment:
    """The environment of a call in a workspace folder."""
    variables = dict(os.environ)
    home = Path(os.path.realpath(os.path.expanduser("~")))
    start = Path(os.path.realpath(workspace))
    return Environment(project_folder(start, home), home, variables, start)


def project_folder(start: Path, home: Path) -> Path:
    """The nearest folder with `.fractary`, from `start` up to the repository's root; never the home folder."""
    for folder in (start, *start.parents):
        if folder == home:
            break
        if (folder / FOLDER).is_dir():
            return folder
        if (folder / ".git").exists():
            break
    return start
