"""The capabilities of standard output: width, colours, and the characters of bars."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

from refrakt_plan.vocabulary import Sentiment

_COLOURS: dict[Sentiment, str] = {
    "positive": "32",
    "active": "34",
    "caution": "33",
    "negative": "31",
    "neutral": "90",
}
_BLOCKS: dict[Sentiment, str] = {"positive": "█", "active": "▓", "caution": "▒", "negative": "▚", "neutral": "░"}
_ASCII: dict[Sentiment, str] = {"positive": "#", "active": "=", "caution": "-", "negative": "!", "neutral": "."}
_DEFAULT_WIDTH = 80
"""The line width if the terminal does not report one."""


@dataclass(frozen=True, slots=True)
class Terminal:
    width: int = _DEFAULT_WIDTH
    colour: bool = False
    unicode: bool = True

    @property
    def ellipsis(self) -> str:
        """The end of truncated text."""
        return "…" if self.unicode else "..."

    def strong(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.colour else text

    def tinted(self, text: str, sentiment: Sentiment) -> str:
        return f"\033[{_COLOURS[sentiment]}m{text}\033[0m" if self.colour and text else text

    def bar(self, sentiment: Sentiment, cells: int) -> str:
        """A segment of a bar. Segments are distinguishable without colours, too."""
        character = (_BLOCKS if self.unicode else _ASCII)[sentiment]
        return self.tinted(character * cells, sentiment)


def terminal(stream: TextIO | None = None) -> Terminal:
    """The capabilities of a stream, by default standard output. NO_COLOR and FORCE_COLOR count if they are set and not empty."""
    stream = sys.stdout if stream is None else stream
    interactive = stream.isatty()
    capable = interactive and os.environ.get("TERM") != "dumb"
    colour = not os.environ.get("NO_COLOR") and (bool(os.environ.get("FORCE_COLOR")) or capable)
    encoding = (stream.encoding or "").lower().replace("-", "").replace("_", "")
    width = shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns if interactive else _DEFAULT_WIDTH
    return Terminal(width, colour, encoding in ("utf8", "utf8sig"))
