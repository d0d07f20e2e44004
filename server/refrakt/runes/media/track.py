"""One recording.

For a song, talk or episode that is worth a place of its own: the first heading or paragraph names it, and the rest is notes,
lyrics or chapters. Stands by itself as well as next to others.
"""

from __future__ import annotations

from refrakt.runes.content_model import many, opt, sequence
from refrakt.runes.rune import choice, number, rune, text

track = rune(
    "track",
    "Describes a single song, episode or talk",
    category="Semantic",
    schema_type="MusicRecording",
    attributes=[
        text("src", "Audio or video file"),
        text("artist", "Artist"),
        text("duration", "Duration, such as 3:45 or PT3M45S"),
        number("number", "Track number"),
        text("date", "Release date"),
        text("url", "URL of the recording elsewhere"),
        choice("type", "song episode chapter talk video", "Type of the recording"),
    ],
    content=sequence(opt("title", "heading|paragraph"), many("body")),
    sample="""
        {% track src="/audio/tide-tables.mp3" artist="Radio Sallow" duration="28:10" type="episode" number=4 %}
        ## How to read a tide table

        The harbour master explains, with a bucket.
        {% /track %}
    """,
    snippet="""
        {% track src="${1:file.mp3}" artist="${2:Artist}" duration="${3:3:45}" %}
        ## ${4:Title}
        {% /track %}
    """,
)
