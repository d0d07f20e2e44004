"""A request to act.

For the end of a page or a section, when a reader is convinced and needs only the button: a line of text and one or
two links. A command to copy, in a fence, serves as well as a link.
"""

from __future__ import annotations

from refrakt.runes.content_model import many, sequence
from refrakt.runes.rune import rune

cta = rune(
    "cta",
    "A call to action with links or a command",
    aliases="call-to-action",
    category="Section",
    content=sequence(
        many("header", "heading|paragraph", template="## What to do next"),
        many("actions", "list|fence", template="- [Do it](/next)"),
    ),
    sample="""
        {% cta %}
        ## Bring your own clay

        The studio is open to guests every Thursday evening.

        - [Reserve a wheel](/reserve)
        - [Find us](/contact)
        {% /cta %}
    """,
)
