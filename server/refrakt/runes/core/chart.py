"""Figures as a picture.

Write a table: the first column names the points, every further one is a series. The table stays there for readers whose
browser draws nothing. Only the table is shown.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, flag, number, rune, text

chart = rune(
    "chart",
    "Draws a table as a chart",
    category="Code & Data",
    attributes=[
        choice("type", "bar line pie area", "What kind of chart it is"),
        text("title", "A line above the chart"),
        flag("stacked", "Put the series on top of each other"),
        number("tick-count", "How many marks the value axis has, roughly"),
        number("tick-step", "How far apart the marks are"),
        text("label-angle", "How far labels are turned, like -45, or auto"),
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
