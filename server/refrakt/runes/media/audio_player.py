"""The player element. Its recordings are JSON, which its script reads in the browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from refrakt.markdoc.html import Tag


def audio_player(recordings: Iterable[Mapping[str, Any]], *, waveform: str = "false", **sources: str) -> Tag:
    """A player for recordings. `sources` are where its script finds more; values without content are left out."""
    written = [{key: value for key, value in each.items() if value is not None} for each in recordings]
    data = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    attributes = {"waveform": waveform, **{key: value for key, value in sources.items() if value}}
    return Tag("rf-audio", attributes, [Tag("script", {"type": "application/json"}, [data])])
