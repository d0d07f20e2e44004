"""The posts of a folder, as a list.

A heading and one paragraph may introduce the list; other content is not shown.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import opt, sequence
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import choice, number, required, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    ContentWrapper,
    Modifier,
    RuneTheme,
    plain,
)

_SHOWN = ("sort", "filter", "limit", "layout")


def _build(blog: RuneBuilder) -> Tag:
    """The header and an empty list, which is filled with the posts of the site."""
    header = page_header(blog.render([*blog.nodes("headline"), *blog.nodes("blurb")]))
    fields = {"folder": blog.attributes["folder"]} | {name: blog.text(name) for name in _SHOWN}
    missing = [field("folder", "meta")] if fields["folder"] is None else []
    return blog.element(
        "section",
        [*missing, *header.element, part("posts", "div")],
        fields=fields,
        field="content-section",
        typeof="Blog",
    )


blog = rune(
    "blog",
    "Lists the posts of a folder",
    category="Semantic",
    schema_type="Blog",
    attributes=[
        required(text("folder", "Folder of the posts, such as /blog")),
        choice("sort", "date-desc date-asc title-asc title-desc", "Sort order", default="date-desc"),
        text("filter", "Filter, as field:value", default=""),
        number("limit", "Maximum number of posts"),
        choice("layout", "list grid compact", "Layout", default="list"),
    ],
    content=sequence(opt("headline", "heading"), opt("blurb", "paragraph")),
    build=_build,
    theme=RuneTheme(
        "blog",
        modifiers={
            "layout": Modifier(default="list"),
            "sort": plain("date-desc"),
            "filter": plain(),
            "limit": plain(),
            "folder": plain(),
        },
        content_wrapper=ContentWrapper("div", "content"),
        auto_label=PAGE_HEADER_LABELS,
        sections={**PAGE_HEADER_SECTIONS, "content": "body"},
        default_density="full",
        edit_hints={"headline": "inline", "blurb": "inline"},
    ),
    sample="""
        {% blog folder="/logbook" sort="date-desc" limit=5 layout="grid" %}
        ## From the logbook

        What happened on board, written by whoever had the watch.
        {% /blog %}
    """,
)
