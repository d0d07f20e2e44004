"""A link to a thing rather than to an address.

Pages move and are renamed. A link that gives the id or the name of what is meant finds it wherever it is, takes its title as
text, and is reported when there is no such thing.
"""

from __future__ import annotations

from ..model import choice, required, rune, text

xref = rune(
    "xref",
    "Links to a page or thing by its id or name",
    aliases="ref",
    attributes=[
        required(text("primary", "The id or name of what is meant")),
        text("label", "The text of the link, if not its title"),
        text("type", "What kind of thing it is, if names clash"),
        choice("preview", "drawer", "Open it in a drawer instead"),
    ],
    universal=False,
    self_closing=True,
    inline=True,
    sample="""
        Before you moor, read {% xref "harbour-rules" label="the rules of the harbour" /%}.
    """,
    snippet="""
        {% xref "${1:id}" /%}
    """,
)
