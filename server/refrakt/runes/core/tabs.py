"""Alternatives of which a reader needs one, such as instructions for three systems.

Every heading becomes a tab, and the content after it is the content of the tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Split, rest
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, element, part, tags_in, with_attributes
from refrakt.runes.rune import required, rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_HINTS, PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, RuneTheme


def _build(tabs: RuneBuilder) -> Tag:
    children: list[Node] = list(tabs.content["children"])
    sections = [_tab(section.heading, section.body) for section in tabs.trace.sections if section.heading is not None]
    if not sections and children and children[-1].type == "list":
        items = [item for item in children.pop().children if item.children]
        sections = [_tab(item.children[0], item.children[1:]) for item in items]
    written = [child for child in children if child.type == "tag" and child.tag == "tab"]
    header = page_header(tabs.render([child for child in children if child.type in ("heading", "paragraph")]))
    rendered = tags_in(tabs.render([*written, *sections]))
    buttons = [each for each in rendered if each.attributes.get("data-rune") == "tab"]
    panels = [each for each in rendered if each.attributes.get("data-rune") == "tab-panel"]
    return tabs.element(
        "section",
        [*header.element, part("tabs", "div", buttons, role="tablist"), part("panels", "div", panels)],
        field="content-section",
    )


def _tab(title: Node, body: Sequence[Node]) -> Node:
    """The tab of a heading, or of a list item, with the text and the first image of its title. The text is a list of its own in
    the element, as in refrakt's; an attribute that a page writes is a plain text."""
    attributes: dict[str, Any] = {"name": [plain_text(title)]}
    image = next((each for each in title.walk() if each.type == "image"), None)
    if image is not None:
        attributes["image"] = image.attributes.get("src")
    tab = Node("tag", attributes, body, "tab")
    tab.block, tab.start, tab.end, tab.lines = title.block, title.start, title.end, title.lines
    return tab


tabs = rune(
    "tabs",
    "Shows its sections as tabs",
    category="Layout",
    content=Split(
        preamble="paragraph|tag:tab",
        emit="tab",
        emit_attributes={"name": "$heading", "image": "$image"},
        # Without a heading the items of a closing list become the tabs.
        headless="paragraph|tag:tab|list",
    ),
    build=_build,
    rendered_as="tab-group",
    theme=RuneTheme(
        "tabs",
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        interactive=True,
        edit_hints=PAGE_HEADER_HINTS,
    ),
    sample="""
        {% tabs %}
        Pick the stove you have.

        ## Gas

        Medium flame, lid on, eighteen minutes.

        ## Induction

        Level six, lid on, fifteen minutes.
        {% /tabs %}
    """,
    snippet="""
        {% tabs %}
        ## ${1:First}

        ${2}

        ## ${3:Second}

        ${4}
        {% /tabs %}
    """,
)


def _build_tab(tab: RuneBuilder) -> list[Renderable]:
    image = tab.render(Node("image", {"src": tab.attributes["image"], "alt": ""})) if tab.attributes["image"] else []
    shown = [
        with_attributes(each, data_field="image") if isinstance(each, Tag) and each.name == "svg" else each
        for each in image
    ]
    name = tab.attributes["name"]
    button = tab.element(
        "button", [*shown, part("name", "span", [name if isinstance(name, list) else tab.text("name")])]
    )
    return [button, element("div", tab.render("body"), rune="tab-panel")]


tab = rune(
    "tab",
    "One tab",
    attributes=[
        required(text("name", "Title of the tab")),
        text("image", "Image next to the title"),
    ],
    content=rest("body"),
    parents="tabs",
    internal=True,
    build=_build_tab,
    theme=RuneTheme(
        "tab",
        root_attributes={"data-state": "inactive"},
        requires_parent="tab-group",
        parent="tab-group",
        edit_hints={"name": "inline"},
    ),
    part_themes={
        "tab-panel": RuneTheme(
            "tab-panel",
            root_attributes={"data-state": "inactive"},
            requires_parent="tab-group",
            parent="tab-group",
        )
    },
    sample="""
        {% tabs %}
        {% tab name="By train" image="/img/train.svg" %}
        Line 4 to the terminus, then ten minutes on foot.
        {% /tab %}
        {% tab name="By bicycle" %}
        Follow the canal until the second lock.
        {% /tab %}
        {% /tabs %}
    """,
)
