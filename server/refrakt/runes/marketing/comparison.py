"""Two or more things, held against each other.

Each level-two heading is a column, each list item a row. The bold words at an item's start name the row and line it
up with the same row of the other columns. Items that begin with `[x]` or `[ ]` become ticks and crosses.
"""

from __future__ import annotations

from ..content import Split, rest
from ..model import flag, rune, text

comparison = rune(
    "comparison",
    "Holds things against each other, row by row",
    aliases="versus vs",
    category="Section",
    attributes=[
        text("title", "A heading over it"),
        text("highlighted", "The column to recommend, by its heading"),
        text("layout", "table or cards; a table if not said"),
        text("labels", "Where row names go: left or hidden"),
        flag("collapse", "Fold rows on a narrow screen"),
        text("verdict", "A closing word under it"),
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
    "Is one of the things that are compared",
    parents="comparison",
    attributes=[
        text("name", "What is compared, as the column's head"),
        flag("highlighted", "Whether it is the one to take"),
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
    "Is one row of a comparison's column",
    parents="comparison-column comparison",
    attributes=[
        text("label", "What the row is about"),
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
