"""A grid of tiles of different sizes.

Shows many things at once and still says which matters most: the higher a heading, the larger the tile made of it.
Where the sizes need an exact hand, write the tiles as `bento-cell`; then headings between them count for nothing.
"""

from __future__ import annotations

from ..content import Condition, Conditional, Custom, rest
from ..model import choice, number, rune, text

_HEIGHTS = "sm md lg xl"
_RATIOS = "1/3 2/5 1/2 3/5 2/3"
_POSITIONS = "top bottom start end cover"

bento = rune(
    "bento",
    "Lays tiles of different sizes out in a grid",
    category="Layout",
    attributes=[
        text("gap", "The room between tiles, a CSS length"),
        number("columns", "How many columns the grid has; 6 if not said"),
        text("levels", "Tile sizes by heading level, like '4x2,3,2'"),
        choice("row-height", _HEIGHTS, "How tall a row is"),
        choice("content-height", _HEIGHTS, "How tall the text of each tile is"),
        choice("media-ratio", _RATIOS, "The share of a tile its media takes"),
        choice("media-position", _POSITIONS, "Where each tile's media stands"),
        choice("collapse", "sm md lg never", "The width below which tiles stack"),
    ],
    content=Conditional(
        when=((Condition(child="tag:bento-cell"), Custom("tag:bento-cell")),),
        # Any heading, of whatever level, begins a tile; what stands before the first one is shown above the grid.
        default=Custom("any", needs="heading|tag"),
    ),
    sample="""
        {% bento columns=6 gap="1.5rem" %}
        ## The reading room

        Forty seats by the north windows, and nobody talks.

        ### Lending

        Six books, four weeks.

        ### Late hours

        Thursdays until ten.
        {% /bento %}
    """,
)

bento_cell = rune(
    "bento-cell",
    "Is one tile of a bento grid",
    parents="bento",
    attributes=[
        text("size", "small, medium, large or full"),
        number("cols", "How many columns it takes"),
        number("rows", "How many rows it takes"),
        choice("media-position", _POSITIONS, "Where its media stands"),
        choice("content-height", _HEIGHTS, "How tall its text is"),
        choice("media-ratio", _RATIOS, "The share of the tile its media takes"),
        text("href", "Where the whole tile leads"),
    ],
    content=rest("body"),
    sample="""
        {% bento columns=4 %}
        {% bento-cell cols=3 rows=2 href="/collection" %}
        ### Maps before 1800

        ![A hand-coloured coastline](/photos/coast.jpg)

        ---

        Two hundred sheets, scanned last winter.
        {% /bento-cell %}

        {% bento-cell cols=1 %}
        ### Visit

        By appointment.
        {% /bento-cell %}
        {% /bento %}
    """,
)
