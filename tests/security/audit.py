"""An audit hook that records what a process reads, writes and starts outside of a project.

Python reports every file it opens, every folder it lists and every process it starts to audit hooks, whatever library asked for it.
`watch` installs one for the rest of the process; `environment` has it installed in the processes that a test starts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

_CHANGES = {
    "os.mkdir",
    "os.rmdir",
    "os.remove",
    "os.rename",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.chown",
}
_LISTS = {"os.listdir", "os.scandir"}
_STARTS = {"subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.startfile"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Audit:
    """The recorded violations. `allowed` are folders besides the project that may be written to: caches, sockets."""

    def __init__(self, allowed: list[Path], log: Path | None = None) -> None:
        self.violations: list[str] = []
        self._log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600) if log is not None else None
        self._root = self._outside = os.devnull
        self._allowed = [os.path.realpath(each) for each in (*map(str, allowed), os.devnull)]

    def begin(self, root: Path, outside: Path) -> None:
        """From now on this is the project, and that must not be touched."""
        self._root, self._outside = os.path.realpath(root), os.path.realpath(outside)
        self.violations = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        check = self._checks.get(event)
        if check is not None:
            check(self, event, arguments)

    def _record(self, violation: str) -> None:
        self.violations.append(violation)
        if self._log is not None:
            os.write(self._log, f"{violation}\n".encode("utf-8", "backslashreplace"))

    def _opened(self, event: str, arguments: tuple[Any, ...]) -> None:
        path, _, flags = arguments
        resolved = _entry(path) if flags & os.O_NOFOLLOW else _real(path)
        if resolved is None:
            return
        if _is_below(resolved, self._outside):
            self._record(f"{event} {resolved}")
        elif flags & _WRITES and not any(_is_below(resolved, each) for each in (self._root, *self._allowed)):
            self._record(f"{event} for writing {resolved}")

    def _listed(self, event: str, arguments: tuple[Any, ...]) -> None:
        resolved = _real(arguments[0])
        if resolved is not None and _is_below(resolved, self._outside):
            self._record(f"{event} {resolved}")

    def _changed(self, event: str, arguments: tuple[Any, ...]) -> None:
        for each in arguments:
            resolved = _entry(each)
            if resolved is not None and not any(_is_below(resolved, top) for top in (self._root, *self._allowed)):
                self._record(f"{event} {resolved}")

    def _started(self, event: str, arguments: tuple[Any, ...]) -> None:
        program = os.fsdecode(arguments[0])
        resolved = os.path.realpath(program)
        if not os.path.isabs(program) or any(_is_below(resolved, each) for each in (self._root, self._outside)):
            self._record(f"{event} {program}")

    _checks: ClassVar[dict[str, Callable[[Audit, str, tuple[Any, ...]], None]]] = {
        "open": _opened,
        **dict.fromkeys(_LISTS, _listed),
        **dict.fromkeys(_CHANGES, _changed),
        **dict.fromkeys(_STARTS, _started),
    }


def watch(allowed: list[Path], log: Path | None = None) -> Audit:
    """Install the hook, which cannot be removed. What it sees is also written to the log, which outlives the process."""
    audit = Audit(allowed, log)
    sys.addaudithook(audit)
    return audit


def environment(folder: Path, log: Path, allowed: list[Path], root: Path, outside: Path) -> dict[str, str]:
    """What has Python install the hook in every process: a module that it imports when it starts."""
    folder.mkdir(exist_ok=True)
    paths = ", ".join(f"Path({str(each)!r})" for each in allowed)
    (folder / "sitecustomize.py").write_text(
        "from pathlib import Path\nfrom security.audit import watch\n"
        f"watch([{paths}], Path({str(log)!r})).begin(Path({str(root)!r}), Path({str(outside)!r}))\n"
    )
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).resolve().parents[1])])}


def _real(path: Any) -> str | None:
    """None for an open descriptor, which was recorded when it was opened."""
    if not isinstance(path, str | bytes | os.PathLike):
        return None
    try:
        return os.path.realpath(os.fsdecode(os.fspath(path)))
    except (OSError, ValueError):
        return None


def _entry(path: Any) -> str | None:
    """The entry of a folder, which may be a link itself."""
    if not isinstance(path, str | bytes | os.PathLike):
        return None
    folder, name = os.path.split(os.fsdecode(os.fspath(path)))
    above = _real(folder or os.curdir)
    return os.path.join(above, name) if above is not None else None


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
