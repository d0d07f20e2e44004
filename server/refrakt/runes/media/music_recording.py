"""The name that tracks had before they held more than music.

Old pages go on working with it; new ones are better written with `track`, which it equals in everything.
"""

from __future__ import annotations

from ..model import rune
from .track import track

music_recording = rune(
    "music-recording",
    "The former name of track",
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
