"""Where the host of a project listens.

Each project root has a name, a hash of its real path, in a folder that only the user can enter:

- `REFRAKT_RUNTIME_DIR`, and no other, if it is set;
- `refrakt` in `XDG_RUNTIME_DIR`, or in `/run/user/UID` where that variable is missing: many MCP clients start their servers
  with almost no environment, and must still find the editor;
- `refrakt-UID` in `/tmp`; on Windows `refrakt` in the user's local application data.

Files in that folder:

- NAME.sock, the socket of the host, or NAME.port, a loopback port and a token (on Windows, and with `REFRAKT_LINK=tcp`);
- NAME.X.sock, the socket of an editor that waits to become the host;
- NAME.lock, which the host keeps locked while it runs; the kernel releases it, so a crash leaves no owner behind;
- NAME.log, the standard error of a host without an editor.

A socket file alone does not prove that a host runs. Standard library only, and little of it: every relay starts here.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

MAX_SOCKET_PATH = 103
"""Bytes in the path of a socket: 107 on Linux, 103 on macOS. One limit, so that all processes choose the same folder."""
_HEX = frozenset("0123456789abcdef")
_MAX_HEX = 8


class HostAddress(NamedTuple):
    """The address that the processes of one project share."""

    folder: str
    name: str
    transport: str
    """`unix` or `tcp`."""

    @property
    def path(self) -> str:
        """The socket, or the file with port and token."""
        return os.path.join(self.folder, self.name + (".sock" if self.transport == "unix" else ".port"))

    @property
    def lock(self) -> str:
        return os.path.join(self.folder, self.name + ".lock")

    @property
    def log(self) -> str:
        return os.path.join(self.folder, self.name + ".log")

    def temporary_path(self) -> str:
        """A new path beside the address, to be renamed to it. Its name contains the process id."""
        return self._replace(name=f"{self.name}.{os.getpid():x}-{os.urandom(2).hex()}").path

    def temporary_addresses(self) -> list[HostAddress]:
        """The addresses of processes that listen but are not the host. Files with other names are ignored."""
        suffix = os.path.splitext(self.path)[1]
        try:
            names = sorted(os.listdir(self.folder))
        except OSError:
            return []
        found = (self._replace(name=each.removesuffix(suffix)) for each in names if each.endswith(suffix))
        return [each for each in found if each.name.startswith(f"{self.name}.") and each.owner_pid is not None]

    @property
    def owner_pid(self) -> int | None:
        """The process that created a temporary address; None for a name that `temporary_path` does not produce."""
        process, dash, number = self.name.partition(".")[2].partition("-")
        if not dash or not _is_hex(process) or not _is_hex(number):
            return None
        return int(process, 16)

    def remove_if_stale(self) -> bool:
        """Delete the file of a process that has exited. False if the process runs, or its state is unknown."""
        owner = self.owner_pid
        if owner is None or not _has_exited(owner):
            return False
        with suppress(OSError):
            os.unlink(self.path)
        return True


class NoSharedAddress(NamedTuple):
    """No folder is safe for a socket."""

    reason: str


def address_of(root: str) -> HostAddress | NoSharedAddress:
    """The address of the project at `root`. Creates the folder if needed."""
    transport = "tcp" if sys.platform == "win32" or os.environ.get("REFRAKT_LINK") == "tcp" else "unix"
    name = sha256(os.fsencode(os.path.normcase(os.path.realpath(root)))).hexdigest()[:16]
    reasons = []
    for folder in _runtime_folders():
        address = HostAddress(folder, name, transport)
        if transport == "unix" and len(os.fsencode(address.temporary_path())) > MAX_SOCKET_PATH:
            reasons.append(f"{folder} is too long for the path of a socket")
        elif reason := _not_private(folder):
            reasons.append(reason)
        else:
            return address
    return NoSharedAddress("; ".join(reasons))


def _runtime_folders() -> list[str]:
    if configured := os.environ.get("REFRAKT_RUNTIME_DIR"):
        return [os.path.abspath(configured)]
    if sys.platform == "win32":
        return [os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "refrakt")]
    user = os.getuid()
    session = os.environ.get("XDG_RUNTIME_DIR", "")
    if not os.path.isabs(session):  # the XDG specification says to ignore it; it would resolve inside the project
        session = f"/run/user/{user}"
    # Not `tempfile.gettempdir()`: TMPDIR may be set for only one of two processes.
    temporary = f"/tmp/refrakt-{user}"
    return [os.path.join(session, "refrakt"), temporary] if os.path.isdir(session) else [temporary]


def _not_private(folder: str) -> str | None:
    """Why the folder cannot be trusted. Another user may have created a folder or a link in `/tmp`."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.lstat(folder)
    except OSError as error:
        return f"{folder} cannot be used ({error.strerror})"
    if not stat.S_ISDIR(found.st_mode):
        return f"{folder} is not a folder"
    if sys.platform != "win32":
        if found.st_uid != os.getuid():
            return f"{folder} is owned by another user"
        if found.st_mode & 0o077:
            return f"{folder} is accessible to other users; run `chmod 700 {folder}`"
    return None


def _is_hex(text: str) -> bool:
    return 0 < len(text) <= _MAX_HEX and set(text) <= _HEX


def _has_exited(process: int) -> bool:
    if sys.platform == "win32":
        return False  # `os.kill` would terminate it there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False


def read_port_file(address: HostAddress) -> tuple[int, str]:
    """Port and token of a `tcp` address; `OSError` if the file is missing or invalid."""
    with open(address.path, encoding="ascii", errors="replace") as file:
        fields = file.read(200).split()
    if len(fields) != 2 or not fields[0].isdecimal() or not 0 < int(fields[0]) < 65536:
        raise OSError(f"{address.path} contains no port")
    return int(fields[0]), fields[1]
