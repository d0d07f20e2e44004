"""Words of pages inside of explanations. What a page says is shown as it is said: none of it is Markdown for an editor."""

from __future__ import annotations

import re

_SIGN = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")
_NUMBER = re.compile(r"^(\d+)\.")
"""What would begin a list."""
_LONGEST = 200


def shown(text: str, longest: int = _LONGEST) -> str:
    """A text in one line, cut where it is long, with nothing in it that an editor would take for Markdown or HTML."""
    return _NUMBER.sub(r"\1\.", _SIGN.sub(r"\\\1", _cut(text, longest)))


def code(text: str, longest: int = _LONGEST) -> str:
    """The same between backticks."""
    line = _cut(text, longest)
    ticks = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{pad}{line}{pad}{ticks}" if line else ""


def _cut(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def fenced(text: str, language: str = "markdoc") -> str:
    """Lines of a page as they are."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"
