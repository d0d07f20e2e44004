"""A player on the page.

Plays one file, or the tracks of a playlist elsewhere on the page. A list after the description marks its chapters: the name,
and in parentheses the time at which it begins.
"""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import ItemField, ItemModel, many, opt, sequence
from refrakt.runes.media.audio_player import audio_player
from refrakt.runes.media.durations import seconds
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import flag, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

_CHAPTER = ItemModel(
    (
        ItemField("label", "strong"),
        ItemField("time", pattern=r"\((\d+:\d+(?::\d+)?)\)"),
        ItemField("text", optional=False, pattern="remainder"),
    )
)


def _build(audio: RuneBuilder) -> Tag:
    waveform = audio.text("waveform") == "true"
    description = audio.render("description")
    player = audio_player(
        [_recording(audio)] if audio.text("src") else [],
        waveform="true" if waveform else "false",
        playlist=audio.text("playlist"),
        chapters=audio.text("chapters"),
    )
    return audio.element(
        "div",
        [player, *([part("description", "div", description)] if description else [])],
        fields={"waveform": "true" if waveform else None},
    )


def _recording(audio: RuneBuilder) -> dict[str, Any]:
    chapters = [
        {"name": row.get("label") or row.get("text") or "", "time": seconds(row.get("time") or "")}
        for row in audio.content.get("chapterListData") or ()
    ]
    return {
        "src": audio.text("src"),
        "name": audio.text("title") or None,
        "artist": audio.text("artist") or None,
        "playlist": audio.text("playlist") or None,
        "chapters": chapters or None,
    }


audio = rune(
    "audio",
    "Plays an audio file, with optional chapters",
    category="Semantic",
    attributes=[
        text("src", "Audio file"),
        text("playlist", "Id of a playlist"),
        text("title", "Title in the player"),
        text("artist", "Artist"),
        flag("waveform", "Show a waveform"),
        text("chapters", "File with chapters, WebVTT or JSON"),
    ],
    content=sequence(many("description", "paragraph"), opt("chapterList", "list", item=_CHAPTER)),
    build=_build,
    theme=RuneTheme(
        "audio",
        modifiers={"waveform": Modifier(default="false")},
        sections={"description": "description"},
        default_density="compact",
        edit_hints={"description": "inline"},
    ),
    sample="""
        {% audio src="/audio/ringer.mp3" title="The bell ringer of Pell" waveform=true %}
        Recorded in the tower, between two peals.

        1. Forty-one stairs (0:00)
        2. What the rope remembers (6:25)
        3. Why twice (14:50)
        {% /audio %}
    """,
    snippet="""
        {% audio src="${1:file.mp3}" title="${2:Title}" /%}
    """,
)
