"""Terms and what they mean.

A glossary, or the facts of a thing one per line. Each item begins with its term in bold, the colon inside the bold; an item
without one has no term. Only the list is shown, so what introduces it belongs above the rune.
"""

from __future__ import annotations

from ..content import one, sequence
from ..model import rune

deflist = rune(
    "deflist",
    "Shows a list as terms and their meanings",
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
