"""Terms and definitions.

Each item starts with its term in bold, including the colon; an item without one has no term. Only the list is shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import one, sequence
from refrakt.runes.rune import rune

deflist = rune(
    "deflist",
    "Shows a list as terms and definitions",
    aliases="definitions terms",
    category="Content",
    content=sequence(one("list", "list", template="- **Term:** what it means")),
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
