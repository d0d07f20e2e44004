"""What something can do, as a set of short points.

Each point is a bold name with a paragraph of its own under it. The blank line between the two matters: a point
written on one line is not taken apart. A picture goes first, above a `---`.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.schema import MarkdocConfig, RenderGenerator, RenderRequest, Schema
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Custom, Delimited, Zone, many, opt
from refrakt.runes.output.child_runes import child_tag, named
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part, tags_in, with_attributes
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    SPLIT_MODIFIERS,
    SPLIT_STYLES,
    Modifier,
    RuneTheme,
    plain,
)
from refrakt.runes.universal_attributes import SPLIT_LAYOUT


def _build_feature(feature: RuneBuilder) -> Tag:
    values = feature.attributes
    written = [node for name in ("eyebrow", "headline", "blurb") for node in feature.nodes(name, "content")]
    header = page_header(feature.render(written))
    points = feature.render("definitions", zone="content", nodes={"item": _POINT, "list": _POINTS})
    points = named(points, "feature-item", lambda tag: tag.name == "div")
    media = unwrap_images(feature.render("media", zone="media"))
    split = split_fields(values, "bottom")
    stacked = split["media-position"] in ("top", "bottom")
    return feature.element(
        "section",
        [
            part("content", "div", [*header.element, *points]),
            *([part("media", "div", media)] if media else []),
        ],
        field="content-section",
        fields={
            **split,
            "layout": values["layout"] if values["layout"] is not None else "grid" if stacked else "list",
            "collapse-to": values["collapse-to"] if values["collapse-to"] != "stack" else None,
            "align": values["align"] or "center",
        },
    )


def _point(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    """An item of the list is a definition."""
    rendered: Renderable = yield RenderRequest(child_tag("definition", {}, node.children, node), config)
    return rendered


def _points(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    children = yield RenderRequest(node.children, config)
    return Tag("dl", {"data-columns": len(node.children)}, children)


_POINT = Schema(transform=_point)
_POINTS = Schema(transform=_points)


feature = rune(
    "feature",
    "Presents features as a list of points",
    category="Section",
    preset=SPLIT_LAYOUT,
    attributes=[
        choice("align", "left center right", "Alignment of its text"),
        choice("layout", "grid list carousel", "Layout of the points"),
        choice("collapse-to", "stack carousel", "Layout on narrow screens"),
        text("justify", "Former name of align", deprecated="align"),
    ],
    content=Delimited(
        zones=(
            Zone("media", (many("media"),)),
            Zone(
                "content",
                (
                    opt("eyebrow", "paragraph"),
                    opt("headline", "heading", template="## Headline"),
                    opt("blurb", "paragraph"),
                    many("definitions", "list", template="- **Point**\n\n  Why it matters"),
                ),
                primary=True,
            ),
        )
    ),
    build=_build_feature,
    theme=RuneTheme(
        "feature",
        modifiers={
            "media-position": plain("bottom"),
            "layout": plain(),
            "collapse-to": plain(),
            "align": Modifier(default="center"),
            **SPLIT_MODIFIERS,
        },
        context_modifiers={"hero": "in-hero", "grid": "in-grid"},
        auto_label={**PAGE_HEADER_LABELS, "dl": "items"},
        sections={**PAGE_HEADER_SECTIONS, "media": "media"},
        media_slots={"media": "cover"},
        styles=SPLIT_STYLES,
        default_density="full",
        default_elevation="flush",
        default_width="full",
        content_measure="anchored",
        stagger_items="feature-item",
        guest_fit="bleed",
        edit_hints={**PAGE_HEADER_HINTS, "title": "inline", "description": "inline", "icon": "icon"},
    ),
    sample="""
        {% feature align="left" layout="grid" %}
        ## A lamp for the trail

        Light enough to forget that you wear it.

        - **Nine hours**

          One charge lasts from dusk to dawn.

        - **Red mode**

          Read the map and keep your night sight.

        - **Rain proof**

          Tested under a waterfall, twice.
        {% /feature %}
    """,
)


def _build_definition(definition: RuneBuilder) -> Tag:
    term: list[Renderable] = []
    description: list[Renderable] = []
    described = False
    for node in definition.nodes("children"):
        if not described and _is_term(node):
            term += _term(definition, node)
            continue
        described = True
        if node.type == "paragraph":
            description.append(part("description", "dd", definition.render(node.children)))
    return Tag("div", {}, [Tag("dt", {}, term), *description])


def _is_term(node: Node) -> bool:
    if node.type == "heading":
        return True
    return node.type == "paragraph" and any(
        each.type in ("image", "strong") or each.tag == "icon" for each in node.walk()
    )


def _term(definition: RuneBuilder, node: Node) -> list[Renderable]:
    """The icon and the title of a point."""
    inside = list(node.walk())
    image = next((each for each in inside if each.type == "image"), None)
    strong = next((each for each in inside if each.type == "strong"), None)
    icon, title = image, None
    if node.type == "heading":
        title = [each for each in inside if each.type == "text"]
    elif image is None:
        icon = next((each for each in inside if each.tag == "icon"), None)
        title = list(strong.children) if strong else None
    shown = [with_attributes(tag, data_name="icon") for tag in tags_in(definition.render(icon))] if icon else []
    return [*shown, *([part("title", "span", definition.render(title))] if title is not None else [])]


definition = rune(
    "definition",
    "One point of a feature: name and description",
    parents="feature",
    # The name is a heading or a paragraph with bold text, an image or an icon; the description is plain paragraphs.
    content=Custom("heading|paragraph"),
    build=_build_definition,
    theme=RuneTheme("definition", requires_parent="feature", parent="feature"),
    sample="""
        {% feature layout="list" %}
        {% definition %}
        **Lumen**

        How much light a lamp gives off in all directions.
        {% /definition %}

        ---

        ## Bright where it counts

        Three beams, one button.
        {% /feature %}
    """,
)
