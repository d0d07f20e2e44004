"""Several images together.

The alternative text of an image is its caption. Only images are shown.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import elements
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.media_zones import is_media
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import choice, flag, number, rune, text
from refrakt.runes.rune_theme import InlineStyle, Modifier, RuneTheme, plain

_COLUMNS = 3


def _build(gallery: RuneBuilder) -> Tag:
    values = gallery.attributes
    images = [each for each in elements(gallery.render("body")) if is_media(each)]
    columns = _COLUMNS if values["columns"] is None else values["columns"]
    caption = [field("caption", "figcaption", [gallery.text("caption")])] if values["caption"] else []
    return gallery.element(
        "figure",
        [part("items", "div", [_item(image) for image in images]), *caption],
        fields={
            "layout": "grid" if values["layout"] is None else values["layout"],
            "lightbox": "true" if values["lightbox"] is None else js_str(values["lightbox"]),
            "columns": js_str(columns) if columns != _COLUMNS else None,
        },
        typeof="ImageGallery",
    )


def _item(image: Tag) -> Tag:
    # The SVG of an image with a scheme has its alternative text in `aria-label`.
    text = image.attributes.get("alt") or image.attributes.get("aria-label")
    return part("item", "figure", [image, Tag("figcaption", {}, [text])] if text else [image])


gallery = rune(
    "gallery",
    "Shows several images together",
    category="Content",
    schema_type="ImageGallery",
    attributes=[
        choice("layout", "grid carousel masonry", "Layout of the images"),
        number("columns", "Number of columns"),
        flag("lightbox", "Show an image at full size on click"),
        text("caption", "Caption below the gallery"),
    ],
    content=rest("body"),
    needs=Needed("image", "shows only images"),
    build=_build,
    theme=RuneTheme(
        "gallery",
        modifiers={"layout": Modifier(default="grid"), "lightbox": plain("true"), "columns": plain()},
        styles={"columns": InlineStyle("--gallery-columns")},
        default_density="full",
        child_density="compact",
        default_elevation="flat",
        edit_hints={"items": "none"},
    ),
    sample="""
        {% gallery layout="carousel" caption="Restoring the clock, spring to autumn" %}
        ![The dial without hands](/img/clock-1.jpg)

        ![New teeth for the great wheel](/img/clock-2.jpg)

        ![Back in the tower](/img/clock-3.jpg)
        {% /gallery %}
    """,
    snippet="""
        {% gallery columns=${1:3} %}
        ![${2:First}](${3:/img/first.jpg})

        ![${4:Second}](${5:/img/second.jpg})
        {% /gallery %}
    """,
)
