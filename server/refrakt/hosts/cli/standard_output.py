"""Standard output and standard error: always UTF-8 with `\n`, for every locale and platform.

A reader that closes the pipe (`refrakt check | head`) gets no more output; the command goes on, because its exit code must not
depend on how much of the output was read.
"""

from __future__ import annotations

import os
import sys

from refrakt.untrusted import for_terminal


def write(text: str) -> None:
    """Write text to standard output; a lone surrogate, which UTF-8 cannot encode, is escaped as in JSON.

    A file or a pipe gets the text as it is, a terminal without control characters.
    """
    if sys.stdout.isatty():
        text = for_terminal(text)
    _put(text.encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
    """Write UTF-8 text to standard output, in the same way."""
    if sys.stdout.isatty():
        data = for_terminal(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    _put(data)


def _put(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
    except BrokenPipeError:
        _discard_output()


def flush() -> None:
    """Flush standard output, including what plugins have printed."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()


def _discard_output() -> None:
    """Write the rest to nowhere. Python would fail once more while closing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report(text: str) -> None:
    """Write a line to standard error, with the name of the program."""
    write_error(f"refrakt: {text}")


def write_error(line: str) -> None:
    """Write a line to standard error, after all output so far, so that a terminal shows both in order."""
    flush()
    sys.stderr.buffer.write(f"{for_terminal(line)}\n".encode("utf-8", "backslashreplace"))
    sys.stderr.buffer.flush()
