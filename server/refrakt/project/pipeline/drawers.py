"""Drawers: the level of their titles, and previews that references open in a drawer at the end of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, replaced
from refrakt.project.pipeline.expanded_entities import HEADINGS, expanded_entity
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.xref_links import XREF_ID, XREF_LABEL, XREF_PREVIEW, XREF_TYPE, found_entity

_AUTO = "data-drawer-title-auto"
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9_.-]+")


def level_drawer_titles(tree: Renderable, page: PipelinePage) -> Renderable:
    """A drawer's title is one level below the last heading before it, from level 2 to 6. In a snippet the headings before it are
    not known, so its title keeps the level of the rune."""
    if page.site is None:
        return tree
    current = 1

    def change(tag: Tag) -> Tag:
        nonlocal current
        if _AUTO in tag.attributes:
            attributes = {key: value for key, value in tag.attributes.items() if key != _AUTO}
            tag = Tag(f"h{min(current + 1, 6)}", attributes, tag.children, tag.origin)
        elif tag.name in HEADINGS:
            current = int(tag.name[1])
        return tag

    return replaced(tree, change)


def open_previews(tree: Renderable, page: PipelinePage) -> Renderable:
    """References with `preview="drawer"` open a drawer with the entity; each entity has one drawer, at the end of the page."""
    if page.site is None:
        return tree
    drawers: dict[str, Tag] = {}

    def change(tag: Tag) -> Renderable:
        if tag.attributes.get("data-rune") != "xref" or tag.attributes.get(XREF_PREVIEW) != "drawer":
            return tag
        name = js_str(tag.attributes.get(XREF_ID) or "")
        hint = tag.attributes.get(XREF_TYPE)
        entity = found_entity(page, name, js_str(hint) if hint else None)
        if entity is None:
            return tag
        title = entity.title or name
        if name not in drawers:
            body = expanded_entity(page, name, js_str(hint) if hint else None, scope=name)
            if body is None:
                return tag
            link = ("View full page", entity.href) if entity.href is not None else None
            drawers[name] = drawer(name, title, [body], link)
        return opening_link(tag, name, js_str(tag.attributes.get(XREF_LABEL) or "") or title)

    tree = replaced(tree, change)
    return with_drawers(tree, list(drawers.values()))


def opening_link(tag: Tag, name: str, label: str) -> Tag:
    """The link that opens a drawer."""
    target = drawer_id(name)
    attributes = {
        "class": "rf-xref",
        "href": f"#{target}",
        "aria-controls": target,
        "aria-expanded": "false",
        "data-target-type": "drawer",
        XREF_ID: name,
    }
    return Tag("a", attributes, [label], tag.origin)


def drawer_id(name: str) -> str:
    return f"drawer-{_NOT_IN_IDS.sub('-', name)}"


def drawer(name: str, title: str, body: Sequence[Renderable], link: tuple[str, str] | None = None) -> Tag:
    """A drawer that is not on the page itself, with a link in its footer: its text and its URL."""
    heading = Tag("h3", {"data-name": "title", "class": "rf-drawer__title"}, [title])
    button = {
        "type": "button",
        "aria-label": "Close",
        "hidden": True,
        "data-name": "close",
        "class": "rf-drawer__close",
    }
    header = {"data-name": "header", "class": "rf-drawer__header"}
    attributes = {
        "data-rune": "drawer",
        "data-drawer-id": name,
        "id": drawer_id(name),
        "class": "rf-drawer",
        "data-side": "right",
        "data-size": "md",
    }
    return Tag(
        "section",
        attributes,
        [
            Tag("header", header, [heading, Tag("button", button, ["×"])]),
            Tag("div", {"data-name": "body", "class": "rf-drawer__body"}, list(body)),
            *([_footer(*link)] if link is not None else []),
        ],
    )


def _footer(text: str, url: str) -> Tag:
    external = {"rel": "external noopener", "target": "_blank"} if not url.startswith("/") else {}
    link = Tag("a", {"href": url, **external}, [f"{text} →"])
    return Tag("footer", {"data-name": "footer", "class": "rf-drawer__footer"}, [link])


def with_drawers(tree: Renderable, drawers: Sequence[Tag]) -> Renderable:
    """The page with drawers at its end."""
    if not drawers or not isinstance(tree, Tag):
        return tree
    return Tag(tree.name, tree.attributes, [*children_of(tree), *drawers], tree.origin)
