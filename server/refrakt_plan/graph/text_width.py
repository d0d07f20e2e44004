"""Estimates the width of text in a drawing.

The reader's font is unknown, so these are the widths of a rather wide one: text that fits here fits there.
"""

from __future__ import annotations

import unicodedata

_WIDTHS = {
    **dict.fromkeys("ijl|'.,:;!I ", 0.34),
    **dict.fromkeys('ft()[]{}/\\-`"r', 0.42),
    **dict.fromkeys("csvxyzkJ?_*", 0.57),
    **dict.fromkeys("mwMW@%…", 0.96),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ&#+<>=~", 0.74),
}
_DEFAULT = 0.64
_BOLD = 1.1


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text at a font size."""
    return sum(map(_em, text)) * size * (_BOLD if bold else 1)


def _em(character: str) -> float:
    measured = _WIDTHS.get(character)
    if measured is not None:
        return measured
    if character.isascii():
        return _DEFAULT
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    wide = unicodedata.east_asian_width(character) in ("W", "F")
    return 1.25 if wide and unicodedata.category(character) == "So" else 1.02 if wide else 0.8


def fitted(text: str, room: float, size: float, bold: bool = False) -> str:
    """A text that fits; a longer one ends in an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    left = room - width("…", size, bold)
    end = 0
    while (left := left - width(text[end], size, bold)) >= 0:
        end += 1
    return text[:end].rstrip() + "…"


def wrapped(text: str, room: float, size: float, lines: int) -> list[str]:
    """A text in at most `lines` lines, broken between words if possible."""
    found: list[str] = []
    words = text.split()
    while words and len(found) < lines - 1:
        line = words.pop(0)
        if width(line, size) > room:
            line, rest = _split_word(line, room, size)
            words.insert(0, rest)
        while words and width(f"{line} {words[0]}", size) <= room:
            line = f"{line} {words.pop(0)}"
        found.append(line)
    if words:
        found.append(fitted(" ".join(words), room, size))
    return found


def _split_word(word: str, room: float, size: float) -> tuple[str, str]:
    """The part of a long word that fits into a line, and the rest."""
    end = 1
    while end < len(word) - 1 and width(word[: end + 1], size) <= room:
        end += 1
    return word[:end], word[end:]
