"""An image with a caption.

The caption is an attribute, or the first paragraph next to the image; other text is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.media_zones import is_media
from refrakt.runes.output.rune_builder import RuneBuilder, part, tags_in, with_attributes
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(figure: RuneBuilder) -> Tag:
    body = figure.render("body")
    images = list(_media_in(body))
    images[:1] = [with_attributes(image, property="contentUrl") for image in images[:1]]
    texts = [child for child in tags_in(body) if child.name == "p" and not _is_image_only(child)]
    caption = [figure.text("caption")] if figure.text("caption") else texts[:1]
    shown = [part("caption", "figcaption", caption, property="caption")] if caption else []
    fields = {name: figure.attributes[name] or None for name in ("size", "align")}
    return figure.element("figure", [*images, *shown], fields=fields, typeof="ImageObject")


def _media_in(items: Iterable[Renderable]) -> Iterator[Tag]:
    for item in items:
        if isinstance(item, Tag):
            if is_media(item):
                yield item
            yield from _media_in(item.children)


def _is_image_only(paragraph: Tag) -> bool:
    """Whether an image is the only element of a paragraph; its texts do not count."""
    elements = tags_in(paragraph.children)
    return len(elements) == 1 and is_media(elements[0])


figure = rune(
    "figure",
    "An image with a caption",
    category="Content",
    schema_type="ImageObject",
    attributes=[
        choice("size", "small medium large full", "Size of the image"),
        choice("align", "left center right", "Side on which it is shown"),
        text("caption", "Caption below the image"),
    ],
    content=rest("body"),
    needs=Needed("image", "shows an image and its caption"),
    build=_build,
    theme=RuneTheme(
        "figure",
        modifiers={"size": Modifier(default="default"), "align": Modifier(default="center")},
        sections={"caption": "description"},
        frame_target="self",
        default_density="compact",
        default_elevation="flat",
        edit_hints={"caption": "inline"},
    ),
    sample="""
        {% figure size="large" caption="The lighthouse before its second floor was added" %}
        ![A low white tower on a cliff](/img/lighthouse-1884.jpg)
        {% /figure %}
    """,
    snippet="""
        {% figure caption="${1:What it shows}" %}
        ![${2:Description}](${3:/img/picture.jpg})
        {% /figure %}
    """,
)
