"""A thought beside the text.

A source, a doubt, a story that would break the flow: readers see that it is there and decide for themselves.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, rune

sidenote = rune(
    "sidenote",
    "Puts a remark in the margin",
    aliases="footnote marginnote",
    category="Content",
    attributes=[choice("variant", "sidenote footnote tooltip", "Where the remark is shown")],
    content=rest("body"),
    sample="""
        The mill stood idle for nine winters.

        {% sidenote variant="footnote" %}
        The parish register says eight, but counts from the new lease.
        {% /sidenote %}
    """,
)
