"""The keyword attribute that entries of a story world share, so that pages can list what belongs together."""

from __future__ import annotations

from refrakt.runes.rune import Preset, text

TAXONOMY = Preset("storytelling taxonomy", (text("tags", "Keywords, separated by commas"),))
