"""One recording.

For a song, talk or episode that is worth a place of its own: the first heading or paragraph names it, and the rest is notes,
lyrics or chapters. Stands by itself as well as next to others.
"""

from __future__ import annotations

from ..content import many, opt, sequence
from ..model import choice, number, rune, text

track = rune(
    "track",
    "Presents a single song, episode or talk",
    category="Semantic",
    schema_type="MusicRecording",
    attributes=[
        text("src", "The sound or video file"),
        text("artist", "Who made it"),
        text("duration", "How long it is, like 3:45 or PT3M45S"),
        number("number", "Its place in the order"),
        text("date", "When it came out"),
        text("url", "Where else it can be heard"),
        choice("type", "song episode chapter talk video", "What kind of recording it is"),
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
