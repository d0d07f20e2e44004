"""A part of a program: a function, a class, a type.

For reference pages written by hand or by a tool. Classes, interfaces and modules have structure: level-three headings
are groups such as methods, level-four headings the members in them. The other kinds are a head and a body.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Condition, Conditional, Split, many, rest, sequence
from refrakt.runes.output.child_runes import child_tag
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.page_header import is_heading, page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.resolver import resolve
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_LABELS,
    MetaField,
    Modifier,
    RuneTheme,
    bar,
    container,
    definitions,
    root,
)

_BODY = "heading|paragraph|fence|list|blockquote|tag|hr|table"
_HEAD_AND_BODY = sequence(many("header", "heading|paragraph|image"), many("body", _BODY))
_KINDS = "function class interface enum type module hook component"


def _build_symbol(symbol: RuneBuilder) -> Tag:
    content: Mapping[str, Any] = symbol.content
    if "children" in content:
        content = resolve(_HEAD_AND_BODY, child_tag("symbol", {}, _groups(symbol, "symbol-group"))).value
    header = page_header(unwrap_images(symbol.render(content.get("header", ()))))
    return symbol.element(
        "article",
        [*header.children, part("body", "div", symbol.render(content.get("body", ())))],
        field="content-section",
        fields={name: symbol.attributes[name] for name in ("kind", "lang", "since", "deprecated", "source")},
        typeof="TechArticle",
    )


def _groups(builder: RuneBuilder, rune: str) -> list[Node]:
    """The body, with a tag for each heading at which it is split. Without headings, the items of a list at its end are the tags."""
    before = builder.nodes("children")
    if builder.trace.sections:
        parts = [(each.heading, each.body) for each in builder.trace.sections if each.heading is not None]
        return [*before, *(child_tag(rune, {}, [heading, *body], heading) for heading, body in parts)]
    if before and before[-1].type == "list":
        before[-1:] = [child_tag(rune, {}, item.children, item) for item in before[-1].children]
    return before


def _titled(children: list[Renderable], part_name: str, tag: str) -> list[Tag]:
    """The first heading as a part of its own, and the rest as the body."""
    place = next((place for place, node in enumerate(children) if is_heading(node)), None)
    heading = None if place is None else children.pop(place)
    title = part(part_name, tag, heading.children if isinstance(heading, Tag) else ())
    return [title, part("body", "div", children)]


symbol = rune(
    "symbol",
    "Describes a function, class, type or module",
    category="Code & Data",
    schema_type="TechArticle",
    attributes=[
        choice("kind", _KINDS, "Kind of the symbol", default="function"),
        text("lang", "Programming language", default="typescript"),
        text("since", "Version that added it", default=""),
        text("deprecated", "Deprecation note: version or reason", default=""),
        text("source", "URL of the source code", default=""),
    ],
    content=Conditional(
        when=(
            (
                Condition(attribute="kind", values=("class", "interface", "module")),
                Split(level=3, preamble=_BODY, emit="symbol-group", headless=_BODY),
            ),
        ),
        default=_HEAD_AND_BODY,
    ),
    build=_build_symbol,
    theme=RuneTheme(
        "symbol",
        modifiers={
            "kind": Modifier(default="function"),
            "lang": Modifier(default="typescript"),
            "since": Modifier(),
            "deprecated": Modifier(),
            "source": Modifier(),
        },
        meta_fields={
            "kind": MetaField("category"),
            "lang": MetaField("category"),
            "since": MetaField("temporal", label="Since", condition="since"),
            "deprecated": MetaField(
                "status", label="Deprecated", condition="deprecated", sentiments={"true": "negative"}
            ),
            "source": MetaField(label="Source", href="source", condition="source"),
        },
        blocks={"eyebrow": bar("kind", "lang", end="source"), "metadata": definitions("since", "deprecated")},
        layout={
            "root": root("eyebrow", "preamble", "metadata", "body"),
            "preamble": container("header", "headline", "blurb", "image"),
        },
        auto_label=PAGE_HEADER_LABELS,
        sections={"preamble": "preamble", "headline": "title", "body": "body"},
        default_density="full",
        default_elevation="flat",
        edit_hints={
            "headline": "inline",
            "body": "none",
            "kind": "none",
            "lang": "none",
            "since": "none",
            "deprecated": "none",
            "source": "link",
        },
    ),
    sample="""
        {% symbol kind="function" lang="python" since="2.1" %}
        ## tide_at

        The height of the water at a place and time.

        ```python
        def tide_at(place: Place, when: datetime) -> Metres: ...
        ```

        - **place**: a harbour from the list
        - **when**: any moment of the next year
        {% /symbol %}
    """,
)


def _build_symbol_group(group: RuneBuilder) -> Tag:
    return group.element("section", _titled(group.render(_groups(group, "symbol-member")), "label", "h3"))


symbol_group = rune(
    "symbol-group",
    "Groups members of one kind, such as methods",
    parents="symbol",
    content=Split(level=4, emit="symbol-member"),
    build=_build_symbol_group,
    theme=RuneTheme("symbol-group", parent="symbol", edit_hints={"label": "inline", "body": "none"}),
    sample="""
        {% symbol kind="class" lang="python" %}
        ## Harbour

        A place with a tide table.

        {% symbol-group %}
        ### Methods

        #### open_at

        Whether ships may enter at that hour.

        #### moor

        Books a berth and returns its number.
        {% /symbol-group %}
        {% /symbol %}
    """,
)


def _build_symbol_member(member: RuneBuilder) -> Tag:
    return member.element("section", _titled(member.render("body"), "name", "h4"))


symbol_member = rune(
    "symbol-member",
    "Describes one member of a symbol",
    parents="symbol-group symbol",
    content=rest("body"),
    build=_build_symbol_member,
    theme=RuneTheme("symbol-member", parent="symbol", edit_hints={"name": "inline", "body": "none"}),
    sample="""
        {% symbol kind="interface" %}
        ## Buoy

        {% symbol-group %}
        ### Properties

        {% symbol-member %}
        #### colour

        Red to port, green to starboard.
        {% /symbol-member %}
        {% /symbol-group %}
        {% /symbol %}
    """,
)
