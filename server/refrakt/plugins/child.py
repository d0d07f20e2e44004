"""Running Python in a process of its own, for a while and on a short lead.

The child has no input, a time limit, and a limit to what it may write. It leads a process group, so that whatever it starts ends
with it. The project's folder is where it runs, never where it finds modules: a `json.py` beside a page must not be taken for
the real one; and no compiled files are left there. That keeps accidents small; it is no sandbox.
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
class Finished:
    """How a child ended."""

    code: int
    output: str
    complaint: str
    """The end of what it wrote to standard error."""


def run_module(
    module: str, words: Sequence[str], cwd: Path, seconds: float, what: str, stop: threading.Event | None = None
) -> Finished:
    """Run a module with these words in a folder, until it ends or `stop` is set. `what` names it in errors."""
    try:
        child = subprocess.Popen(
            [sys.executable, "-B", "-P", "-m", module, *words],
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
    output, complaint = _Reader(child.stdout), _Reader(child.stderr)
    try:
        _wait(child, (output, complaint), seconds, what, stop)
    finally:
        end(child)
        texts = [each.text() for each in (output, complaint)]
    return Finished(child.returncode, texts[0], texts[1].strip()[-_TAIL:])


def _wait(
    child: subprocess.Popen[bytes],
    readers: Sequence[_Reader],
    seconds: float,
    what: str,
    stop: threading.Event | None,
) -> None:
    deadline = time.monotonic() + seconds
    # The end of its output is usually the end of the child. One that it left behind may hold the output open, though.
    while child.poll() is None:
        if time.monotonic() > deadline or (stop is not None and stop.is_set()):
            message = f"{what} did not finish within {seconds:g} seconds and was stopped"
            raise RefraktError("TOOL_TIMEOUT", message, "Ask for less at once, or tell the plugin's author.")
        if any(each.too_much for each in readers):
            message = f"{what} wrote more than {MOST_OUTPUT // 1024 // 1024} MB and was stopped"
            raise RefraktError("CLI_INVOCATION_FAILED", message, "Ask for less at once.")
        if all(each.ended.wait(0.02) for each in readers):
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(0.02)


class _Reader:
    """Reads a pipe to its end in a thread, as far as there is room."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.ended = threading.Event()
        self.too_much = False
        self._pipe = pipe
        self._found = bytearray()
        threading.Thread(target=self._read, name="plugin output", daemon=True).start()

    def text(self) -> str:
        """What has come, once there is no more. Whoever still holds the pipe open after a moment is not waited for."""
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
    """End the child and all it has started. Its group outlives it as long as one of these does."""
    if sys.platform == "win32":
        child.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()
