"""An image next to text.

Images that are alone in a paragraph go to one side, everything else to the other.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, flag, rune
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(mediatext: RuneBuilder) -> Tag:
    media: list[Renderable] = []
    body: list[Renderable] = []
    for item in mediatext.render("body"):
        image = _image(item)
        (body if image is None else media).append(image or item)
    values = mediatext.attributes
    return mediatext.element(
        "div",
        [part("media", "div", media), part("body", "div", body)],
        fields={
            "align": values["align"] or "left",
            "ratio": values["ratio"] or "1:1",
            "wrap": "true" if values["wrap"] else None,
        },
    )


def _image(item: Renderable) -> Tag | None:
    """The image of a paragraph without other content, or the item if it is an image."""
    if isinstance(item, Tag) and item.name == "p" and len(item.children) == 1:
        item = item.children[0]
    return item if isinstance(item, Tag) and item.name == "img" else None


mediatext = rune(
    "mediatext",
    "Shows an image next to text",
    aliases="media-text",
    category="Layout",
    attributes=[
        choice("align", "left right", "Side of the image"),
        choice("ratio", "1:2 1:1 2:1", "Ratio of image width to text width"),
        flag("wrap", "Wrap the text around the image"),
    ],
    content=rest("body"),
    build=_build,
    rendered_as="media-text",
    theme=RuneTheme(
        "mediatext",
        modifiers={"align": Modifier(default="left"), "ratio": Modifier(default="1:1"), "wrap": Modifier()},
        sections={"body": "body", "media": "media"},
        media_slots={"media": "cover"},
        default_density="full",
        edit_hints={"media": "image", "body": "none"},
    ),
    sample="""
        {% mediatext align="right" ratio="1:2" %}
        ![A rope splice, half finished](/images/splice.jpg)

        Unlay the strands for six turns, then tuck each one under its neighbour. Three rounds hold as well as the rope.
        {% /mediatext %}
    """,
)
