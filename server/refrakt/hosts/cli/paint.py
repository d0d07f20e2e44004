"""Colour, for a terminal that wants it; plain text for everybody else.

`--color always` and `--color never` travel as FORCE_COLOR and NO_COLOR, which programs that a plugin starts know, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TextIO

Paint = Callable[[str, str], str]
"""Gets a text and the name of its style."""

_STYLES = {
    "error": "1;31",
    "problem": "1;31",
    "warning": "1;33",
    "note": "1;33",
    "info": "1;34",
    "hint": "1;36",
    "ok": "1;32",
    "heading": "1",
}


def painter(stream: TextIO | None = None) -> Paint:
    """What paints for a stream, standard output if none is named."""
    return _coloured if wanted(sys.stdout if stream is None else stream) else plain


def wanted(stream: TextIO) -> bool:
    """Whether to use colours. NO_COLOR and FORCE_COLOR count if they are set to anything."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at it, on a terminal that can do more than write lines."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def plain(text: str, style: str) -> str:
    return text


def _coloured(text: str, style: str) -> str:
    return f"\033[{_STYLES[style]}m{text}\033[0m"
