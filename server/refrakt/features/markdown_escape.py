"""Escape text of pages for Markdown: none of it may be rendered by an editor."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")
_NUMBER = re.compile(r"^(\d+)\.")
"""A list marker."""
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_LINK_OR_HTML = re.compile(r"([\[\]<>])")
_MAX_LENGTH = 200


def escaped(text: str, longest: int = _MAX_LENGTH) -> str:
    """A text on one line, truncated, without active Markdown or HTML."""
    return _NUMBER.sub(r"\1\.", _SPECIAL.sub(r"\\\1", _truncated(text, longest)))


def code_span(text: str, longest: int = _MAX_LENGTH) -> str:
    """A text on one line, truncated, as a code span."""
    line = _truncated(text, longest)
    ticks = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{pad}{line}{pad}{ticks}" if line else ""


def inactive(quoted: str) -> str:
    """A quoted description that a repository has written, without links, images and HTML; its code and emphasis stay.

    In a quoted text, no backtick is escaped, because every backslash is written twice.
    """
    pieces: list[str] = []
    end = 0
    for code in _CODE.finditer(quoted):
        pieces += (_LINK_OR_HTML.sub(r"\\\1", quoted[end : code.start()]), code[0])
        end = code.end()
    return "".join((*pieces, _LINK_OR_HTML.sub(r"\\\1", quoted[end:])))


def _truncated(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def fenced(text: str, language: str = "markdoc") -> str:
    """Lines of a page as a code block."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"
