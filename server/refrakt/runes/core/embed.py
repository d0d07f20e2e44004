"""A video, a song or a post from another site.

Its URL selects the player, in a frame with a fixed aspect ratio. The body is the fallback.
"""

from __future__ import annotations

import math

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_number, js_str
from refrakt.runes.content_model import rest
from refrakt.runes.output.embed_providers import embedded_media
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, required, rune, text
from refrakt.runes.rune_theme import RuneTheme, plain

_ALLOWED = "accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture"
_DEFAULT_HEIGHT = 56.25


def _build(embed: RuneBuilder) -> Tag:
    url, title = embed.text("url"), embed.text("title")
    media = embedded_media(url)
    published = {"contentUrl": url, "name": title, "embedUrl": media.url}
    children: list[Renderable] = [meta(value, property=name) for name, value in published.items() if value]
    if media.url:
        frame = {
            "src": media.url,
            "title": title or "Embedded content",
            "frameborder": "0",
            "allow": _ALLOWED,
            "allowfullscreen": "",
            "loading": "lazy",
        }
        height = js_str(_height(embed.text("aspect") or "16:9"))
        children.append(part("wrapper", "div", [Tag("iframe", frame)], style=f"padding-bottom: {height}%"))
    children.append(part("fallback", "div", embed.render("fallback")))
    return embed.element("figure", children, fields={"provider": media.provider}, typeof="VideoObject")


def _height(aspect: str) -> float:
    """The height of the frame in percent of its width."""
    width, height, *_ = [*map(js_number, aspect.split(":")), 0]
    known = width and height and not math.isnan(width) and not math.isnan(height)
    return height / width * 100 if known else _DEFAULT_HEIGHT


embed = rune(
    "embed",
    "Embeds media from another site",
    category="Content",
    schema_type="VideoObject",
    attributes=[
        required(text("url", "URL of the media")),
        text("type", "Type of the media, if the URL does not imply it"),
        choice("aspect", "16:9 4:3 1:1 auto", "Aspect ratio of the frame"),
        text("title", "Title for screen readers"),
    ],
    content=rest("fallback"),
    build=_build,
    theme=RuneTheme(
        "embed",
        modifiers={"provider": plain("generic")},
        default_density="compact",
        default_elevation="flat",
        edit_hints={"fallback": "none"},
    ),
    sample="""
        {% embed url="https://vimeo.com/4820517" aspect="4:3" title="How a bell is cast" %}
        [Watch the film on Vimeo](https://vimeo.com/4820517)
        {% /embed %}
    """,
    snippet="""
        {% embed url="${1:https://}" title="${2:Title}" %}
        ${3:What to read where it cannot be shown}
        {% /embed %}
    """,
)
