"""The scene of a realm or faction: the picture in the first paragraph, above or beside the text.

A first paragraph without a picture is the beginning of the description.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.output.media_zones import first_media
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes


def scene_and_description(entry: RuneBuilder) -> tuple[list[Tag], list[Renderable]]:
    first = entry.render("scene")
    picture = first_media(first)
    description = entry.render("description")
    if picture is None:
        return [], [*first, *description]
    return [part("scene", "div", [with_attributes(picture, property="image")])], description
