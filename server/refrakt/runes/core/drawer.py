"""A panel that slides in over the page.

For what readers look up and leave again: a glossary entry, the full terms, a list of keys. A reference to its id
opens it; where no script runs it stands on the page like any other section. A rule in it sets off a footer.
"""

from __future__ import annotations

from ..content import rest
from ..model import EntityForm, choice, number, required, rune, text

drawer = rune(
    "drawer",
    "A panel that opens over the page",
    category="Layout",
    entity=EntityForm("drawer", title="{title}", scope="page", usual={"side": "right", "size": "md"}),
    attributes=[
        required(text("id", "The name that references open it by")),
        text("title", "The panel's heading"),
        number("headingLevel", "The heading's level, 1 to 6"),
        text("shortcut", "The key that opens it, like cmd+k"),
        choice("side", "right left top bottom", "The edge it slides in from"),
        choice("size", "sm md lg", "How much of the page it covers"),
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
