"""Standard output and standard error: always UTF-8 with `\n`, whatever the locale and the platform."""

from __future__ import annotations

import sys

from refrakt.untrusted import for_terminal


def write(text: str) -> None:
    """Write text to standard output; a lone surrogate, which UTF-8 cannot encode, is escaped as in JSON.

    A file or a pipe gets the text as it is, a terminal without control characters.
    """
    if sys.stdout.isatty():
        text = for_terminal(text)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
    """Write UTF-8 text to standard output, in the same way."""
    if sys.stdout.isatty():
        data = for_terminal(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    sys.stdout.buffer.write(data)


def flush() -> None:
    """Flush standard output, including what plugins have printed."""
    sys.stdout.flush()


def report(text: str) -> None:
    """Write a line to standard error, with the name of the program."""
    write_error(f"refrakt: {text}")


def write_error(line: str) -> None:
    """Write a line to standard error, after all output so far, so that a terminal shows both in order."""
    flush()
    sys.stderr.buffer.write(f"{for_terminal(line)}\n".encode("utf-8", "backslashreplace"))
    sys.stderr.buffer.flush()
