"""A player on the page.

Plays one file, or the tracks of a playlist elsewhere on the page. A list after the description marks its chapters: the name,
and in parentheses the time at which it begins.
"""

from __future__ import annotations

from ..content import ItemField, ItemModel, many, opt, sequence
from ..model import flag, rune, text

_CHAPTER = ItemModel(
    (
        ItemField("label", "strong"),
        ItemField("time", pattern=r"\((\d+:\d+(?::\d+)?)\)"),
        ItemField("text", optional=False, pattern="remainder"),
    )
)

audio = rune(
    "audio",
    "Plays a sound file, with chapters if there are any",
    category="Semantic",
    attributes=[
        text("src", "The sound file"),
        text("playlist", "The id of a playlist to play"),
        text("title", "What the player calls it"),
        text("artist", "Who made it"),
        flag("waveform", "Draw the sound as a wave"),
        text("chapters", "A file with chapters, WebVTT or JSON"),
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
