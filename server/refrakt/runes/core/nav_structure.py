"""The content of a navigation: items, groups under headings, and columns.

Items that are plain text name a page by its slug; they become links when the pages of the site are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import replaced
from refrakt.markdoc.schema import MarkdocConfig, RenderGenerator, RenderRequest, Schema
from refrakt.markdoc.tree import Node
from refrakt.runes.output.page_header import is_heading
from refrakt.runes.output.rune_builder import RuneBuilder, element, part, tags_in, with_attributes

COLLAPSED = "auto"
"""Whether a group is open is decided when the page it belongs to is known."""

_NESTED = "children"


@dataclass(slots=True)
class _NavGroup:
    """A heading and everything up to the next one."""

    heading: Tag
    children: list[Renderable] = field(default_factory=list)


@dataclass(slots=True)
class _Structure:
    top_level: list[Tag] = field(default_factory=list)
    """The items of lists outside of groups."""
    columns: list[list[_NavGroup]] = field(default_factory=lambda: [[]])
    """The groups between two thematic breaks."""


def nav_content(nav: RuneBuilder) -> list[Renderable]:
    """The children of a navigation that is not automatic."""
    sections = [node for section in nav.trace.sections for node in (section.heading, *section.body) if node is not None]
    rendered = nav.render([*nav.content.get("children", ()), *sections], nodes={"item": _ITEM, "list": _LIST})
    layout = nav.attributes["layout"]
    structure = _structure(rendered)
    if layout == "strip" or not any(structure.columns):
        items = _with_items(rendered)
        return _flat_columns(items) if layout == "columns" and len(structure.columns) > 1 else items
    top_level = _with_items(structure.top_level)
    head = [part("top-level", "div", [Tag("ul", {}, top_level)])] if top_level else []
    collapsible = bool(nav.attributes["collapsible"])
    columns = [[_group(each, collapsible) for each in column] for column in structure.columns if column]
    if layout == "columns" and len(structure.columns) > 1:
        return [*head, *(part("column", "div", column) for column in columns)]
    return [*head, *(group for column in columns for group in column)]


# Items ---------------------------------------------------------------------------------------------------------------


def _slug(node: Node, _: MarkdocConfig) -> Renderable:
    return Tag("span", {"data-field": "slug"}, [node.attributes.get("content")])


def _list(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    return Tag("ul", {}, (yield RenderRequest(node.children, config)))


def _item(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    """A link with its description and badges; without a link, the slugs of pages and the items below it."""
    inside = replace(config, nodes={**config.nodes, "text": _SLUG})
    children = tags_in((yield RenderRequest(node.children, inside)))
    links = [each for each in children if each.name == "a"]
    slugs = [each for each in children if each.name == "span" and "data-rune" not in each.attributes]
    described: list[Renderable] = []
    for paragraph in (each for each in children if each.name == "p"):
        found = [each for each in tags_in(paragraph.children) if each.name == "a"]
        if not found and not links and not slugs:
            # In a list with empty lines between its items, also a slug is a paragraph.
            slugs = tags_in(paragraph.children)
        elif not found:
            described += paragraph.children
        links += found
    described_by = part("description", "span", described, class_="rf-nav-item__description", data_field="description")
    description = [described_by] if described else []
    badges = [
        with_attributes(each, data_name="badge") for each in children if each.attributes.get("data-rune") == "badge"
    ]
    if links:
        linked = [replace(link, children=[*link.children, *description]) for link in links]
        return element("li", [*linked, *badges], rune="nav-item")
    nested = _with_items([each for each in children if each.name == "ul"], _NESTED)
    return element("li", [*slugs, *description, *badges, *nested], rune="nav-item")


_SLUG = Schema(transform=_slug)
_LIST = Schema(transform=_list)
_ITEM = Schema(transform=_item)


def _with_items(content: Sequence[Renderable], name: str = "item") -> list[Renderable]:
    """The content with the field name on all list items in it."""

    def marked(tag: Tag) -> Tag:
        return with_attributes(tag, data_field=name) if tag.name == "li" else tag

    return [replaced(each, marked) for each in content]


def _items(content: Sequence[Renderable]) -> list[Tag]:
    """The items of the lists among rendered content."""
    return [item for each in tags_in(content) if _is_list(each) for item in tags_in(each.children) if item.name == "li"]


def _is_list(item: Renderable) -> bool:
    return isinstance(item, Tag) and item.name in ("ul", "ol")


# Groups and columns --------------------------------------------------------------------------------------------------


def _structure(rendered: Sequence[Renderable]) -> _Structure:
    structure = _Structure()
    group: _NavGroup | None = None
    for item in rendered:
        if isinstance(item, Tag) and is_heading(item):
            group = _NavGroup(item)
            structure.columns[-1].append(group)
        elif isinstance(item, Tag) and item.name == "hr":
            group = None
            structure.columns.append([])
        elif group is not None:
            group.children.append(item)
        else:
            structure.top_level += _items([item])
    return structure


def _flat_columns(items: Sequence[Renderable]) -> list[Renderable]:
    """The columns of a navigation without groups."""
    columns: list[list[Tag]] = [[]]
    for item in items:
        if isinstance(item, Tag) and item.name == "hr":
            columns.append([])
        else:
            columns[-1] += _items([item])
    return [part("column", "div", [Tag("ul", {}, [*column])]) for column in columns if column]


def _group(group: _NavGroup, collapsible: bool) -> Tag:
    children = _with_top_items(group.children)
    intro, footer = _slots(children)
    panel = [
        part("intro", "div", [item]) if at == intro else part("footer", "div", [item]) if at == footer else item
        for at, item in enumerate(children)
    ]
    if intro is not None:
        panel.insert(0, panel.pop(intro))
    if footer is not None:
        panel.append(panel.pop(footer))
    return element(
        "section",
        [with_attributes(group.heading, data_field="title"), *([part("panel", "div", panel)] if panel else [])],
        rune="nav-group",
        field="group",
        attributes={"data-collapsed": COLLAPSED if collapsible else None},
    )


def _with_top_items(content: Sequence[Renderable]) -> list[Renderable]:
    """The content with the field name on list items that are not below others."""

    def marked(tag: Tag) -> Tag:
        nested = tag.attributes.get("data-field") == _NESTED
        return with_attributes(tag, data_field="item") if tag.name == "li" and not nested else tag

    return [replaced(each, marked) for each in content]


def _slots(children: Sequence[Renderable]) -> tuple[int | None, int | None]:
    """The indexes of the introduction and the footer of a group.

    Lists and runes are the content of a group. The first element before them is the introduction, the last one after them is the
    footer. Without lists and runes, the first and the last of several elements are.
    """
    content = [at for at, item in enumerate(children) if _is_list(item) or _is_rune(item)]
    others = [at for at, item in enumerate(children) if isinstance(item, Tag) and at not in content]
    if not content:
        return (others[0] if others else None), (others[-1] if len(others) > 1 else None)
    before = [at for at in others if at < content[0]]
    after = [at for at in others if at > content[-1]]
    return (before[0] if before else None), (after[-1] if after else None)


def _is_rune(item: Renderable) -> bool:
    return isinstance(item, Tag) and bool(item.attributes.get("data-rune"))
