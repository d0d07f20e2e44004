"""Language servers forked from a process that has loaded the protocol library already.

Loading it takes most of the time of a server's start, and hundreds of tests start one. A forked server runs the same command in
a process of its own. Tests of the start itself, and of what Python's own variables change, start `python -m refrakt` instead.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from typing import IO, Any, NoReturn

_LONGEST = 1 << 20
_NOT_LOADED = ("refrakt.hosts.mcp", "refrakt_forge.mcp_server")
"""Modules that a language server does not need."""


class ForkedServer:
    """What `subprocess.Popen` would be for the process."""

    def __init__(self, folder: Path, argv: tuple[str, ...], env: Mapping[str, str]) -> None:
        self._status, status = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        (stdin, writing), (reading, stdout), (reading_errors, stderr) = os.pipe(), os.pipe(), os.pipe()
        self.stdin: IO[bytes] | None = os.fdopen(writing, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(reading, "rb")
        self.stderr: IO[bytes] | None = os.fdopen(reading_errors, "rb")
        request = json.dumps({"folder": str(folder), "words": argv, "env": dict(env)}).encode()
        socket.send_fds(_source(), [request], [status.fileno(), stdin, stdout, stderr])
        status.close()
        for each in (stdin, stdout, stderr):
            os.close(each)
        self.pid = int(self._status.recv(20))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._status.settimeout(timeout)
            try:
                result = self._status.recv(20)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("refrakt lsp", timeout or 0) from None
            self._status.close()
            self.returncode = int(result)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def can_fork(env: Mapping[str, str]) -> bool:
    """Whether a server would be the same forked: Python reads its own variables only when it starts."""
    return sys.platform == "linux" and _of_python(env) == _AT_FIRST


def _of_python(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name.startswith("PYTHON") and name != "PYTHONPATH"}


_AT_FIRST = _of_python(os.environ)
_PATH_AT_FIRST = os.environ.get("PYTHONPATH")
"""Before tests change it: the code under test may be found by it."""


@cache
def _source() -> socket.socket:
    """The process that forks. It ends when this one does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(theirs.fileno())]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if _PATH_AT_FIRST is not None:
        env["PYTHONPATH"] = _PATH_AT_FIRST
    process = subprocess.Popen(command, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, env=env)
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# In the process that forks --------------------------------------------------------------------------------------------


def _load() -> None:
    """All that a server may need, once for all of them: refrakt, and those of its plugins that are installed."""
    for package in (import_module(name) for name in ("refrakt", "refrakt_forge", "refrakt_plan") if find_spec(name)):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(_NOT_LOADED) and not module.name.endswith("__main__"):
                import_module(module.name)


def _fork_for_ever(requests: socket.socket) -> None:
    while True:
        message, fds, _, _ = socket.recv_fds(requests, _LONGEST, 4)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG if message else 0)[0]:
                pass
        if not message:
            return
        if os.fork() == 0:
            requests.close()
            _serve_and_report(json.loads(message), *fds)
        for each in fds:
            os.close(each)


def _serve_and_report(request: dict[str, Any], status: int, *streams: int) -> NoReturn:
    """Fork once more: this process waits for the server and reports how it ended."""
    pid = os.fork()
    if pid == 0:
        os.close(status)
        for number, each in enumerate(streams):
            os.dup2(each, number)
            os.close(each)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["env"])
        sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        _serve(request["words"])
    for each in streams:
        os.close(each)
    os.write(status, str(pid).encode())
    _, ended = os.waitpid(pid, 0)
    os.write(status, str(os.waitstatus_to_exitcode(ended)).encode())
    os._exit(0)


def _serve(argv: list[str]) -> NoReturn:
    from refrakt.hosts.cli import main

    code: Any = 1
    try:
        sys.argv = ["refrakt", "lsp", *argv]
        code = main()
    except SystemExit as error:
        code = error.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    del sys.path[0]
    _load()
    _fork_for_ever(socket.socket(fileno=int(sys.argv[1])))
