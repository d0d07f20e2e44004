"""Content in a grid.

Each part between two thematic breaks is a cell. On a narrow screen the cells are stacked.
"""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.content_model import Delimited, rest
from refrakt.runes.rune import choice, number, rune, text, words

_MODES = ("columns", "auto", "masonry")


def _spans(layout: Any) -> Any:
    """The spans for a value of the former `layout`; none for a value that is now a `mode`."""
    return UNDEFINED if layout in _MODES else layout


grid = rune(
    "grid",
    "Arranges content in a grid",
    aliases="columns",
    category="Layout",
    attributes=[
        number("columns", "Number of columns"),
        number("rows", "Number of rows"),
        text(
            "flow",
            "Direction in which cells are filled",
            values=("row", "column", "dense", "row dense", "column dense"),
        ),
        words("spans", "Number of columns of each cell"),
        text("ratio", "Ratio of the column widths, such as 2 1"),
        choice("gap", "none tight default loose", "Gap between cells"),
        choice("valign", "top center bottom stretch baseline", "Vertical alignment of the cells in a row"),
        choice("collapse", "sm md lg never", "Screen width below which cells stack"),
        choice("mode", " ".join(_MODES), "How the columns are computed", default="columns"),
        text("min", "Minimum width of a cell in auto mode"),
        text("aspect", "Aspect ratio of a cell, such as 4/3"),
        choice("stack", "natural reverse", "Order of stacked cells"),
        words("layout", "Former name of spans and mode", deprecated="spans", rewrite=_spans),
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
