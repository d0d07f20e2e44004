"""Colours for terminals.

`--color always` and `--color never` set FORCE_COLOR and NO_COLOR, which the programs of plugins respect, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TextIO

Paint = Callable[[str, str], str]
"""Paints a text in a style."""

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
    """The paint function for a stream, by default standard output."""
    return _coloured if uses_color(sys.stdout if stream is None else stream) else plain


def uses_color(stream: TextIO) -> bool:
    """Whether to use colours. NO_COLOR and FORCE_COLOR apply if they are not empty."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether it is a terminal with cursor control."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def plain(text: str, style: str) -> str:
    return text


def _coloured(text: str, style: str) -> str:
    return f"\033[{_STYLES[style]}m{text}\033[0m"
