"""CSS values that pages contain: colours, lengths, shadows and font names.

They become part of `style` attributes, so a value that could end its declaration or load something is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.output.rune_builder import part, with_attributes

_UNSAFE = re.compile(r"[;{}@\\<>\"'`]|/\*|\b(?:url|src|image|image-set|cross-fade|element|expression)\(", re.IGNORECASE)
_LONGEST = 500


def css_value(text: str) -> str:
    """The text if it is a plain CSS value, otherwise nothing."""
    text = " ".join(text.split())
    return "" if len(text) > _LONGEST or _UNSAFE.search(text) else text


def declarations(**properties: str) -> str | None:
    """The text of a `style` attribute; None without a value. Underscores in names are hyphens, `__name` is a custom property."""
    written = [f"{name.replace('_', '-')}: {value}" for name, value in properties.items() if value]
    return "; ".join(written) or None


def styled_part(name: str, style: str | None, children: Iterable[Renderable] = ()) -> Tag:
    """A part of a rune with a style of its own."""
    return with_attributes(part(name, "div", children), style=style)
