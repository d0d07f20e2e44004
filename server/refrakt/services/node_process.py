"""Run foreign JavaScript with limits.

The child gets limits of time and memory, no input, a minimal environment and, if the system supports it, no network. It has its own
process group, so that its children end with it. This is not a sandbox: the code can read and write what the user can, as any
build step.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from refrakt.project.programs import find_program, search_path
from refrakt.project.python_process import end

MEMORY_MB = 512
SECONDS = 60.0
MOST_OUTPUT = 64 * 1024 * 1024
"""Most bytes of output before the child is stopped."""

_KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "WINDIR", "PATHEXT", "COMSPEC")
_PROBES = (
    ("--user", "--map-current-user", "--net"),
    ("--user", "--map-root-user", "--net"),
    ("--net",),
)


class NodeProcessError(Exception):
    """Node could not run, or was stopped; the text says why."""


@dataclass(frozen=True, slots=True)
class NodeResult:
    """The result of a run: exit code, end of standard error, and whether it had no network."""

    code: int
    complaint: str
    offline: bool


def run_node(
    script: Path, arguments: list[str], folder: Path, *, seconds: float = SECONDS, watched: Path
) -> NodeResult:
    """Run a script in a folder. `watched` is the file of its answer, whose size is limited."""
    node = find_program("node", search_path([folder]))
    if node is None:
        raise NodeProcessError("Node is not installed, or not on the PATH; it is needed to read JavaScript packages")
    cut = cutting_the_network(folder)
    command = [*cut, node, f"--max-old-space-size={MEMORY_MB}", str(script), *arguments]
    with tempfile.TemporaryDirectory(prefix="refrakt-") as home, tempfile.TemporaryFile() as complaints:
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            start_new_session=True,
        )
        try:
            _wait(child, seconds, [complaints.fileno()], watched)
        finally:
            end(child)
        complaints.seek(max(0, os.fstat(complaints.fileno()).st_size - 4000))
        return NodeResult(child.returncode, complaints.read().decode("utf-8", "replace").strip(), bool(cut))


def _wait(child: subprocess.Popen[bytes], seconds: float, outputs: list[int], watched: Path) -> None:
    end = time.monotonic() + seconds
    while child.poll() is None:
        if time.monotonic() > end:
            raise NodeProcessError(f"it did not finish within {seconds:g} seconds and was stopped")
        written = sum(os.fstat(each).st_size for each in outputs)
        if written + (watched.stat().st_size if watched.exists() else 0) > MOST_OUTPUT:
            raise NodeProcessError(f"it wrote more than {MOST_OUTPUT // 1024 // 1024} MB and was stopped")
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(0.05)


def _environment(home: str) -> dict[str, str]:
    """The environment of Node, without tokens, proxies and NODE_OPTIONS."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {"HOME": home, "USERPROFILE": home, "TMPDIR": home, "TEMP": home, "TMP": home, "NO_COLOR": "1"}


@cache
def cutting_the_network(folder: Path) -> tuple[str, ...]:
    """The command prefix that disables the network; empty if the system does not support it."""
    folders = search_path([folder])
    unshare = find_program("unshare", folders) if sys.platform == "linux" else None
    idle = find_program("true", folders)
    if unshare is None or idle is None:
        return ()
    for options in _PROBES:
        tried = subprocess.run([unshare, *options, idle], capture_output=True, check=False, stdin=subprocess.DEVNULL)
        if tried.returncode == 0:
            return (unshare, *options)
    return ()
