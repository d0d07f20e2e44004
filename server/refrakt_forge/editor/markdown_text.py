"""Text of definitions in Markdown: on one line, truncated, without markup of its own."""

from __future__ import annotations

import re

from refrakt.plugins.message_quoting import one_line

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&-])")
_MAX_LENGTH = 300


def escaped(text: str, limit: int = _MAX_LENGTH) -> str:
    """A text that is shown as it is written."""
    return _MARKUP.sub(r"\\\1", one_line(" ".join(text.split()), limit))
