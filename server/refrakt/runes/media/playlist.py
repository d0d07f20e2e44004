"""Recordings in an order.

An album, a podcast or a mix: a heading, a list of tracks and, before a thematic break, a cover. In each item bold is the
track's name, a link its sound file, italics its artist, time in parentheses its length, and what follows a long dash its date.
A list inside an item gives lyrics or chapters. Items must stay tight: blank lines between or inside them hide all of this.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Delimited, ItemField, ItemModel, Zone, many, one, opt
from refrakt.runes.media.audio_player import audio_player
from refrakt.runes.media.playlist_tracks import player_recordings, track_elements
from refrakt.runes.output.media_zones import first_media
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, tags_in, with_attributes
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.rune_theme import (
    SPLIT_MODIFIERS,
    SPLIT_STYLES,
    MetaField,
    Modifier,
    RuneTheme,
    bar,
    container,
    plain,
    root,
)
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


def build_playlist(playlist: RuneBuilder) -> Tag:
    rows = (playlist.content.get("content") or {}).get("tracksData") or ()
    artist = playlist.text("artist")
    has_player = playlist.text("player") == "true"
    player = part("player", "div", [audio_player(player_recordings(playlist, rows))])
    body = playlist.render("body", zone="content")
    return playlist.element(
        "section",
        [
            *([meta("true")] if has_player else []),
            *([meta(artist, property="byArtist")] if artist else []),
            *_media(playlist),
            *_named(playlist, "headline", property="name"),
            *_named(playlist, "blurb"),
            *([player] if has_player else []),
            part("tracks", "ol", track_elements(playlist, rows)),
            *([part("body", "div", body)] if body else []),
        ],
        field="content-section",
        fields={
            "type": playlist.text("type", "album"),
            **split_fields(playlist.attributes),
            "artist": artist or None,
            "id": playlist.text("id") or None,
        },
        typeof="MusicPlaylist",
        # The id is a name for audio runes.
        attributes={"id": None},
    )


def _media(playlist: RuneBuilder) -> list[Tag]:
    """The cover, or any other content of the media zone."""
    media = playlist.render("media", zone="media")
    cover = first_media(media)
    shown = [with_attributes(cover, property="image")] if cover else media
    return [part("media", "div", shown)] if shown else []


def _named(playlist: RuneBuilder, name: str, property: str | None = None) -> list[Tag]:
    rendered = tags_in(playlist.render(name, zone="content"))
    return [with_attributes(tag, data_name=name, property=property) for tag in rendered]


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
    build=build_playlist,
    theme=RuneTheme(
        "playlist",
        modifiers={
            "type": Modifier(default="album"),
            "media-position": plain("top"),
            **SPLIT_MODIFIERS,
            "artist": plain(),
            "hasPlayer": plain(),
            "id": plain(),
        },
        meta_fields={"type": MetaField("category")},
        blocks={"eyebrow": bar("type")},
        layout={
            "root": root("media", "content"),
            "content": container("div", "eyebrow", "preamble", "player", "tracks", "body"),
            "preamble": container("header", "headline", "blurb", "image"),
        },
        auto_label={
            "eyebrow": "eyebrow",
            "headline": "headline",
            "blurb": "blurb",
            "image": "image",
            "media": "media",
        },
        sections={"preamble": "preamble", "headline": "title", "blurb": "description", "media": "media"},
        media_slots={"media": "cover"},
        styles=SPLIT_STYLES,
        default_density="full",
        default_elevation="flat",
        sequence="numbered",
        stagger_items="track",
        edit_hints={
            "headline": "inline",
            "blurb": "inline",
            "preamble": "none",
            "tracks": "none",
            "player": "none",
        },
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
