"""What goes out: bytes, always UTF-8, whatever the locale and the platform's idea of a line end."""

from __future__ import annotations

import sys


def write(text: str) -> None:
    """Text to standard output. Half a surrogate pair, which UTF-8 cannot hold, is written as JSON would escape it."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
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
    sys.stderr.buffer.write(f"{line}\n".encode("utf-8", "backslashreplace"))
    sys.stderr.buffer.flush()
