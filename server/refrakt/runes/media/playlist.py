"""Recordings in an order.

An album, a podcast or a mix: a heading, a list of tracks and, before a thematic break, a cover. In each item bold is the
track's name, a link its sound file, italics its artist, time in parentheses its length, and what follows a long dash its date.
A list inside an item gives lyrics or chapters. Items must stay tight: blank lines between or inside them hide all of this.
"""

from __future__ import annotations

from refrakt.runes.content_model import Delimited, ItemField, ItemModel, Zone, many, one, opt
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

_CUE_POINT = ItemModel(
    (
        ItemField("time", pattern=r"\(?(\d+:\d+(?::\d+)?)\)?"),
        ItemField("label", "strong"),
        ItemField("text", optional=False, pattern="remainder"),
        ItemField("description", "paragraph", greedy=True),
    )
)

_TRACK = ItemModel(
    (
        ItemField("name", "strong", optional=False),
        ItemField("src", "link", extract="href"),
        ItemField("artist", "em"),
        ItemField("duration", pattern=r"\((\d+:\d+(?::\d+)?)\)"),
        ItemField("date", pattern=r"—\s*(.+)$"),
        ItemField("description", "paragraph", greedy=True),
        ItemField("cuePoints", "list", item=_CUE_POINT),
    )
)

playlist = rune(
    "playlist",
    "Lists the tracks of an album, podcast or mix",
    category="Semantic",
    schema_type="MusicPlaylist",
    preset=SPLIT_LAYOUT,
    attributes=[
        choice("type", "album podcast audiobook series mix", "Type of the list"),
        text("artist", "Default artist of the tracks"),
        flag("player", "Show a player for the tracks"),
        choice("content", "auto lyrics chapters", "Content of lists inside a track"),
        text("id", "Id for the audio rune"),
    ],
    content=Delimited(
        zones=(
            Zone("media", (many("media"),)),
            Zone(
                "content",
                (
                    one("headline", "heading", template="# Title of the list"),
                    opt("blurb", "paragraph", template="What there is to hear."),
                    one("tracks", "list", template="- **First track** (2:58)\n- **Second track** (5:04)", item=_TRACK),
                    many("body"),
                ),
                primary=True,
            ),
        )
    ),
    sample="""
        {% playlist type="album" artist="Ida Holm Trio" player=true media-position="start" %}
        ![Sleeve with a lighthouse](/img/evening-ferry.jpg)

        ---

        # Evening Ferry

        Recorded in one night, in a boathouse with the doors open.

        1. **[Slack Water](/audio/slack-water.mp3)** (4:12)
        2. **[Lantern Quay](/audio/lantern-quay.mp3)** *with Per Lund* (3:37)
        3. **[Last Crossing](/audio/last-crossing.mp3)** (6:05)
        {% /playlist %}
    """,
    snippet="""
        {% playlist type="${1|album,podcast,audiobook,series,mix|}" artist="${2:Artist}" %}
        # ${3:Title}

        - **${4:First track}** (${5:2:58})
        - **${6:Second track}** (${7:5:04})
        {% /playlist %}
    """,
)
