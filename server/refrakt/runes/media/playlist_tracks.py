"""The tracks of a playlist, as list items with their chapters or lyrics.

A list in a track is lyrics if each of its lines has a time, and chapters otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.media.durations import iso_duration, seconds
from refrakt.runes.output.rune_builder import RuneBuilder, part, property_meta

Row = Mapping[str, Any]
"""The values of one list item."""


def track_elements(playlist: RuneBuilder, rows: Sequence[Row]) -> list[Tag]:
    return [_track(playlist, row) for row in rows]


def player_recordings(playlist: RuneBuilder, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What the player of a playlist needs to know of its tracks."""
    return [
        {
            "name": row.get("name") or "",
            "src": row.get("src"),
            "artist": row.get("artist") or playlist.text("artist") or None,
            "duration": seconds(row["duration"]) if row.get("duration") else None,
        }
        for row in rows
    ]


def _track(playlist: RuneBuilder, row: Row) -> Tag:
    artist = row.get("artist") or playlist.text("artist")
    duration, date = row.get("duration"), row.get("date")
    description = playlist.render(row.get("description") or ())
    children = [part("track-name", "span", [row.get("name") or ""], property="name")]
    if artist:
        children.append(part("track-artist", "span", [artist], property="byArtist"))
    if duration:
        children.append(part("track-duration", "span", [duration]))
        children.append(property_meta("duration", iso_duration(duration)))
    if date:
        children.append(part("track-meta", "span", [date], property="datePublished"))
    if description:
        children.append(part("track-description", "div", description))
    children += _cue_points(row.get("cuePoints") or (), playlist.text("content", "auto"))
    source = {"data-src": row["src"]} if row.get("src") else {}
    attributes = {"typeof": "MusicRecording", **source, "data-field": "track", "property": "track"}
    return Tag("li", attributes, children)


def _cue_points(rows: Sequence[Row], kind: str) -> list[Tag]:
    if not rows:
        return []
    timed = all(row.get("time") for row in rows)
    if kind == "lyrics" or (kind != "chapters" and timed):
        return [part("lyrics", "ol", [Tag("li", _time(row), [_lyric(row)]) for row in rows])]
    return [part("chapters", "ol", [Tag("li", _time(row), _chapter(row)) for row in rows])]


def _time(row: Row) -> dict[str, str]:
    return {"data-time": js_str(seconds(row["time"]))} if row.get("time") else {}


def _lyric(row: Row) -> Tag:
    return part("lyric", "p", [row.get("text") or ""])


def _chapter(row: Row) -> list[Tag]:
    name, time = row.get("label") or row.get("text"), row.get("time")
    return [
        *([part("chapter-name", "span", [name])] if name else []),
        *([part("chapter-time", "span", [time])] if time else []),
    ]
