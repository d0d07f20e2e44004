"""Runs the `refrakt` command in this process, which is fast, or in a child process; and installs plugins for it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from refrakt.hosts.cli import main

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "examples" / "site"
MISTAKES = SITE / "content" / "drafts" / "mistakes.md"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def refrakt(
    *argv: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    terminal: bool = False,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> Ran:
    """Run the command in this process, with ASCII streams. Changes of working directory and environment are undone."""
    kind = Terminal if terminal else io.TextIOWrapper
    streams = [kind(io.BytesIO(data), "ascii") for data in (stdin, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd or Path.cwd())
        for name, value in {"NO_COLOR": "", "FORCE_COLOR": "", "TERM": "xterm", **variables}.items():
            patch.setenv(name, value)
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            code = main([str(text) for text in argv])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        for stream in streams[1:]:
            stream.flush()
    _, out, err = (stream.detach() for stream in streams)
    assert isinstance(out, io.BytesIO)
    assert isinstance(err, io.BytesIO)
    return Ran(code, out.getvalue().decode(), err.getvalue().decode())


def process(*argv: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> Ran:
    """Run the command in a child process with an ASCII locale; warnings are errors."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONWARNINGS": "error"}
    command = [sys.executable, "-m", "refrakt", *map(str, argv)]
    ran = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=environment, timeout=120, check=False)
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def project(folder: Path, config: Any) -> Path:
    """A folder with a config."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "refrakt.config.json").write_text(json.dumps(config))
    return folder


def install(folder: Path, name: str, module: str, source: str) -> Path:
    """A distribution with one plugin, as an installer would leave it in a folder."""
    information = folder / f"{name.replace('-', '_')}-1.2.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2.0\n")
    (information / "entry_points.txt").write_text(f"[refrakt.plugins]\n{name} = {module}:plugin\n")
    (folder / f"{module}.py").write_text(dedent(source))
    return folder
