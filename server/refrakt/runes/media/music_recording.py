"""The former name of `track`, with the same definition. Old pages keep working."""

from __future__ import annotations

from refrakt.runes.media.track import build_track, track
from refrakt.runes.rune import rune
from refrakt.runes.rune_theme import RuneTheme

music_recording = rune(
    "music-recording",
    "Former name of track",
    aliases="music-recording",  # the package lists the name as its own alias
    schema_type="MusicRecording",
    attributes=track.attributes,
    content=track.content,
    build=build_track,
    rendered_as="track",
    part_themes={"music-recording": RuneTheme("track", parent="music-playlist")},
    sample="""
        {% music-recording src="/audio/curlew.mp3" artist="Harbour Choir" duration="3:19" %}
        Curlew
        {% /music-recording %}
    """,
)
