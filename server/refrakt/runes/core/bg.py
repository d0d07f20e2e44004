"""The background of the enclosing rune.

An image, video or gradient behind a section. It renders nothing itself; it sets the background of the rune around it. Its body
may contain one `sandbox` as an animated background; other content has no effect.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import Custom
from refrakt.runes.output.backdrops import as_backdrop, first_guest, is_sandbox
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.output.universal_output import universal_meta
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.rune_theme import RuneTheme

_INITIAL: Mapping[str, str] = {"overlay": "none", "blur": "none", "position": "center", "fit": "cover", "opacity": "1"}
"""Values that change nothing."""


def _build(bg: RuneBuilder) -> Tag:
    metas = [
        universal_meta(f"bg-{each.name}", bg.text(each.name))
        for each in bg.rune.attributes
        if bg.attributes[each.name] and bg.text(each.name) != _INITIAL.get(each.name)
    ]
    return Tag("div", {"data-bg-source": True}, [*metas, *_backdrop(bg)])


def _backdrop(bg: RuneBuilder) -> list[Renderable]:
    guest = first_guest(bg.render(bg.node.children))
    if guest is None:
        return []
    if is_sandbox(guest):
        return [as_backdrop(guest)]
    name = guest.attributes.get("data-rune") or guest.name
    bg.warn("bg-content", f"only a sandbox can be a background; `{name}` is not shown")
    return []


bg = rune(
    "bg",
    "Sets the background of the enclosing rune",
    attributes=[
        text("preset", "Name of a background of the theme"),
        text("src", "URL of an image"),
        text("video", "URL of a video"),
        text("overlay", "Overlay: dark, light or a colour"),
        text("overlay-opacity", "Opacity of a coloured overlay, 0 to 1"),
        choice("gradient", "to-t to-b to-l to-r to-tr to-br to-bl to-tl", "Direction of a colour gradient"),
        text("from", "First colour of the gradient"),
        text("to", "Last colour of the gradient"),
        text("via", "Middle colour of the gradient"),
        choice("gradient-type", "linear radial conic", "Shape of the gradient"),
        choice("blur", "none sm md lg", "Strength of the blur"),
        text("position", "Part of the image that stays visible"),
        choice("fit", "cover contain", "Whether it covers the area or fits into it"),
        text("opacity", "Opacity, 0 to 1"),
        flag("fixed", "Keep it in place while the page scrolls"),
    ],
    content=Custom(takes="tag:sandbox"),
    universal=False,
    build=_build,
    theme=RuneTheme("bg", parent="*"),
    sample="""
        {% section %}
        {% bg src="/images/fjord.jpg" overlay="dark" position="top" /%}

        ## Boats leave on the hour

        From May to September, whatever the weather.
        {% /section %}
    """,
)
