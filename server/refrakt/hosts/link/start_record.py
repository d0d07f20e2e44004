"""The answers with which an MCP session begins, recorded for the next start of the project's host.

A host needs a second to import the protocol library; meanwhile the relay that starts it answers `initialize` and the list of tools
from the record of the last host. The record names every file and folder that the answers depend on: installed code, the files
that define the project, what the detectors of its plugins look at. It is used only while all of them are unchanged.
Standard library only, and only its fast parts.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

from refrakt.project.index.cache_folder import CacheFolderError, cache_path, make_private

FOLDER = "start"
MOST_RECORDS = 100
"""Records of that many projects are kept, of about 200 kB each."""
_VERSION = 1
_COMPILED = "__pycache__"
_OUR_VARIABLES = ("REFRAKT_", "FRACTARY_", "PYTHON", "HOME", "USERPROFILE")
"""Prefixes of the variables that refrakt and the bundled plugins read."""
_VOLATILE = ("_", "SHLVL", "PWD", "OLDPWD")
"""Variables that differ between two starts in the same shell."""

Answers = dict[str, dict[str, Any]]
"""The results by protocol version and method."""


class Fingerprint(NamedTuple):
    """The state of files and folders."""

    digest: str
    newest: int
    """Nanoseconds: when the last of the files was changed."""


class StartRecord(NamedTuple):
    """The answers, and what they depend on."""

    paths: list[str]
    digest: str
    every_variable: bool
    """Whether they may depend on each environment variable, because a plugin that is not bundled reads what it likes."""
    environment: str
    answers: Answers

    def is_current(self) -> bool:
        """Whether a host that starts now gives the same answers."""
        return (
            self.environment == environment_digest(self.every_variable)
            and self.digest == fingerprint(self.paths).digest
        )


class HostStart(NamedTuple):
    """The moment before the code of a host is loaded."""

    time: int
    """Nanoseconds."""
    environment: tuple[str, str]
    """The digests of the variables that refrakt reads, and of all."""

    @classmethod
    def now(cls) -> HostStart:
        return cls(time.time_ns(), (environment_digest(False), environment_digest(True)))


def _record_path(root: str, tool_names: str) -> str:
    """The file of the record of a project, for a spelling of tool names. `CacheFolderError` without a cache folder."""
    key = "\0".join((root, tool_names, sys.executable, sys.version))
    name = sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return os.path.join(cache_path(), FOLDER, f"{name}.json")


def read_record(root: str, tool_names: str) -> StartRecord | None:
    """The record of a project, for a spelling of tool names; None without one that this user has written."""
    try:
        with open(_record_path(root, tool_names), "rb") as file:
            if sys.platform != "win32" and os.fstat(file.fileno()).st_uid != os.getuid():
                return None
            data = json.loads(file.read())
        return StartRecord(**data["record"]) if data["version"] == _VERSION else None
    except (OSError, ValueError, KeyError, TypeError, CacheFolderError):
        return None


def write_record(root: str, tool_names: str, record: StartRecord) -> None:
    """Replace the record of a project. `OSError` or `CacheFolderError` if it cannot be written."""
    path = _record_path(root, tool_names)
    make_private(os.path.dirname(path))
    written = f"{path}.{os.getpid()}"
    try:
        with open(written, "w", encoding="utf-8") as file:
            json.dump({"version": _VERSION, "record": record._asdict()}, file, separators=(",", ":"))
        os.replace(written, path)
    except OSError:
        with suppress(OSError):
            os.unlink(written)
        raise
    _remove_oldest(os.path.dirname(path))


def _remove_oldest(folder: str) -> None:
    with os.scandir(folder) as found:
        newest = sorted(found, key=lambda each: each.stat().st_mtime_ns, reverse=True)
    for each in newest[MOST_RECORDS:]:
        with suppress(OSError):
            os.unlink(each.path)


def environment_digest(every_variable: bool, variables: Mapping[str, str] = os.environ) -> str:
    """Changes with the environment variables that the answers depend on."""
    kept = sorted(
        (name, value)
        for name, value in variables.items()
        if (name not in _VOLATILE if every_variable else name.startswith(_OUR_VARIABLES))
    )
    return sha256(repr(kept).encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint(paths: Iterable[str]) -> Fingerprint:
    """The state of files, by their stamps, and of folders, by the names in them."""
    found = sha256()
    newest = 0
    for path in paths:
        try:
            status = os.stat(path)
            if stat.S_ISDIR(status.st_mode):
                state = "/".join(sorted(name for name in os.listdir(path) if name != _COMPILED))
            else:
                state = f"{status.st_mtime_ns} {status.st_size} {status.st_ino} {status.st_ctime_ns}"
                newest = max(newest, status.st_mtime_ns, status.st_ctime_ns)
        except (OSError, ValueError):
            state = "-"
        found.update(f"{len(path)} {path} {len(state)} {state}\n".encode("utf-8", "surrogatepass"))
    return Fingerprint(found.hexdigest(), newest)
