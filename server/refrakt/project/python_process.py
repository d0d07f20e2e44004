"""Runs a Python module in a child process with limits.

The child has no input, a time limit and a limit of output. It leads a process group, so that its own children end with it. It
runs in the project root but imports no modules from there (a `json.py` beside a page must not be imported), and writes no
compiled files. This limits accidents; it is not a sandbox.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from refrakt.errors import RefraktError

MOST_OUTPUT = 4 * 1024 * 1024
"""The most a child may write to standard output or error, in bytes."""
_TAIL = 2000
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """The result of a child."""

    code: int
    output: str
    errors: str
    """The end of its standard error."""


def run_module(
    module: str, arguments: Sequence[str], cwd: Path, seconds: float, what: str, stop: threading.Event | None = None
) -> ProcessResult:
    """Run a module with arguments in a folder, until it ends or `stop` is set. `what` names it in errors."""
    try:
        child = subprocess.Popen(
            [sys.executable, "-B", "-P", "-m", module, *arguments],
            cwd=cwd,
            env=os.environ | {"PYTHONUTF8": "1", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        message = f"{what} cannot be started: {error}"
        raise RefraktError("CLI_INVOCATION_FAILED", message, "Give shorter or other values.") from error
    assert child.stdout is not None, "it is a pipe"
    assert child.stderr is not None, "it is a pipe"
    output, errors = _OutputReader(child.stdout), _OutputReader(child.stderr)
    try:
        _wait(child, (output, errors), seconds, what, stop)
    finally:
        end(child)
        texts = [each.text() for each in (output, errors)]
    return ProcessResult(child.returncode, texts[0], texts[1].strip()[-_TAIL:])


def _wait(
    child: subprocess.Popen[bytes],
    readers: Sequence[_OutputReader],
    seconds: float,
    what: str,
    stop: threading.Event | None,
) -> None:
    deadline = time.monotonic() + seconds
    # The end of its output is usually the end of the child, but a grandchild may keep the output open.
    while child.poll() is None:
        if time.monotonic() > deadline or (stop is not None and stop.is_set()):
            message = f"{what} did not finish within {seconds:g} seconds and was stopped"
            raise RefraktError("TOOL_TIMEOUT", message, "Request less at once, or report it to the plugin's author.")
        if any(each.too_much for each in readers):
            message = f"{what} wrote more than {MOST_OUTPUT // 1024 // 1024} MB and was stopped"
            raise RefraktError("CLI_INVOCATION_FAILED", message, "Request less at once.")
        if all(each.ended.wait(0.02) for each in readers):
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(0.02)


class _OutputReader:
    """Reads a pipe to its end in a thread, up to the limit."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.ended = threading.Event()
        self.too_much = False
        self._pipe = pipe
        self._found = bytearray()
        threading.Thread(target=self._read, name="plugin output", daemon=True).start()

    def text(self) -> str:
        """The text, after the end of the pipe or a second at most."""
        self.ended.wait(1.0)
        return bytes(self._found[:MOST_OUTPUT]).decode("utf-8", "replace")

    def _read(self) -> None:
        with self._pipe as pipe:
            while chunk := os.read(pipe.fileno(), _CHUNK):
                if not self.too_much:
                    self._found += chunk
                    self.too_much = len(self._found) > MOST_OUTPUT
        self.ended.set()


def end(child: subprocess.Popen[bytes]) -> None:
    """End the child and all processes it has started."""
    if sys.platform == "win32":
        child.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()
