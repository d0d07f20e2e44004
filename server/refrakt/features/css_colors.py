"""Numeric CSS colors: `#2f5d50`, `rgb(47 93 80)`, `hsl(163 33% 27%)`, `oklch(0.45 0.06 165)`."""

from __future__ import annotations

import colorsys
import math
import re
from typing import Literal, NamedTuple

Notation = Literal["hex", "rgb", "hsl", "oklch"]
_ALL: tuple[Notation, ...] = ("hex", "rgb", "hsl", "oklch")
_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_CALL = re.compile(r"(rgb|hsl|oklch)a?\(([^()]*)\)", re.IGNORECASE)
_NUMBER = re.compile(r"([+-]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:e[+-]?[0-9]+)?)(%|deg|grad|rad|turn)?", re.IGNORECASE)
_TURNS = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_WIDE = 0.4
"""The chroma that is 100 % in `oklch`."""

Triple = tuple[float, float, float]


class Color(NamedTuple):
    """A color; each component from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0
    notation: Notation = "hex"
    """The notation it was written in."""


def parse_color(text: str) -> Color | None:
    """The color that the whole text denotes."""
    text = text.strip()
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) > 4 else "".join(each * 2 for each in found[1])
        red, green, blue, alpha = (int(f"{digits}ff"[at : at + 2], 16) / 255 for at in range(0, 8, 2))
        return Color(red, green, blue, alpha)
    if found := _CALL.fullmatch(text):
        return _parse_function(found[1].lower(), found[2])
    return None


def _parse_function(name: str, inside: str) -> Color | None:
    parts = [each for each in re.split(r"[\s,/]+", inside.strip()) if each]
    numbers = [_NUMBER.fullmatch(each) for each in parts]
    read = [(float(each[1]), (each[2] or "").lower()) for each in numbers if each is not None]
    if len(read) != len(parts) or len(read) not in (3, 4):
        return None
    if not all(math.isfinite(value) for value, _ in read):
        return None
    alpha = _share(*read[3]) if len(read) == 4 else 1.0
    one, two, three = read[:3]
    if name == "rgb":
        red, green, blue = (value / 100 if unit == "%" else value / 255 for value, unit in (one, two, three))
        return Color(_within(red), _within(green), _within(blue), alpha, "rgb")
    if name == "hsl":
        light, strong = _within(three[0] / 100), _within(two[0] / 100)
        return Color(*colorsys.hls_to_rgb(_degrees(*one) / 360 % 1, light, strong), alpha, "hsl")
    chroma = two[0] / 100 * _WIDE if two[1] == "%" else two[0]
    return Color(*_from_oklch(_share(*one), chroma, _degrees(*three)), alpha, "oklch")


def _share(value: float, unit: str) -> float:
    return _within(value / 100 if unit == "%" else value)


def _degrees(value: float, unit: str) -> float:
    return value * _TURNS.get(unit, 1.0)


def _within(value: float) -> float:
    return min(max(value, 0.0), 1.0)


# Writing --------------------------------------------------------------------------------------------------------------


def notations(first: Notation | None) -> list[Notation]:
    """All notations, `first` first."""
    return sorted(_ALL, key=lambda each: each != first)


def format_color(color: Color, notation: Notation) -> str:
    """A color in a notation; alpha is left out where it is 1."""
    red, green, blue = (round(_within(each) * 255) for each in color[:3])
    alpha = _within(color.alpha)
    tail = f" / {_short(alpha, 2)}" if round(alpha, 2) < 1 else ""
    if notation == "hex":
        return f"#{red:02x}{green:02x}{blue:02x}" + (f"{round(alpha * 255):02x}" if tail else "")
    if notation == "rgb":
        return f"rgb({red} {green} {blue}{tail})"
    if notation == "hsl":
        hue, light, strong = colorsys.rgb_to_hls(*color[:3])
        return f"hsl({_short(hue * 360, 1)} {_short(strong * 100, 1)}% {_short(light * 100, 1)}%{tail})"
    bright, chroma, angle = _to_oklch(color[0], color[1], color[2])
    text = ""
    for more in range(3):  # as many digits as the same color needs
        text = f"{_short(bright, 3 + more)} {_short(chroma, 3 + more)} {_short(angle, 1 + more)}"
        channels = _from_oklch(*map(float, text.split()))
        if tuple(round(_within(each) * 255) for each in channels) == (red, green, blue):
            break
    return f"oklch({text}{tail})"


def _short(value: float, digits: int) -> str:
    """A number without trailing zeros."""
    return f"{round(value, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


# The perceptual space Oklab, with the matrices of its definition ------------------------------------------------------


def _from_oklch(bright: float, chroma: float, angle: float) -> Triple:
    a, b = chroma * math.cos(math.radians(angle)), chroma * math.sin(math.radians(angle))
    long = (bright + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (bright - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (bright - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return _gamma_encoded(red), _gamma_encoded(green), _gamma_encoded(blue)


def _to_oklch(red: float, green: float, blue: float) -> Triple:
    red, green, blue = _linear(red), _linear(green), _linear(blue)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    bright = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    chroma = math.hypot(a, b)
    # A grey has no hue; rounding errors would give it one.
    return bright, chroma, math.degrees(math.atan2(b, a)) % 360 if chroma > 0.0005 else 0.0


def _gamma_encoded(value: float) -> float:
    value = _within(value)
    return _within(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


def _linear(value: float) -> float:
    value = _within(value)
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
