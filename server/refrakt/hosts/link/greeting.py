"""The first line each way, and the one line a host may add later.

    refrakt-link 1 mcp tool-names=underscore        somebody calls: version of the link, what for, options
    refrakt-link 1 ok                               the host agrees; what follows belongs to the purpose
    refrakt-link 1 no it speaks version 1           or does not, and says why
    refrakt-link 1 leaving                          between two MCP messages: the host will go, finish and come again

The purposes: `mcp` (a connection of an MCP client), `yield` (an editor wants to be the host), `wait` (tell me, by closing, that
you have left; understood whatever the versions), `status` (one line of JSON about whoever answers).

Processes of one project may come from different installations. A side that sees another version says no or takes another
way; none waits longer than `PATIENCE` for the other's first line.
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = 1
PATIENCE = 5.0
"""Seconds to wait for the other side's first line."""
LONGEST = 4096

_MARK = "refrakt-link"
LEAVING = f"{_MARK} {VERSION} leaving\n".encode()
DONE = b"done\n"
"""What an editor tells the host that yielded to it, once the address leads to the editor."""


class Hello(NamedTuple):
    """The first line of one who calls."""

    version: int
    purpose: str
    options: dict[str, str]


class Answer(NamedTuple):
    """The first line of one who was called."""

    version: int
    ok: bool
    reason: str


def hello(purpose: str, options: dict[str, str] | None = None) -> bytes:
    words = [_MARK, str(VERSION), purpose, *(f"{name}={value}" for name, value in (options or {}).items())]
    line = " ".join(words)
    if line.split() != words:
        raise ValueError(f"an option with a space cannot be told: {options}")
    return line.encode() + b"\n"


def read_hello(line: bytes) -> Hello | None:
    """What was said, or None if it is no greeting of ours."""
    words = _words(line)
    if len(words) < 3:
        return None
    options = dict(word.split("=", 1) for word in words[3:] if "=" in word)
    return Hello(int(words[1]), words[2], options)


def answer(refusal: str | None = None) -> bytes:
    """Yes; or no, with a reason."""
    return f"{_MARK} {VERSION} {'ok' if refusal is None else f'no {refusal}'}\n".encode()


def read_answer(line: bytes) -> Answer | None:
    """What was answered, or None if it is no greeting of ours."""
    words = _words(line)
    if len(words) < 3 or words[2] not in ("ok", "no"):
        return None
    version = int(words[1])
    return Answer(
        version, words[2] == "ok" and version == VERSION, " ".join(words[3:]) or f"it speaks version {version}"
    )


def _words(line: bytes) -> list[str]:
    if len(line) > LONGEST or not line.endswith(b"\n"):
        return []
    words = line.decode("utf-8", "replace").split()
    return words if len(words) > 1 and words[0] == _MARK and words[1].isdecimal() else []
