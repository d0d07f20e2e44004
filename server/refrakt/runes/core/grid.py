"""Things side by side.

Each part between two rules becomes a cell. For what belongs together and is short enough to be seen at a glance; on a
narrow screen the cells stand below each other.
"""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.values import UNDEFINED

from ..content import Delimited, rest
from ..model import choice, number, rune, text, words

_MODES = ("columns", "auto", "masonry")


def _spans(layout: Any) -> Any:
    """The spans an old `layout` stands for. A word that is now a `mode` stands for none."""
    return UNDEFINED if layout in _MODES else layout


grid = rune(
    "grid",
    "Sets parts of a page side by side",
    aliases="columns",
    category="Layout",
    attributes=[
        number("columns", "How many columns there are"),
        number("rows", "How many rows there are"),
        text(
            "flow", "The direction cells are filled in", values=("row", "column", "dense", "row dense", "column dense")
        ),
        words("spans", "How many columns each cell takes, one by one"),
        text("ratio", "The columns' widths to each other, like 2 1"),
        choice("gap", "none tight default loose", "The room between cells"),
        choice("valign", "top center bottom stretch baseline", "How cells of a row line up"),
        choice("collapse", "sm md lg never", "The width below which cells stack"),
        choice("mode", " ".join(_MODES), "How columns come about", default="columns"),
        text("min", "The least width of a cell when columns are automatic"),
        text("aspect", "A cell's width to height, like 4/3"),
        choice("stack", "natural reverse", "The order of cells once they stack"),
        words("layout", "The old name of spans and of mode", deprecated="spans", rewrite=_spans),
    ],
    content=Delimited(each=rest("content")),
    sample="""
        {% grid ratio="2 1" gap="loose" %}
        ## The boathouse

        Built in 1911 and still in use: two slips, a workshop and a loft for sails.

        ---

        **Opening hours**

        Weekends from May to September.
        {% /grid %}
    """,
    snippet="""
        {% grid columns=${1:2} %}
        ${2:First cell}

        ---

        ${3:Second cell}
        {% /grid %}
    """,
)
