"""A table as a chart.

The first column names the points, every other column is a series. The table is the fallback. Only the table is used.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, flag, number, rune, text

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
