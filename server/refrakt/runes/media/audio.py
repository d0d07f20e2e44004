"""A player on the page.

Plays one file, or the tracks of a playlist elsewhere on the page. A list after the description marks its chapters: the name,
and in parentheses the time at which it begins.
"""

from __future__ import annotations

from refrakt.runes.content_model import ItemField, ItemModel, many, opt, sequence
from refrakt.runes.rune import flag, rune, text

_CHAPTER = ItemModel(
    (
        ItemField("label", "strong"),
        ItemField("time", pattern=r"\((\d+:\d+(?::\d+)?)\)"),
        ItemField("text", optional=False, pattern="remainder"),
    )
)

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
