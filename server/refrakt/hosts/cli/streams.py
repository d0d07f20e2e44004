"""What goes out: bytes, always UTF-8, whatever the locale and the platform's idea of a line end."""

from __future__ import annotations

import sys

from refrakt.untrusted import for_terminal


def write(text: str) -> None:
    """Text to standard output. Half a surrogate pair, which UTF-8 cannot hold, is written as JSON would escape it.

    A file or a pipe gets the text as it is; a terminal gets nothing of a page that would steer it.
    """
    if sys.stdout.isatty():
        text = for_terminal(text)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
    """UTF-8 text to standard output, in the same way."""
    if sys.stdout.isatty():
        data = for_terminal(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    sys.stdout.buffer.write(data)


def flush() -> None:
    """Send on what has been written so far, also by somebody who has printed."""
    sys.stdout.flush()


def complain(text: str) -> None:
    """One line to standard error, with who says it."""
    tell(f"refrakt: {text}")


def tell(line: str) -> None:
    """One line to standard error, after everything written so far, so that a terminal shows the two in order."""
    flush()
    sys.stderr.buffer.write(f"{for_terminal(line)}\n".encode("utf-8", "backslashreplace"))
    sys.stderr.buffer.flush()
