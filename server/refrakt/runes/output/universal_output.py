"""The universal attributes in a rune's output."""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder

_COPIED = ("width", "spacing", "inset", "elevation", "prominence", "reveal", "stagger", "reading", "dropcap")


def add_universal_output(builder: RuneBuilder, built: Tag) -> Tag:
    """Add the universal attributes that the page sets."""
    values = {name: builder.attributes[name] for name in _COPIED if builder.attributes.get(name) is not None}
    return replace(built, attributes={**built.attributes, **values})
