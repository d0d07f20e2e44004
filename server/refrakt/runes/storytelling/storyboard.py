"""A story told in pictures.

Every picture starts a panel, and what follows it up to the next picture is its caption. For comics, shot lists and anything
else that is read frame by frame.
"""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc.html import Tag
from refrakt.markdoc.renderable_walk import find_element, replaced
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Custom, Needed, rest
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.media_zones import is_media
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes
from refrakt.runes.rune import choice, number, rune
from refrakt.runes.rune_theme import InlineStyle, Modifier, RuneTheme


def _build_storyboard(storyboard: RuneBuilder) -> Tag:
    written = [child_tag("storyboard-panel", {}, body, body[0]) for body in _panels(storyboard.nodes("children"))]
    panels = child_elements(storyboard, written, "storyboard-panel", data_field="panel")
    return storyboard.element(
        "div",
        [part("panels", "div", panels)],
        fields={"variant": storyboard.text("variant", "clean"), "columns": storyboard.text("columns", "3")},
    )


def _panels(nodes: Iterable[Node]) -> list[list[Node]]:
    """The bodies of the panels. A paragraph with a picture starts a new one."""
    panels: list[list[Node]] = []
    for node in nodes:
        starts = node.type == "paragraph" and any(each.type == "image" for each in node.walk())
        if starts or not panels:
            panels.append([])
        panels[-1].append(node)
    return panels


storyboard = rune(
    "storyboard",
    "Shows images and captions as panels",
    aliases="comic",
    category="Semantic",
    attributes=[
        number("columns", "Panels per row"),
        choice("variant", "comic clean polaroid", "Style of the panels"),
    ],
    content=Custom(takes="any"),
    needs=Needed("image", "begins each panel with an image"),
    build=_build_storyboard,
    theme=RuneTheme(
        "storyboard",
        modifiers={"variant": Modifier(default="clean"), "columns": Modifier(default="3")},
        styles={"columns": InlineStyle("--sb-columns")},
        default_density="full",
        default_elevation="flush",
        edit_hints={"panels": "none"},
    ),
    sample="""
        {% storyboard columns=2 variant="polaroid" %}
        ![An empty landing](/img/panel-1.jpg)

        Dawn. The post is there, the boat is not.

        ![A knife in the planks](/img/panel-2.jpg)

        Somebody was in a hurry.
        {% /storyboard %}
    """,
    snippet="""
        {% storyboard columns=${1:3} %}
        ![${2:What is seen}](${3:first.jpg})

        ${4:What is said.}

        ![${5:What is seen}](${6:second.jpg})

        ${7:What is said.}
        {% /storyboard %}
    """,
)


def _build_panel(panel: RuneBuilder) -> Tag:
    body = panel.render("body")
    picture = find_element(body, is_media)
    caption = next((each for each in body if isinstance(each, Tag) and each.name == "p"), None)

    def name(tag: Tag) -> Tag:
        return with_attributes(tag, data_name="image") if tag is picture else tag

    named = [
        with_attributes(changed, data_name="caption") if each is caption and isinstance(changed, Tag) else changed
        for each in body
        for changed in [replaced(each, name)]
    ]
    return panel.element("div", [part("body", "div", named)])


storyboard_panel = rune(
    "storyboard-panel",
    "One panel of a storyboard",
    parents="storyboard",
    content=rest(),
    build=_build_panel,
    theme=RuneTheme(
        "storyboard-panel",
        media_slots={"image": "cover"},
        parent="storyboard",
        edit_hints={"image": "image", "caption": "inline", "body": "none"},
    ),
    sample="""
        {% storyboard %}
        {% storyboard-panel %}
        ![A lantern on the far bank](/img/panel-3.jpg)

        Two short flashes.
        {% /storyboard-panel %}
        {% /storyboard %}
    """,
)
