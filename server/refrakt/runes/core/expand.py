"""Another thing's content, in this place.

What is written once can be shown in many places and is kept up in one: opening hours, a definition, a decision. Its headings
stay out of the outline of this page unless `level` takes them in.
"""

from __future__ import annotations

from ..model import flag, number, required, rune, text

expand = rune(
    "expand",
    "Shows the content of another page or thing here",
    category="Content",
    attributes=[
        required(text("primary", "The id or name of what is shown")),
        number("level", "The level its headings begin at on this page"),
        text("type", "What kind of thing it is, if names clash"),
        flag("canonical", "Add a link to where it comes from"),
        text("label", "The text of that link"),
    ],
    universal=False,
    self_closing=True,
    sample="""
        # Visiting the museum

        {% expand "opening-hours" level=2 canonical=true /%}
    """,
    snippet="""
        {% expand "${1:id}" /%}
    """,
)
