"""Markdoc's own tags, described like runes so that they are checked and completed like them."""

from __future__ import annotations

from .content import rest
from .model import Attribute, Package, Rune, required, rune, text

_NAME = "@markdoc/markdoc"


def _tag(name: str, about: str, **more: object) -> Rune:
    return rune(name, about, universal=False, category="Markdoc", **more)  # type: ignore[arg-type]


IF = _tag(
    "if",
    "Shows its content only if a condition holds",
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
    "Begins what an `if` shows otherwise",
    attributes=[Attribute("primary", "A further condition", ("Object", "Boolean"))],
    self_closing=True,
    parents="if",
)
PARTIAL = _tag(
    "partial",
    "Puts another file in this place",
    attributes=[
        required(text("file", "The file, as the site's partials are named")),
        Attribute("variables", "Values the file may use", "Object"),
    ],
    self_closing=True,
    inline=False,
    sample="""
        {% partial file="safety.md" /%}
    """,
)
SLOT = _tag(
    "slot",
    "Fills a named place of the tag around it",
    attributes=[required(text("primary", "The name of the place"))],
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
    "A link whose address may be a variable",
    attributes=[required(text("href", "Where it leads")), text("title", "What is shown when pointed at")],
    content=rest(),
    sample="""
        Read {% link href=$frontmatter.source %}the original{% /link %}.
    """,
)

MARKDOC = Package(
    _NAME, "markdoc", "Markdoc's own tags", runes={each.name: each for each in (IF, ELSE, PARTIAL, SLOT, TABLE)}
)
"""What every Markdoc project has."""
EXTRA = Package(_NAME, "markdoc", "Markdoc's own tags", runes={LINK.name: LINK})
"""What a refrakt site has besides."""
