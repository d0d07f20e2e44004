"""Which CSS the `style` attributes of a rendered page may contain.

Runes and the theme compute styles from values of the page, and a link may have a `style` of its own. Declarations that load
something, run something or leave their place on the page are omitted. Custom properties may contain the URL of an image, as for
backgrounds. The limit: a style can still hide its element or make it large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.theme.url_policy import is_safe_url

MAX_LENGTH = 5_000

_NAME = re.compile(r"-{0,2}[a-zA-Z_][\w-]*")
_LOADING = re.compile(
    r"\b(?:src|image|image-set|-webkit-image-set|cross-fade|element|paint|expression|attr)\s*\(", re.IGNORECASE
)
_URL = re.compile(r"url\s*+\(\s*+(\"[^\"]*+\"|'[^']*+'|[^)\"']*+)\s*+\)", re.IGNORECASE)
_UNSAFE = re.compile(r"[\\<>{}@\x00-\x08\x0b-\x1f\x7f]|/\*|\*/|javascript:|vbscript:", re.IGNORECASE)
_DENIED_PROPERTIES = frozenset(("behavior", "-moz-binding", "-ms-behavior", "src"))
_PLACES = re.compile(r"\b(?:fixed|sticky|absolute|-webkit-sticky)\b", re.IGNORECASE)


def safe_style(style: str) -> str:
    """The declarations that are safe, as written; empty if there are none."""
    if len(style) > MAX_LENGTH:
        return ""
    parts = [part.strip() for part in _declarations(style)]
    return "; ".join(part for part in parts if part and _is_safe(part))


def _is_safe(declaration: str) -> bool:
    name, colon, value = (each.strip() for each in declaration.partition(":"))
    lower = name.lower()
    if not colon or not value or not _NAME.fullmatch(name) or lower in _DENIED_PROPERTIES:
        return False
    if _UNSAFE.search(value) or _LOADING.search(value):
        return False
    if lower == "position" and _PLACES.search(value):
        return False
    urls = [found[1].strip("\"'") for found in _URL.finditer(value)]
    if re.search(r"url\s*\(", _URL.sub("", value), re.IGNORECASE):
        return False
    return not urls or (name.startswith("--") and all(is_safe_url(url, "src") for url in urls))


def _declarations(style: str) -> Iterator[str]:
    """The parts between semicolons that are not in quotes or parentheses. An open quote ends the style."""
    start, quote, depth = 0, "", 0
    for at, character in enumerate(style):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "(":
            depth += 1
        elif character == ")":
            depth = max(0, depth - 1)
        elif character == ";" and not depth:
            yield style[start:at]
            start = at + 1
    if not quote and not depth:
        yield style[start:]
