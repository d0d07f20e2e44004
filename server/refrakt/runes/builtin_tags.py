"""Markdoc's built-in tags, defined like runes so that they are checked and completed like runes."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import Attribute, Package, Rune, required, rune, text

_NAME = "@markdoc/markdoc"


def _tag(name: str, about: str, **more: object) -> Rune:
    return rune(name, about, universal=False, category="Markdoc", **more)  # type: ignore[arg-type]


IF = _tag(
    "if",
    "Shows its content if a condition is true",
    attributes=[Attribute("primary", "The condition: a variable or a function", ("Object", "Boolean"))],
    content=rest(),
    sample="""
        {% if $frontmatter.draft %}
        This page is not finished.
        {% else /%}
        This page is finished.
        {% /if %}
    """,
)
ELSE = _tag(
    "else",
    "Starts the alternative branch of an `if`",
    attributes=[Attribute("primary", "A further condition", ("Object", "Boolean"))],
    self_closing=True,
    parents="if",
)
PARTIAL = _tag(
    "partial",
    "Includes another file",
    attributes=[
        required(text("file", "Name of the partial")),
        Attribute("variables", "Variables for the partial", "Object"),
    ],
    self_closing=True,
    inline=False,
    sample="""
        {% partial file="safety.md" /%}
    """,
)
SLOT = _tag(
    "slot",
    "Fills a named slot of the enclosing tag",
    attributes=[required(text("primary", "Name of the slot"))],
    content=rest(),
)
TABLE = _tag(
    "table",
    "A table written as lists, for cells that hold more than text",
    content=rest(),
    inline=False,
    sample="""
        {% table %}
        - Flour
        - Water
        ---
        - 500 g
        - 350 g
        {% /table %}
    """,
)
LINK = _tag(
    "link",
    "A link whose URL may be a variable",
    attributes=[required(text("href", "URL of the link")), text("title", "Tooltip of the link")],
    content=rest(),
    sample="""
        Read {% link href=$frontmatter.source %}the original{% /link %}.
    """,
)

MARKDOC = Package(
    _NAME, "markdoc", "Markdoc's own tags", runes={each.name: each for each in (IF, ELSE, PARTIAL, SLOT, TABLE)}
)
"""The tags of every Markdoc project."""
EXTRA = Package(_NAME, "markdoc", "Markdoc's own tags", runes={LINK.name: LINK})
"""The additional tags of a refrakt site."""
