"""A grid of tiles of different sizes.

The higher a heading, the larger its tile. For exact sizes write the tiles as `bento-cell`; then headings between them are ignored.
"""

from __future__ import annotations

from refrakt.runes.content_model import Condition, Conditional, Custom, rest
from refrakt.runes.rune import choice, number, rune, text

_HEIGHTS = "sm md lg xl"
_RATIOS = "1/3 2/5 1/2 3/5 2/3"
_POSITIONS = "top bottom start end cover"

bento = rune(
    "bento",
    "Arranges tiles of different sizes in a grid",
    category="Layout",
    attributes=[
        text("gap", "Gap between tiles, as a CSS length"),
        number("columns", "Number of columns; 6 by default"),
        text("levels", "Tile sizes by heading level, such as '4x2,3,2'"),
        choice("row-height", _HEIGHTS, "Height of a row"),
        choice("content-height", _HEIGHTS, "Height of the text in each tile"),
        choice("media-ratio", _RATIOS, "Share of a tile for its media"),
        choice("media-position", _POSITIONS, "Position of the media in each tile"),
        choice("collapse", "sm md lg never", "Screen width below which tiles stack"),
    ],
    content=Conditional(
        when=((Condition(child="tag:bento-cell"), Custom("tag:bento-cell")),),
        # A heading of any level begins a tile; content before the first heading is rendered above the grid.
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
    "One tile of a bento grid",
    parents="bento",
    attributes=[
        text("size", "small, medium, large or full"),
        number("cols", "Number of columns it spans"),
        number("rows", "Number of rows it spans"),
        choice("media-position", _POSITIONS, "Position of its media"),
        choice("content-height", _HEIGHTS, "Height of its text"),
        choice("media-ratio", _RATIOS, "Share of the tile for its media"),
        text("href", "URL of the tile's link"),
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
