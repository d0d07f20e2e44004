"""The former name of `track`, with the same definition. Old pages keep working."""

from __future__ import annotations

from refrakt.runes.media.track import track
from refrakt.runes.rune import rune

music_recording = rune(
    "music-recording",
    "Former name of track",
    aliases="music-recording",  # the package lists the name as its own alias
    schema_type="MusicRecording",
    attributes=track.attributes,
    content=track.content,
    sample="""
        {% music-recording src="/audio/curlew.mp3" artist="Harbour Choir" duration="3:19" %}
        Curlew
        {% /music-recording %}
    """,
)
