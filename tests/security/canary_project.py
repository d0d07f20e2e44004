"""A project that an attacker has written, and a folder beside it that it must not reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

SECRET = "canary-of-a-secret"
"""Stands in every file outside of the project. Where it shows up in an answer, the file was read."""


class Hostile(NamedTuple):
    """The two folders."""

    root: Path
    outside: Path

    def configure(self, config: dict[str, Any]) -> None:
        self.write("refrakt.config.json", json.dumps(config))

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    def link(self, path: str, target: Path) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(target)
        return file


def hostile_project(folder: Path) -> Hostile:
    """A project with one page, and a folder beside it with pages, partials, a plan and a catalogue."""
    folder = folder.resolve()
    here = Hostile(folder / "project", folder / "outside")
    here.write("content/index.md", "# Home\n")
    work = f'{{% work id="WORK-1" status="ready" priority="high" %}}\n\n# {SECRET}\n\n{{% /work %}}\n'
    outside = {"page.md": f"# {SECRET}\n", "_partials/part.md": f"{SECRET}\n", "work/one.md": work}
    for path, text in outside.items():
        file = here.outside / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    rune = {"name": "secret-rune", "about": SECRET}
    catalogue = {"version": 1, "package": {"name": "secret", "version": "1.0.0", "about": SECRET}, "runes": [rune]}
    (here.outside / "catalogue.json").write_text(json.dumps(catalogue))
    return here
