"""Options of the parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Markdoc's options, off by default. `fences`: tags in fenced code are parsed (`live`, as in Markdoc) or literal text."""

    comments: bool = False
    indentation: bool = False
    slots: bool = False
    fences: Literal["live", "escaped"] = "live"
