"""Real distributions for tests: a folder with packages and their `dist-info`, as an installer creates it."""

from __future__ import annotations

import shutil
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

GROUP = "refrakt.plugins"
HEAD = "from refrakt.plugins import *\n"


class Installation:
    """A folder of installed distributions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def project(self, source: Path) -> None:
        """Install a project: its packages, and what its `pyproject.toml` says."""
        project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
        for package in source.iterdir():
            if (package / "__init__.py").is_file():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(package, self.folder / package.name, ignore=ignored)
        self._information(project["name"], project["version"], project["entry-points"])

    def code(
        self, name: str, code: str, *, entry: str | None = None, version: str = "1.0", value: str = "plugin"
    ) -> None:
        """Install a distribution of one module. `code` sees the whole contract."""
        module = name.replace("-", "_") + "_module"
        (self.folder / f"{module}.py").write_text(HEAD + textwrap.dedent(code), "utf-8")
        sys.modules.pop(module, None)  # a thread of an earlier test may have imported its module after that test
        self._information(name, version, {GROUP: {entry or name.removeprefix("refrakt-"): f"{module}:{value}"}})

    def plugin(self, name: str, namespace: str, *commands: str, entry: str | None = None, version: str = "1.0") -> None:
        """Install a well-formed plugin with these commands."""
        made = ", ".join(f"Command({each!r}, 'does {each}', lambda argv: None)" for each in commands)
        self.code(name, f"plugin = CliPlugin({namespace!r}, [{made}], 'about it')", entry=entry, version=version)

    def _information(self, name: str, version: str, entries: dict[str, dict[str, str]]) -> None:
        folder = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
        lines = [
            line for group in entries for line in (f"[{group}]", *(f"{k} = {v}" for k, v in entries[group].items()))
        ]
        (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


@contextmanager
def installation(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """Distributions that this process can import; nothing of them stays."""
    made = Installation(folder)
    patch.syspath_prepend(str(folder))
    before = set(sys.modules)
    yield made
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if Path(file).is_relative_to(folder):
            del sys.modules[name]
