"""Plans for tests: files by their paths, entities in a line, buffers over the disk, commands for a shell and for an agent."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from refrakt.hosts.cli.plugin_command import run_command
from refrakt.plugins import Applied, Command, CommandContext, Disk, Text, WorkspaceEdit
from refrakt.plugins.input_schema import validated_input
from refrakt.plugins.shell_context import command_invocation
from refrakt.services.static_pages import StaticPages
from refrakt_plan.command_line import read_config
from refrakt_plan.entity import Entity
from refrakt_plan.plugin import plugin
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.plan_scanner import Plan, scan

COMMANDS: Mapping[str, Command] = {each.name: each for each in plugin.commands}


def entity(type: str, key: str, body: str = "", **attributes: str) -> str:
    """The text of an entity; `_` in the name of an attribute means `-`."""
    given = {"name" if type == "milestone" else "id": key, **attributes}
    written = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f"{{% {type} {written} %}}\n\n# {key} title\n\n{body}\n\n{{% /{type} %}}\n"


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """These files below a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def plan_of(folder: Path, *entities: str) -> Plan:
    """A plan of these entities, in this order."""
    shutil.rmtree(folder / "plan", ignore_errors=True)
    return scan(write(folder / "plan", {f"{number:03}.md": text for number, text in enumerate(entities)}), Disk())


def read(text: str, version: int | None = None) -> Entity:
    """The entity in a text that has one."""
    found = read_entity("page.md", Path("page.md"), Text(text, version))
    assert found is not None
    return found


def settle(folder: Path) -> None:
    """Date everything below back, as if written long ago."""
    for path in folder.rglob("*"):
        os.utime(path, ns=(0, path.stat().st_mtime_ns - 10**9))


class Buffers:
    """Open buffers over the disk, as an editor has them."""

    def __init__(self, root: Path = Path()) -> None:
        self.root = root
        self.opened: dict[Path, Text] = {}
        self.reads: list[Path] = []

    def open(self, path: Path, text: str, version: int = 1) -> None:
        self.opened[path] = Text(text, version)

    def read(self, path: Path) -> Text:
        self.reads.append(path)
        return self.opened.get(path) or Disk().read(path)

    def open_paths(self) -> Iterator[Path]:
        return iter(self.opened)

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        return Disk(self.root).apply(changes, within)


class Shown(NamedTuple):
    """Exit code and output of a command."""

    code: int | None
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Shell:
    """Runs commands of the plan."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, name: str, *words: str) -> Shown:
        with command_invocation(Path.cwd(), None, StaticPages):
            code = run_command(COMMANDS[name], list(words), f"refrakt plan {name}")
        return Shown(code, *self._capture.readouterr())


def context(root: Path, files: Buffers | None = None) -> CommandContext:
    if files is not None:
        files.root = root
    return CommandContext(root, read_config(root / "refrakt.config.json"), files or Disk(root))


def call(name: str, root: Path, given: Mapping[str, Any] | None = None, files: Buffers | None = None) -> Any:
    """Call a tool with validated input."""
    command = COMMANDS[name]
    handler = command.run or command.mcp_handler
    assert handler is not None
    return handler(validated_input(command, given or {}), context(root, files))
