"""Contrast between colours, as the Web Content Accessibility Guidelines define it."""

from __future__ import annotations

import re

_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_DARK_BELOW = 0.179
"""The luminance at which black and white text have about the same contrast."""

WHITE = "#ffffff"
BLACK = "#000000"
AA = 4.5
AAA = 7.0


def contrast(color: str, background: str) -> float | None:
    """The contrast ratio of two colours in hexadecimal notation, from 1 to 21; None for other notations."""
    first, second = _luminance(color), _luminance(background)
    if first is None or second is None:
        return None
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def text_color(background: str) -> str:
    """Black or white, whichever is readable on a colour."""
    luminance = _luminance(background)
    return "#fff" if luminance is not None and luminance <= _DARK_BELOW else "#000"


def _luminance(color: str) -> float | None:
    found = _HEX.fullmatch(color)
    if found is None:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
    red, green, blue = (_linear(int(digits[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else float(((channel + 0.055) / 1.055) ** 2.4)
