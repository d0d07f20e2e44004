"""Letters of other scripts that look like Latin ones, and the Latin letters that they are mistaken for."""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = dict(
    zip("асԁеһіјӏорԛѕԝхуАВСЕНІЈКМОРЅТХУԌԍкмтвнпзг", "acdehijlopqswxyABCEHIJKMOPSTXYGgkmtbhnзr", strict=True)
)
_CYRILLIC |= {"н": "h", "п": "n", "з": "3", "г": "r", "в": "b"}
_GREEK = dict(zip("αοιρυνκχτεΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aoipuvkxteABEZHIKMNOPTYX", strict=True))
_OTHER = {"ı": "i", "ɑ": "a", "ɡ": "g", "ⅰ": "i", "ⅼ": "l", "օ": "o", "ո": "n", "հ": "h", "ց": "g"}
LATIN: dict[str, str] = {**_CYRILLIC, **_GREEK, **_OTHER}
"""The Latin letter of each letter that looks like it."""

SIMILAR = f"[{''.join(LATIN)}\uff01-\uff5e]"
"""A pattern."""
_SIMILAR = re.compile(SIMILAR)


def latin(text: str) -> str:
    """A text with its similar letters and full-width characters as Latin ones."""
    return "".join(_latin(char) for char in text)


def has_similar(text: str) -> bool:
    """Whether a text has Latin letters and such that look like them, or full-width ones."""
    return not text.isascii() and _SIMILAR.search(text) is not None


def _latin(char: str) -> str:
    if char in LATIN:
        return LATIN[char]
    return unicodedata.normalize("NFKC", char) if _is_wide(char) else char


def _is_wide(char: str) -> bool:
    return "\uff01" <= char <= "\uff5e"


def script_of(char: str) -> str:
    """The script in the name of a letter, in plain words."""
    if _is_wide(char):
        return "full-width"
    name = unicodedata.name(char, "").split(" ")
    return name[0].capitalize() if name[0] in ("CYRILLIC", "GREEK", "ARMENIAN") else "non-Latin"
