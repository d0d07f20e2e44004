"""How many there are.

A number in a sentence that stays right, a tally for each group, or a chart of it. Without a body it is one number; with one,
the body is the template for each group, where `$item` has its `key`, `count`, `value` and `percent`.
"""

from __future__ import annotations

from ..model import choice, rune, text

aggregate = rune(
    "aggregate",
    "Counts what on the site answers a query",
    category="Content",
    attributes=[
        text("type", "What kinds of things, with commas between", default=""),
        text("filter", "Which of them are counted, as field:value", default=""),
        text("value", "Which of those are the share, as field:value", default=""),
        text("group", "The field to count by", default=""),
        text("sort", "What to sort groups by, with - for descending", default=""),
        text("limit", "How many groups are shown at most", default=""),
        text("empty", "What to say when there are none", default=""),
        choice("layout", "chart", "Draw a chart instead", default=""),
        choice("chart-type", "bar line area pie", "What kind of chart", default="bar"),
        text("chart-title", "The title of the chart", default=""),
    ],
    deferred=True,
    sample="""
        Our fleet has {% aggregate type="page" filter="url:/boats/*" /%} boats.

        {% aggregate type="page" filter="url:/boats/*" group="harbour" sort="-count" %}
        - {% $item.key %}: {% $item.count %}
        {% /aggregate %}
    """,
    snippet="""
        {% aggregate type="${1:page}" filter="${2:url:/blog/*}" /%}
    """,
)
