"""A line in a list of problems.

Error pages are put together from these while a site is built; a page has no reason to write one.
"""

from __future__ import annotations

from ..model import Attribute, rune, text

error = rune(
    "error",
    "One problem in a list of problems",
    category="Semantic",
    attributes=[
        text("type", "The kind of node that has the problem"),
        text("tag", "The tag that has the problem"),
        Attribute("lines", "The lines it stands on", "Array"),
        Attribute("error", "What is wrong: id, level and message", "Object"),
    ],
    internal=True,
    sample="""
        {% error type="tag" tag="lamp" lines=[12, 14] error={id: "tag-undefined", level: "critical"} /%}
    """,
)
