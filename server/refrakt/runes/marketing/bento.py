"""A grid of tiles of different sizes.

The higher a heading, the larger its tile. For exact sizes write the tiles as `bento-cell`; then headings between them are ignored.
"""

from __future__ import annotations

import re
from math import floor
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Condition, Conditional, Custom, rest
from refrakt.runes.output.card_link import card_link
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.media_zones import media_zones, unwrap_images
from refrakt.runes.output.rune_builder import RuneBuilder, part, tags_in, with_attributes
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.rune_theme import InlineStyle, RuneTheme, container, plain, root
from refrakt.untrusted import quoted

_HEIGHTS = "sm md lg xl"
_RATIOS = "1/3 2/5 1/2 3/5 2/3"
_POSITIONS = "top bottom start end cover"

_TITLE_LEVEL = 3
"""The level of all tile titles; the level that is written gives the size."""

_CELL_CHROME = (
    "frame",
    "frame-aspect",
    "frame-displace",
    "frame-offset",
    "frame-oversize",
    "frame-place",
    "frame-anchor",
    "frame-shadow",
    "elevation",
)
"""Attributes of the grid that are the defaults of its tiles and do not apply to the grid."""

_SIZES = {1: "full", 2: "large", 3: "medium"}
"""Sizes by heading level; deeper headings are small."""

_LEVEL = re.compile(r"^([0-9]{1,4})(?:x([0-9]{1,4}))?$", re.IGNORECASE)


def _build_bento(bento: RuneBuilder) -> Tag:
    values = bento.attributes
    defaults = {name: js_str(values[name]) for name in _CELL_CHROME if values[name] not in (None, "")}
    if values["media-position"]:
        defaults["media-position"] = values["media-position"]
    bento.attributes = {name: None if name in _CELL_CHROME else value for name, value in values.items()}
    before, tiles = _tiles(bento)
    tiles = [child_tag("bento-cell", {**defaults, **tile.attributes}, tile.children, tile) for tile in tiles]
    grid = part("grid", "div", child_elements(bento, tiles, "bento-cell", data_field="cell"))
    return bento.element(
        "section",
        [*bento.render(before), grid],
        fields={
            "gap": "1rem" if values["gap"] is None else values["gap"],
            "columns": "6" if values["columns"] is None else js_str(values["columns"]),
            **{name: bento.text(name) for name in ("row-height", "content-height", "media-ratio", "collapse")},
        },
    )


def _columns(bento: RuneBuilder) -> float:
    columns = bento.attributes["columns"]
    return columns if isinstance(columns, int | float) and not isinstance(columns, bool) else 6


def _tiles(bento: RuneBuilder) -> tuple[list[Node], list[Node]]:
    """The content before the grid, and its tiles: those that are written as tags, or one for each heading."""
    nodes = bento.nodes("children")
    written = [node for node in nodes if node.tag == "bento-cell"]
    if written:
        return [], written
    columns, levels = _columns(bento), _levels(bento)
    before: list[Node] = []
    tiles: list[tuple[Node, list[Node]]] = []
    for node in nodes:
        if node.type == "heading":
            tiles.append((node, []))
        else:
            (tiles[-1][1] if tiles else before).append(node)
    return before, [
        child_tag("bento-cell", _tile_size(heading, columns, levels), [heading, *body], heading)
        for heading, body in tiles
    ]


def _tile_size(heading: Node, columns: float, levels: list[tuple[int, int]]) -> dict[str, Any]:
    level = int(heading.attributes["level"])
    if levels:
        cols, rows = levels[min(level, len(levels)) - 1]
        return {"size": "", "cols": cols, "rows": rows}
    size = _SIZES.get(level, "small")
    cols, rows = _spans(size, columns)
    return {"size": size, "cols": cols, "rows": rows}


def _levels(bento: RuneBuilder) -> list[tuple[int, int]]:
    """The columns and rows of each heading level, as `levels` gives them."""
    found: list[tuple[int, int]] = []
    for written in filter(None, map(str.strip, bento.text("levels").split(","))):
        match = _LEVEL.match(written)
        if match:
            found.append((int(match[1]), int(match[2] or 1)))
        else:
            bento.warn("bad-levels", f"`levels` has {quoted(written)}, which is not a size such as 4 or 4x2")
    return found


def _spans(size: str, columns: float) -> tuple[int, int]:
    """The columns and rows of a size in a grid."""
    if size == "full":
        return int(columns), 1
    share = {"large": columns * 2 / 3, "medium": columns / 2}.get(size, columns / 3)
    return max(1, min(int(columns), floor(share + 0.5))), 2 if size == "large" else 1


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
    build=_build_bento,
    theme=RuneTheme(
        "bento",
        modifiers={
            "columns": plain("6"),
            "gap": plain("1rem"),
            "row-height": plain(),
            "content-height": plain(),
            "media-ratio": plain(),
            "collapse": plain(),
        },
        styles={"columns": InlineStyle("--bento-columns"), "gap": InlineStyle("--bento-gap")},
        default_density="full",
        child_density="compact",
        default_elevation="flush",
        stagger_items="cell",
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


def _build_bento_cell(cell: RuneBuilder) -> Tag:
    values = cell.attributes
    size = "medium" if values["size"] is None else js_str(values["size"])
    cols, rows = _spans(size, 6)
    beside = size in ("large", "full")
    nodes = cell.nodes("body")
    title = _title(cell, nodes.pop(0)) if nodes and nodes[0].type == "heading" else []
    zones = media_zones(nodes)
    media = part("media", "div", unwrap_images(cell.render(zones.media)), data_section="media")
    footer = part("footer", "footer", cell.render(zones.footer))
    href = cell.text("href")
    link = card_link(href)
    return cell.element(
        "div",
        [
            *([media] if zones.media else []),
            *title,
            part("body", "div", unwrap_images(cell.render(zones.body))),
            *([footer] if zones.footer else []),
            *([link] if href else []),
        ],
        fields={
            "size": size,
            "cols": js_str(values["cols"] or cols),
            "rows": js_str(values["rows"] or rows),
            "content-height": cell.text("content-height"),
            "media-ratio": cell.text("media-ratio"),
        },
        attributes={"data-media-position": values["media-position"] or ("start" if beside else "top")},
    )


def _title(cell: RuneBuilder, written: Node) -> list[Tag]:
    heading = Node("heading", {**written.attributes, "level": _TITLE_LEVEL}, written.children)
    heading.block, heading.start, heading.end, heading.lines = written.block, written.start, written.end, written.lines
    return [with_attributes(tag, data_name="title") for tag in tags_in(cell.render(heading))]


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
    build=_build_bento_cell,
    theme=RuneTheme(
        "bento-cell",
        modifiers={
            "size": plain("medium"),
            "cols": plain(),
            "rows": plain(),
            "content-height": plain(),
            "media-ratio": plain(),
        },
        layout={"root": root("media", "content"), "content": container("div", "title", "body", "footer")},
        sections={"media": "media"},
        styles={"cols": InlineStyle("--cell-cols"), "rows": InlineStyle("--cell-rows")},
        requires_parent="bento",
        parent="bento",
        edit_hints={"title": "inline"},
    ),
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
