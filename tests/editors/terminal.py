"""A terminal for an editor: tmux sends its keys and reads its screen."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

WAIT = 90.0
"""Seconds; only a failure takes that long."""


class Terminal:
    """A terminal with a program, driven by keys."""

    def __init__(self, tmux: str, socket: Path, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self._tmux = [tmux, "-S", str(socket), "-f", "/dev/null"]
        start = ["new-session", "-d", "-x", "130", "-y", "40", "-s", "editor", "-c", str(folder), *command]
        subprocess.run([*self._tmux, *start], env=environment, check=True, timeout=60)

    def keys(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", "-t", "editor", *keys], check=True, timeout=60)

    def screen(self) -> str:
        capture = [*self._tmux, "capture-pane", "-p", "-t", "editor"]
        return subprocess.run(capture, capture_output=True, text=True, check=True, timeout=60).stdout

    def wait_for(self, shown: Callable[[str], bool]) -> str:
        end = time.monotonic() + WAIT
        while not shown(screen := self.screen()):
            assert time.monotonic() < end, screen
            time.sleep(0.1)
        return screen

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, timeout=60, capture_output=True)

    def colored(self) -> str:
        """The screen with the escape sequences of its colors."""
        capture = [*self._tmux, "capture-pane", "-p", "-e", "-t", "editor"]
        return subprocess.run(capture, capture_output=True, text=True, check=True, timeout=60).stdout


def tmux() -> str:
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("tmux is not installed")
    return program
