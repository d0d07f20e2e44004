"""The size limit of a page, for texts that do not come from a file: arguments of agents, buffers of editors."""

from __future__ import annotations

from refrakt.errors import RefraktError
from refrakt.project.files import LARGEST_PAGE

_WIDEST = 4
"""Bytes of UTF-8 in one character, at most."""


def is_too_large(text: str) -> bool:
    """Whether a text has more bytes than a page may have."""
    if len(text) > LARGEST_PAGE or len(text) * _WIDEST <= LARGEST_PAGE:
        return len(text) > LARGEST_PAGE
    return len(text.encode("utf-8", "surrogatepass")) > LARGEST_PAGE


def refuse_too_large(text: str, name: str) -> None:
    """Refuse a text that is larger than a page may be, before anything is done with it."""
    if is_too_large(text):
        raise too_large(name)


def too_large(name: str) -> RefraktError:
    return RefraktError(
        "INVALID_ARGS", f"{name} has more than {LARGEST_PAGE:,} bytes", "Split it, or check a part of it."
    )
