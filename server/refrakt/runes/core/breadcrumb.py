"""Links to the parent pages, written as a list or derived from the folders of the page."""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import EMPTY, Condition, Conditional, many, sequence
from refrakt.runes.output.rune_builder import RuneBuilder, element, field, meta, part, tags_in
from refrakt.runes.rune import flag, rune, text
from refrakt.runes.rune_theme import InlineStyle, RuneTheme, plain

AUTO = "__breadcrumb-auto"
"""Marks links that are derived from the pages of the site."""


def _build(breadcrumb: RuneBuilder) -> Tag:
    if breadcrumb.attributes["auto"]:
        children = [meta("true", data_field=AUTO), part("items", "ol")]
    else:
        rows = [row for found in tags_in(breadcrumb.render("list")) for row in tags_in(found.children)]
        links = [_link(row, position) for position, row in enumerate(rows, 1)]
        children = [part("items", "ol", links)]
    fields = {"separator": breadcrumb.attributes["separator"]}
    return breadcrumb.element("nav", children, fields=fields, typeof="BreadcrumbList")


def _link(row: Tag, position: int) -> Tag:
    """A link with a name for search engines; the last row is usually the page itself, without a link."""
    link = next((child for child in tags_in(row.children) if child.name == "a"), None)
    if link is None:
        text = "".join(child for child in row.children if isinstance(child, str)).strip()
        shown = [field("name", "span", [text] if text else row.children, property="name")]
    else:
        shown = [
            field("name", "span", link.children, hidden=True, property="name"),
            field("url", "a", link.children, href=link.attributes.get("href"), property="item"),
        ]
    children: list[Renderable] = [*shown, meta(position, property="position")]
    return element("li", children, rune="breadcrumb-item", typeof="ListItem", property="itemListElement")


breadcrumb = rune(
    "breadcrumb",
    "Links to the parent pages",
    category="Site",
    schema_type="BreadcrumbList",
    attributes=[
        text("separator", "Separator of the links", default="/"),
        flag("auto", "Derive the links from the page's folder", default=False),
    ],
    content=Conditional(
        ((Condition(attribute="auto", values=("true",)), EMPTY),),
        default=sequence(many("list", "list")),
    ),
    build=_build,
    theme=RuneTheme(
        "breadcrumb",
        modifiers={"separator": plain("/")},
        styles={"separator": InlineStyle("--separator", template='"{}"')},
        default_density="minimal",
        default_elevation="flush",
        edit_hints={"items": "none"},
    ),
    part_themes={
        "breadcrumb-item": RuneTheme("breadcrumb-item", parent="breadcrumb", requires_parent="breadcrumb"),
    },
    sample="""
        {% breadcrumb separator=">" %}
        - [Home](/)
        - [Trails](/trails)
        - The ridge walk
        {% /breadcrumb %}
    """,
    snippet="{% breadcrumb auto=${1:true} /%}",
)
