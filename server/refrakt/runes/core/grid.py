"""Content in a grid.

Each part between two thematic breaks is a cell. On a narrow screen the cells are stacked.
"""

from __future__ import annotations

import re
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.content_model import Delimited, rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, number, rune, text, words
from refrakt.runes.rune_theme import InlineStyle, Modifier, RuneTheme, plain

_MODES = ("columns", "auto", "masonry")


def _spans(layout: Any) -> Any:
    """The spans for a value of the former `layout`; none for a value that is now a `mode`."""
    return UNDEFINED if layout in _MODES else layout


def _build(grid: RuneBuilder) -> Tag:
    values = grid.attributes
    spans = js_str(values["spans"]).replace(",", " ").split() if values["spans"] else []
    cells = [grid.render(zone.get("content", ())) for zone in grid.content["zones"]]
    if spans and len(cells) > len(spans):
        grid.warn(
            "dropped-content", f"the grid has {len(cells)} cells, but spans for {len(spans)}; the others are not shown"
        )
    spanned = [(content, *_span(spans[at])) for at, content in enumerate(cells[: len(spans)])] if spans else None
    children = [
        part("cell", "div", content, data_colspan=columns, data_rowspan=rows)
        for content, columns, rows in spanned or [(content, 1, None) for content in cells]
    ]
    layout = Tag(
        "div",
        {
            "data-layout": "grid",
            **{f"data-{name}": values[name] for name in ("columns", "rows", "flow") if values[name] is not None},
        },
        [*children],
    )
    fields = {
        name: values[name] or None for name in ("ratio", "gap", "valign", "collapse", "mode", "min", "aspect", "stack")
    }
    # The defaults need no field: they are what the style sheet does without one.
    fields |= {name: None for name, default in (("gap", "default"), ("mode", "columns")) if fields[name] == default}
    return grid.element("section", [layout], fields=fields)


def _span(written: str) -> tuple[int | None, int | None]:
    """The columns and rows of a cell such as `2` or `2:3`."""
    columns, _, rows = written.partition(":")
    return _leading_number(columns), _leading_number(rows)


def _leading_number(text: str) -> int | None:
    found = re.match(r"\s*(-?[0-9]+)", text)
    return int(found[1]) if found else None


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
    build=_build,
    theme=RuneTheme(
        "grid",
        modifiers={
            "mode": Modifier(default="columns"),
            **{name: plain() for name in ("collapse", "aspect", "stack", "ratio", "valign", "gap", "min")},
        },
        styles={
            "ratio": InlineStyle("--grid-ratio", transform="fraction"),
            "valign": InlineStyle("--grid-valign", transform="alignment"),
            "gap": InlineStyle("--grid-gap", transform="gap"),
            "min": InlineStyle("--grid-min"),
            "aspect": InlineStyle("--grid-aspect"),
        },
        default_density="full",
        child_density="compact",
        edit_hints={"cell": "none"},
    ),
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
