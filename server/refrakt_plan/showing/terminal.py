"""What standard output can show: how wide it is, whether in colour, and with which characters bars are drawn."""

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
_ELSEWHERE = 80
"""How wide a line may be where nobody can tell."""


@dataclass(frozen=True, slots=True)
class Terminal:
    width: int = _ELSEWHERE
    colour: bool = False
    unicode: bool = True

    @property
    def dots(self) -> str:
        """What a text that was cut ends in."""
        return "…" if self.unicode else "..."

    def strong(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.colour else text

    def tinted(self, text: str, sentiment: Sentiment) -> str:
        return f"\033[{_COLOURS[sentiment]}m{text}\033[0m" if self.colour and text else text

    def stretch(self, sentiment: Sentiment, cells: int) -> str:
        """A part of a bar. Without colours the parts of a bar can be told apart as well."""
        character = (_BLOCKS if self.unicode else _ASCII)[sentiment]
        return self.tinted(character * cells, sentiment)


def terminal(stream: TextIO | None = None) -> Terminal:
    """What a stream can show, standard output if none is named. NO_COLOR and FORCE_COLOR count if they are set to anything."""
    stream = sys.stdout if stream is None else stream
    looked_at = stream.isatty()
    capable = looked_at and os.environ.get("TERM") != "dumb"
    colour = not os.environ.get("NO_COLOR") and (bool(os.environ.get("FORCE_COLOR")) or capable)
    encoding = (stream.encoding or "").lower().replace("-", "").replace("_", "")
    width = shutil.get_terminal_size((_ELSEWHERE, 24)).columns if looked_at else _ELSEWHERE
    return Terminal(width, colour, encoding in ("utf8", "utf8sig"))
