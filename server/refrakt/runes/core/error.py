"""One problem in a list of problems.

Error pages use it while a site is built; pages do not write it.
"""

from __future__ import annotations

from refrakt.runes.rune import Attribute, rune, text

error = rune(
    "error",
    "One problem in a list of problems",
    category="Semantic",
    attributes=[
        text("type", "Type of the node with the problem"),
        text("tag", "Tag with the problem"),
        Attribute("lines", "Lines of the problem", "Array"),
        Attribute("error", "The problem: id, level and message", "Object"),
    ],
    internal=True,
    sample="""
        {% error type="tag" tag="lamp" lines=[12, 14] error={id: "tag-undefined", level: "critical"} /%}
    """,
)
