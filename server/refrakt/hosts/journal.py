"""The log of a process that serves protocols: on standard error, or in a file.

Standard output is a wire, so nothing may be logged there. What people write stays out of the log, too: an exception is told
by its kind and its place, and by what it says only where that is about code and files, never about a value.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

LEVELS = ("debug", "info", "warning", "error")
"""What `--log-level` takes."""
SPEAKING = (OSError, ImportError, AttributeError, NameError, TypeError, RuntimeError)
"""Exceptions whose messages tell about code and files. Others quote the value they choked on, which may be a page."""
LONGEST = 200
"""How many characters of such a message are logged."""
LIBRARIES = ("mcp", "pygls", "lsprotocol", "asyncio", "watchfiles", "httpx2")
"""Their details are messages with pages in them, so only their warnings are of interest."""


def configure(level: str = "warning", file: Path | None = None) -> None:
    """Log from this level on. Called once, by the command that serves."""
    handler = logging.FileHandler(file, encoding="utf-8", delay=True) if file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Discreet("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("refrakt").setLevel(level.upper())
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


class _Discreet(logging.Formatter):
    def formatException(self, ei: Any) -> str:
        error: BaseException | None = ei[1]
        told: list[str] = []
        while error is not None:
            told += [*_places(error.__traceback__), f"{type(error).__qualname__}{_beginning(error)}"]
            error = error.__cause__
        return "\n".join(told)


def _places(traceback: TracebackType | None) -> list[str]:
    found = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        found.append(f"  {code.co_filename}:{traceback.tb_lineno} in {code.co_qualname}")
        traceback = traceback.tb_next
    return found


def _beginning(error: BaseException) -> str:
    said = " ".join(str(error).split()) if isinstance(error, SPEAKING) else ""
    return f": {said[:LONGEST]}{'…' if len(said) > LONGEST else ''}" if said else ""
