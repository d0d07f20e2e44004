"""A panel that slides in over the page.

For a glossary entry, full terms or a list of keyboard shortcuts. A reference to its id opens it; without scripts it is an
ordinary section. A thematic break in it starts a footer.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import EntityDefinition, choice, number, required, rune, text

drawer = rune(
    "drawer",
    "A panel that slides over the page",
    category="Layout",
    entity=EntityDefinition("drawer", title="{title}", scope="page", defaults={"side": "right", "size": "md"}),
    attributes=[
        required(text("id", "Id that references use to open it")),
        text("title", "Heading of the panel"),
        number("headingLevel", "Level of the heading, 1 to 6"),
        text("shortcut", "Keyboard shortcut that opens it, such as cmd+k"),
        choice("side", "right left top bottom", "Edge from which it slides in"),
        choice("size", "sm md lg", "Size of the panel"),
    ],
    content=rest("body"),
    sample="""
        What a *luff* is, the {% xref "sail-terms" /%} explain.

        {% drawer id="sail-terms" title="Parts of a sail" side="left" %}
        - **Luff**: the edge at the front.
        - **Leech**: the edge at the back.

        ---

        [The whole glossary](/glossary)
        {% /drawer %}
    """,
    snippet="""
        {% drawer id="${1:name}" title="${2:Title}" %}
        ${3}
        {% /drawer %}
    """,
)
