"""A comparison of two or more options.

Each level-two heading is a column, each list item a row. The bold text at the start of an item is the name of the row, which
aligns it with the other columns. Items that start with `[x]` or `[ ]` become check marks and crosses.
"""

from __future__ import annotations

from refrakt.runes.content_model import Split, rest
from refrakt.runes.rune import flag, rune, text

comparison = rune(
    "comparison",
    "Compares options row by row",
    aliases="versus vs",
    category="Section",
    attributes=[
        text("title", "Heading"),
        text("highlighted", "Heading of the recommended column"),
        text("layout", "table or cards; a table by default"),
        text("labels", "Position of the row names: left or hidden"),
        flag("collapse", "Collapse rows on narrow screens"),
        text("verdict", "Conclusion below the comparison"),
    ],
    content=Split(
        level=2,
        preamble="tag:comparison-column",
        emit="comparison-column",
        emit_attributes={"name": "$heading"},
        headless="tag:comparison-column",
    ),
    sample="""
        {% comparison title="Which clay?" highlighted="Stoneware" verdict="For mugs, take stoneware." %}
        ## Earthenware

        - **Fired at** - 1050 degrees
        - **Holds water** - only under a glaze
        - **Colour** - warm red

        ## Stoneware

        - **Fired at** - 1250 degrees
        - **Holds water** - always
        - **Colour** - grey to brown
        {% /comparison %}
    """,
)

comparison_column = rune(
    "comparison-column",
    "One column of a comparison",
    parents="comparison",
    attributes=[
        text("name", "Heading of the column"),
        flag("highlighted", "Whether it is recommended"),
    ],
    content=rest("body"),
    sample="""
        {% comparison layout="cards" %}
        {% comparison-column name="By train" %}
        {% comparison-row label="Takes" rowType="text" %}
        Six hours, with a window.
        {% /comparison-row %}
        {% /comparison-column %}

        {% comparison-column name="By ferry" %}
        {% comparison-row label="Takes" rowType="text" %}
        One night, with a bunk.
        {% /comparison-row %}
        {% /comparison-column %}
        {% /comparison %}
    """,
)

comparison_row = rune(
    "comparison-row",
    "One row of a comparison column",
    parents="comparison-column comparison",
    attributes=[
        text("label", "Label of the row"),
        text("rowType", "text, check, cross, negative, callout or empty"),
    ],
    content=rest("body"),
    sample="""
        {% comparison layout="cards" %}
        {% comparison-column name="Wool" %}
        {% comparison-row label="Warm when wet" rowType="check" %}
        Even in sleet.
        {% /comparison-row %}
        {% /comparison-column %}
        {% /comparison %}
    """,
)
