"""The former name of `playlist`, with the same definition. Old pages keep working."""

from __future__ import annotations

from refrakt.runes.media.playlist import build_playlist, playlist
from refrakt.runes.rune import rune
from refrakt.runes.rune_theme import RuneTheme
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

music_playlist = rune(
    "music-playlist",
    "Former name of playlist",
    aliases="music-playlist",  # the package lists the name as its own alias
    schema_type="MusicPlaylist",
    preset=SPLIT_LAYOUT,
    attributes=playlist.attributes,
    content=playlist.content,
    build=build_playlist,
    rendered_as="playlist",
    part_themes={"music-playlist": RuneTheme("playlist")},
    sample="""
        {% music-playlist artist="Harbour Choir" %}
        # Songs for Low Tide

        - **Mud and Silver** (2:41)
        - **Curlew** (3:19)
        {% /music-playlist %}
    """,
)
