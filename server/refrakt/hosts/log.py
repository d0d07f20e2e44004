"""The log of a process that serves a protocol: on standard error, or in a file.

Standard output carries a protocol, so nothing is logged there. The text of pages stays out of the log, too: of an exception it
shows type and traceback, and the message only for types whose messages describe code and files.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

SAFE_MESSAGES = (OSError, ImportError, AttributeError, NameError, TypeError, RuntimeError)
"""Exceptions whose messages describe code and files. Others quote the offending value, which may be a page."""
MAX_MESSAGE = 200
"""Characters of such a message."""
MOST_FRAMES = 15
"""Frames at each end of a traceback. A recursion without an end has a thousand."""
LIBRARIES = ("mcp", "pygls", "lsprotocol", "asyncio", "watchfiles", "httpx2")
"""Their debug messages contain pages, so only warnings are logged."""


def configure(level: str = "warning", file: Path | None = None) -> None:
    """Set the log up. Called once, by the command that serves."""
    handler = logging.FileHandler(file, encoding="utf-8", delay=True) if file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(_PrivateFormatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("refrakt").setLevel(level.upper())
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


class _PrivateFormatter(logging.Formatter):
    def formatException(self, ei: Any) -> str:
        error: BaseException | None = ei[1]
        lines: list[str] = []
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            lines += [*_frames(error.__traceback__), f"{type(error).__qualname__}{_safe_message(error)}"]
            error = error.__cause__
        return "\n".join(lines)


def _frames(traceback: TracebackType | None) -> list[str]:
    found = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        found.append(f"  {code.co_filename}:{traceback.tb_lineno} in {code.co_qualname}")
        traceback = traceback.tb_next
    left_out = len(found) - 2 * MOST_FRAMES
    return found if left_out <= 0 else [*found[:MOST_FRAMES], f"  … {left_out} more", *found[-MOST_FRAMES:]]


def _safe_message(error: BaseException) -> str:
    message = " ".join(str(error).split()) if isinstance(error, SAFE_MESSAGES) else ""
    return f": {message[:MAX_MESSAGE]}{'…' if len(message) > MAX_MESSAGE else ''}" if message else ""
