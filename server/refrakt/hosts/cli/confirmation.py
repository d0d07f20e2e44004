"""Questions that a command asks before it writes."""

from __future__ import annotations

import sys

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output


def confirm(question: str, agreed: bool) -> bool:
    """Ask a question with yes or no. `agreed` is the answer of `--yes`; without a terminal it is required."""
    if agreed:
        return True
    if not sys.stdin.isatty():
        message = "this command asks before it writes, and standard input is not a terminal"
        raise RefraktError("INVALID_ARGS", message, "Pass `--yes` to agree.")
    standard_output.write(f"{question} [y/N] ")
    standard_output.flush()
    if sys.stdin.readline().strip().casefold() in ("y", "yes"):
        return True
    standard_output.write("Nothing was written.\n")
    return False
