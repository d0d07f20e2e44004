"""One recording.

For a song, talk or episode that is worth a place of its own: the first heading or paragraph names it, and the rest is notes,
lyrics or chapters. Stands by itself as well as next to others.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import many, opt, sequence
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.media.durations import clock, iso_duration
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.rune_theme import RuneTheme


def build_track(track: RuneBuilder) -> Tag:
    artist, duration, date = track.text("artist"), track.text("duration"), track.text("date")
    title = "".join(map(plain_text, track.nodes("title")))
    body = track.render("body")
    published = {"url": track.text("url"), "position": track.text("number"), "datePublished": date}
    return track.element(
        "li",
        [
            Tag("span", {"data-name": "track-name", "data-field": "name", "property": "name"}, [title]),
            *([part("track-artist", "span", [artist])] if artist else []),
            *([part("track-duration", "span", [clock(duration)])] if duration else []),
            *([part("track-meta", "span", [date])] if date else []),
            *([part("track-description", "div", body)] if body else []),
            *(meta(value, property=name) for name, value in published.items() if value),
        ],
        fields={
            "artist": artist or None,
            "duration": iso_duration(duration) if duration else None,
            **{name: value or None for name, value in published.items()},
            "type": track.text("type", "song"),
        },
        typeof="MusicRecording",
    )


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
    build=build_track,
    theme=RuneTheme(
        "track",
        parent="playlist",
        default_elevation="flat",
        edit_hints={
            "track-name": "inline",
            "track-artist": "inline",
            "track-description": "inline",
            "track-duration": "none",
            "track-meta": "none",
        },
    ),
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
