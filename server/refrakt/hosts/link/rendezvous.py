"""Where the processes of one project meet, and who of them is the host.

Each project root has a name, made from its real path, in a folder that only its user may enter:

- `REFRAKT_RUNTIME_DIR`, if it is set, and nothing else then;
- `refrakt` in `XDG_RUNTIME_DIR`, or in `/run/user/UID` where that variable is missing: many MCP clients start their servers
  with hardly any environment, and must still find the editor;
- `refrakt-UID` in `/tmp`; on Windows `refrakt` in the user's local application data.

There lie NAME.sock, the socket of the host (or NAME.port: a loopback port and a token, on Windows and where `REFRAKT_LINK` is
`tcp`), NAME.X.sock, that of an editor that waits to be the host, NAME.lock, which the host holds locked as long as it lives, and
NAME.log, what a host without an editor had to complain about. A lock is freed by the kernel, so a crash leaves no owner behind; a
file at the address proves nothing.

Only the standard library, and little of it: every relay begins here.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

LONGEST_ADDRESS = 103
"""Bytes in the path of a socket: 107 on Linux, 103 on macOS. One limit, so that all count alike."""
_HEX = frozenset("0123456789abcdef")
_LONGEST_HEX = 8


class Meeting(NamedTuple):
    """The place where the processes of one project meet."""

    folder: str
    name: str
    transport: str
    """`unix` or `tcp`."""

    @property
    def address(self) -> str:
        """The socket, or the file with port and token."""
        return os.path.join(self.folder, self.name + (".sock" if self.transport == "unix" else ".port"))

    @property
    def lock(self) -> str:
        return os.path.join(self.folder, self.name + ".lock")

    @property
    def log(self) -> str:
        return os.path.join(self.folder, self.name + ".log")

    def draft(self) -> str:
        """A new name beside the address, for what is renamed to it once it is complete. It tells whose it is."""
        return self._replace(name=f"{self.name}.{os.getpid():x}-{os.urandom(2).hex()}").address

    def drafts(self) -> list[Meeting]:
        """Where those can be met who are not the host: not yet, or not any more. Files of other names are ignored."""
        ending = os.path.splitext(self.address)[1]
        try:
            names = sorted(os.listdir(self.folder))
        except OSError:
            return []
        found = (self._replace(name=each.removesuffix(ending)) for each in names if each.endswith(ending))
        return [each for each in found if each.name.startswith(f"{self.name}.") and each.owner is not None]

    @property
    def owner(self) -> int | None:
        """The process that made a draft; None for a name that `draft` cannot have made."""
        process, dash, number = self.name.partition(".")[2].partition("-")
        if not dash or not _is_hex(process) or not _is_hex(number):
            return None
        return int(process, 16)

    def clear(self) -> bool:
        """Take away what a process has left that is gone. False where it is not, or nobody can tell."""
        owner = self.owner
        if owner is None or not _is_gone(owner):
            return False
        with suppress(OSError):
            os.unlink(self.address)
        return True


class Nowhere(NamedTuple):
    """There is no safe place to meet, and why."""

    reason: str


def meeting_of(root: str) -> Meeting | Nowhere:
    """Where the processes of the project at `root` meet. Makes the folder if need be."""
    transport = "tcp" if sys.platform == "win32" or os.environ.get("REFRAKT_LINK") == "tcp" else "unix"
    name = sha256(os.fsencode(os.path.normcase(os.path.realpath(root)))).hexdigest()[:16]
    reasons = []
    for folder in _folders():
        meeting = Meeting(folder, name, transport)
        if transport == "unix" and len(os.fsencode(meeting.draft())) > LONGEST_ADDRESS:
            reasons.append(f"{folder} is too long a path for a socket")
        elif reason := _not_private(folder):
            reasons.append(reason)
        else:
            return meeting
    return Nowhere("; ".join(reasons))


def _folders() -> list[str]:
    if named := os.environ.get("REFRAKT_RUNTIME_DIR"):
        return [os.path.abspath(named)]
    if sys.platform == "win32":
        return [os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "refrakt")]
    user = os.getuid()
    session = os.environ.get("XDG_RUNTIME_DIR", "")
    if not os.path.isabs(session):  # the standard says to ignore it then, and it would lead into the project
        session = f"/run/user/{user}"
    # Not `tempfile.gettempdir()`: with TMPDIR set for one of two processes they would miss each other.
    temporary = f"/tmp/refrakt-{user}"
    return [os.path.join(session, "refrakt"), temporary] if os.path.isdir(session) else [temporary]


def _not_private(folder: str) -> str | None:
    """Why the folder cannot be trusted. A folder in `/tmp` may have been put there by somebody else, or lead elsewhere."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.lstat(folder)
    except OSError as error:
        return f"{folder} cannot be used ({error.strerror})"
    if not stat.S_ISDIR(found.st_mode):
        return f"{folder} is not a folder"
    if sys.platform != "win32":
        if found.st_uid != os.getuid():
            return f"{folder} belongs to somebody else"
        if found.st_mode & 0o077:
            return f"{folder} is open to others; `chmod 700` mends it"
    return None


def _is_hex(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_HEX and set(text) <= _HEX


def _is_gone(process: int) -> bool:
    if sys.platform == "win32":
        return False  # asking would end it there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False


def port_and_token(meeting: Meeting) -> tuple[int, str]:
    """What the file at a `tcp` address says; `OSError` if it is missing or no such file."""
    with open(meeting.address, encoding="ascii", errors="replace") as file:
        words = file.read(200).split()
    if len(words) != 2 or not words[0].isdecimal() or not 0 < int(words[0]) < 65536:
        raise OSError(f"{meeting.address} names no port")
    return int(words[0]), words[1]


class HostLock:
    """The right to be the host of a project. Held by an open file, and passed on to a child by passing on that file."""

    def __init__(self, path: str, descriptor: int | None = None) -> None:
        self.path = path
        self.descriptor = descriptor
        if descriptor is not None:
            os.set_inheritable(descriptor, False)  # the children of a host must not keep it locked

    @property
    def held(self) -> bool:
        return self.descriptor is not None

    @property
    def stands(self) -> bool:
        """Whether it is held and others would still meet it: they would not if somebody has taken the file away."""
        try:
            return self.descriptor is not None and os.path.samestat(os.fstat(self.descriptor), os.lstat(self.path))
        except OSError:
            return False

    def acquire(self) -> bool:
        """Take the lock if it is free. Never waits."""
        if self.descriptor is None:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            if _lock(descriptor):
                self.descriptor = descriptor
            else:
                os.close(descriptor)
        return self.held

    def release(self) -> None:
        """Let go. A child that was given the lock keeps it."""
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
