"""The typefaces of a design, from lists such as `- body: Literata (400, 700)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote_plus

from refrakt.markdoc.tree import Node
from refrakt.runes.design.design_lists import design_lists
from refrakt.runes.output.css_values import css_value

FONT_SERVICE = "fonts.googleapis.com"

_WEIGHTS = re.compile(r"(.(?:.*\))?[^()\n]*+)\s*+\(([^)]++)\)\s*+")
_NUMBER = re.compile(r"\s*([0-9]{1,4})")
_REGULAR = 400


@dataclass(frozen=True, slots=True)
class Font:
    role: str
    family: str
    weights: tuple[int, ...] = (_REGULAR,)

    @property
    def category(self) -> str:
        """The generic family that is used until the font is loaded."""
        return "monospace" if self.role == "mono" else "sans-serif"

    @property
    def stack(self) -> str:
        family = css_value(self.family)
        return f"'{family}', {self.category}" if family else self.category


def fonts_of(nodes: Iterable[Node]) -> list[Font]:
    """The typefaces in the lists among the nodes."""
    return [_font(role, written) for each in design_lists(nodes) for role, written in each.entries]


def _font(role: str, written: str) -> Font:
    found = _WEIGHTS.fullmatch(written)
    if found is None:
        return Font(role, written)
    weights = tuple(int(number[1]) for each in found[2].split(",") if (number := _NUMBER.match(each)))
    return Font(role, found[1].strip(), weights or (_REGULAR,))


def font_stylesheet(fonts: Iterable[Font]) -> str:
    """The URL of the style sheet that loads typefaces."""
    families = [f"family={quote_plus(font.family)}:wght@{';'.join(map(str, sorted(font.weights)))}" for font in fonts]
    return f"https://{FONT_SERVICE}/css2?{'&'.join(families)}&display=swap"
