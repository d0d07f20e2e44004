"""Terms and definitions.

Each item starts with its term in bold, including the colon; an item without one has no term. Only the list is shown.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import one, sequence
from refrakt.runes.output.definition_terms import definition_rows
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import rune
from refrakt.runes.rune_theme import RuneTheme


def _build(deflist: RuneBuilder) -> Tag:
    rows = [
        part("row", "div", [Tag("dt", {"data-meta-label": ""}, row.term), Tag("dd", {}, row.definition)])
        for found in deflist.nodes("list")
        for row in definition_rows(found, deflist)
    ]
    return deflist.element("dl", rows, attributes={"data-zone-layout": "definition-list"})


deflist = rune(
    "deflist",
    "Shows a list as terms and definitions",
    aliases="definitions terms",
    category="Content",
    content=sequence(one("list", "list", template="- **Term:** what it means")),
    build=_build,
    theme=RuneTheme("deflist"),
    sample="""
        {% deflist %}
        - **Ebb:** the time in which the water falls
        - **Flood:** the time in which it rises
        - **Slack:** the still moment between the two
        {% /deflist %}
    """,
    snippet="""
        {% deflist %}
        - **${1:Term}:** ${2:what it means}
        {% /deflist %}
    """,
)
