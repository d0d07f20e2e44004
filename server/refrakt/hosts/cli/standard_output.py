"""Standard output and standard error: always UTF-8 with `\n`, for every locale and platform.

A reader that closes the pipe (`refrakt check | head`) gets no more output; the command goes on, because its exit code must not
depend on how much of the output was read. Any other failure, such as a full disk, ends the command: its output is not complete.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from refrakt.errors import RefraktError
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
    with _write_errors():
        sys.stdout.buffer.write(data)


def flush() -> None:
    """Flush standard output, including what plugins have printed."""
    with _write_errors():
        sys.stdout.flush()


@contextmanager
def _write_errors() -> Iterator[None]:
    """Discard the rest of the output if the reader has closed the pipe; raise `RefraktError` if it cannot be written."""
    try:
        yield
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        message = f"standard output cannot be written: {error.strerror or error}"
        raise RefraktError("WRITE_FAILED", message, "Free space, or write to another file.") from error


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
