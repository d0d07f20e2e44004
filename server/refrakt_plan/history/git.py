"""Asking git, and nothing more: it is never given a reason to write, to run a program of the repository's choosing, to page
its output or to reach for a network. What it says does not depend on the language or the settings of whoever asks.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Timer
from time import monotonic
from types import TracebackType

_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "diff.orderFile=/dev/null",
    "log.follow=false",
    "log.showRoot=true",
    "log.showSignature=false",
)
_KEPT = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
"""All other variables of git are those of the command around us, a hook perhaps, and speak of its repository."""
_PATIENCE = 50.0
"""Seconds; a tool has to answer within a minute."""
_AT_ONCE = 256
"""So many objects are asked for before the first is read. Their names must fit into a pipe that nobody reads yet."""
_LARGEST = 4_000_000
"""Bytes; nobody writes a longer page."""


class NoHistory(Exception):
    """Why git has nothing to tell. `type` is for programs, `message` for people."""

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type
        self.message = message


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository a folder belongs to, at one moment."""

    top: Path
    """Where its work tree begins."""
    prefix: bytes
    """The folder below it, with a `/` at its end; empty where it is the folder."""
    head: str
    """The commit that is checked out."""
    boundary: bytes = b""
    """Where a shallow clone was cut off; empty where all commits are there."""

    @property
    def shallow(self) -> bool:
        return bool(self.boundary)


def repository(folder: Path) -> Repository:
    """The repository around a folder. `NoHistory` where there is none, or no commit in it."""
    command = "rev-parse", "--is-shallow-repository", "--show-cdup", "--show-prefix", "--quiet", "--verify", "HEAD"
    asked = _run(folder, command)
    answer = asked.stdout.removesuffix(b"\n").split(b"\n")
    if asked.returncode == 1:
        raise NoHistory("no-commits", "nothing has been committed yet")
    if asked.returncode:
        raise _refused(asked)
    if len(answer) < 4:
        raise NoHistory("no-work-tree", "the plan is not in the work tree of its git repository")
    # A name may hold the end of a line; that of a folder stands between answers that cannot.
    shallow, up, *prefix, head = answer
    boundary = b""
    if shallow == b"true":
        path = output(folder, "rev-parse", "--git-path", "shallow").removesuffix(b"\n")
        boundary = (folder / os.fsdecode(path)).read_bytes()
    return Repository((folder / os.fsdecode(up)).resolve(), b"\n".join(prefix), head.decode(), boundary)


def output(folder: Path, *words: str | bytes, given: bytes = b"") -> bytes:
    """What a command of git says. `NoHistory` where it fails."""
    answer = _run(folder, words, given)
    if answer.returncode:
        raise _refused(answer)
    return answer.stdout


def _run(folder: Path, words: Iterable[str | bytes], given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            [*_command(), *words],
            cwd=folder,
            env=_environment(),
            input=given,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise _too_slow() from late
    except OSError as error:
        raise NoHistory("git-failed", f"git cannot be run: {error.strerror or error}") from error


def _command() -> list[str]:
    program = shutil.which("git")
    if program is None:
        raise NoHistory("no-git", "git is not installed, and only git knows the history")
    settings = (word for each in _SETTINGS for word in ("-c", each))
    return [program, "--no-pager", "--literal-pathspecs", *settings]


def _environment() -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return {
        **ours,
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        # A clone without all its objects would fetch those that are asked for, and write them.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
    }


def _refused(answer: subprocess.CompletedProcess[bytes]) -> NoHistory:
    said = answer.stderr.decode("utf-8", "replace")
    if "not a git repository" in said:
        return NoHistory("not-a-repository", "the plan is not in a git repository, and only git knows the history")
    if "dubious ownership" in said:
        return NoHistory(
            "unsafe-repository",
            "git does not trust this repository, which belongs to somebody else; `git config --global --add "
            "safe.directory` with its folder tells git to",
        )
    first = said.strip().partition("\n")[0].removeprefix("fatal: ")
    return NoHistory("git-failed", f"git failed: {first or f'exit code {answer.returncode}'}")


class Objects(AbstractContextManager["Objects"]):
    """Contents by the names git has for them (`commit:path` is one too), from one process that starts with the first question."""

    def __init__(self, top: Path) -> None:
        self._top = top
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Each with its bytes; None where there is no such content. One that is too long to be a page counts as empty."""
        left = iter(names)
        while some := list(islice(left, _AT_ONCE)):
            process = self._started()
            assert process.stdin is not None
            begun = monotonic()
            alarm = Timer(_PATIENCE, process.kill)
            alarm.start()
            try:
                process.stdin.write(b"".join(os.fsencode(name) + b"\n" for name in some))
                process.stdin.flush()
                for name in some:
                    yield name, _next(process)
            except (OSError, EOFError) as error:
                raise (missing_contents() if monotonic() - begun < _PATIENCE else _too_slow()) from error
            finally:
                alarm.cancel()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    [*_command(), "cat-file", "--batch"],
                    cwd=self._top,
                    env=_environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except OSError as error:
                raise NoHistory("git-failed", f"git cannot be run: {error.strerror or error}") from error
        return self._process

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _next(process: subprocess.Popen[bytes]) -> bytes | None:
    assert process.stdout is not None
    header = process.stdout.readline().split()
    if not header:
        raise EOFError
    if header[-1] == b"missing":
        return None
    left = int(header[-1]) + 1
    if left > _LARGEST:
        while left and (piece := process.stdout.read(min(left, 1 << 20))):
            left -= len(piece)
        return b""
    content = process.stdout.read(left)
    return content[:-1] if header[1] == b"blob" else b""


def _too_slow() -> NoHistory:
    return NoHistory("git-slow", f"git took more than {_PATIENCE:.0f} seconds")


def missing_contents() -> NoHistory:
    """git ends, or says so, where it would have to fetch a content."""
    return NoHistory(
        "missing-contents",
        "earlier versions are missing in this clone, as where it was made with `--filter`; a full clone has them",
    )
