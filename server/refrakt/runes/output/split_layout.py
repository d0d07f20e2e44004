"""The fields of runes that show media above, below or beside their text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_BESIDE = ("start", "end")


def split_fields(attributes: Mapping[str, Any], position: str = "top") -> dict[str, Any]:
    """The fields of the attributes of the split layout. `position` is the rune's default.

    Ratio and alignment mean nothing unless the media is beside the text.
    """
    position = attributes["media-position"] or position
    beside = position in _BESIDE
    return {
        "media-position": position,
        "media-ratio": attributes["media-ratio"] or None if beside else None,
        "valign": attributes["valign"] or None if beside else None,
        "collapse": attributes["collapse"] or None,
    }
