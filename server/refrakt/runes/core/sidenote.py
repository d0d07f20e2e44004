"""A note in the margin: a source or a remark that would interrupt the text."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, rune

sidenote = rune(
    "sidenote",
    "Shows a note in the margin",
    aliases="footnote marginnote",
    category="Content",
    attributes=[choice("variant", "sidenote footnote tooltip", "Where the note is shown")],
    content=rest("body"),
    sample="""
        The mill stood idle for nine winters.

        {% sidenote variant="footnote" %}
        The parish register says eight, but counts from the new lease.
        {% /sidenote %}
    """,
)
