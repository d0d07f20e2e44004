"""The name that playlists had before they held more than music.

Old pages go on working with it; new ones are better written with `playlist`, which it equals in everything.
"""

from __future__ import annotations

from ..model import rune
from ..universal import SPLIT_LAYOUT
from .playlist import playlist

music_playlist = rune(
    "music-playlist",
    "The former name of playlist",
    aliases="music-playlist",  # the package lists the name as its own alias
    schema_type="MusicPlaylist",
    preset=SPLIT_LAYOUT,
    attributes=playlist.attributes,
    content=playlist.content,
    sample="""
        {% music-playlist artist="Harbour Choir" %}
        # Songs for Low Tide

        - **Mud and Silver** (2:41)
        - **Curlew** (3:19)
        {% /music-playlist %}
    """,
)
