"""How a text is to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """Markdoc's switches, all off by default; `fences` says whether tags in fenced code are live, as in Markdoc, or shown."""

    comments: bool = False
    indentation: bool = False
    slots: bool = False
    fences: Literal["live", "escaped"] = "live"
