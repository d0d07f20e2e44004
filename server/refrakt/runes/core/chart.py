"""A table as a chart.

The first column names the points, every other column is a series. The table is the fallback. Only the table is used.
"""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.rune_builder import RuneBuilder, with_attributes
from refrakt.runes.output.tables import first_table
from refrakt.runes.rune import choice, flag, number, rune, text
from refrakt.runes.rune_theme import RuneTheme, plain


def _build(chart: RuneBuilder) -> Tag:
    """The table with the values; without one, the content as it is."""
    children = chart.render("body")
    table = first_table(children)
    if table is not None:
        caption = [Tag("caption", {}, [chart.text("title")])] if chart.text("title") else []
        children = [with_attributes(replace(table, children=[*caption, *table.children]), data_name="data")]
    fields = {"type": chart.text("type") or "bar", "stacked": chart.text("stacked") or "false"}
    fields |= {name: chart.text(name) for name in ("tick-count", "tick-step", "label-angle") if chart.text(name)}
    return chart.element("rf-chart", children, fields=fields)


chart = rune(
    "chart",
    "Draws a table as a chart",
    category="Code & Data",
    attributes=[
        choice("type", "bar line pie area", "Type of the chart"),
        text("title", "Title above the chart"),
        flag("stacked", "Stack the series"),
        number("tick-count", "Approximate number of ticks on the value axis"),
        number("tick-step", "Distance between ticks"),
        text("label-angle", "Rotation of the labels, such as -45, or auto"),
    ],
    content=rest("body"),
    needs=Needed("table", "draws a table"),
    build=_build,
    theme=RuneTheme(
        "chart",
        modifiers={
            "type": plain("bar"),
            "stacked": plain(),
            "tick-count": plain(),
            "tick-step": plain(),
            "label-angle": plain(),
        },
        default_density="compact",
        default_elevation="sunken",
        edit_hints={"data": "none"},
    ),
    sample="""
        {% chart type="bar" title="Visitors by season" %}
        | Season | 2023 | 2024 |
        |--------|------|------|
        | Spring | 410  | 520  |
        | Summer | 1830 | 2075 |
        | Autumn | 640  | 600  |
        {% /chart %}
    """,
    snippet="""
        {% chart type="${1:bar}" title="${2:Title}" %}
        | ${3:Name} | ${4:Value} |
        |---|---|
        | ${5:A} | ${6:1} |
        {% /chart %}
    """,
)
