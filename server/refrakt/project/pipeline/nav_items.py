"""Navigation: the child pages of `nav auto`, the pages that slugs name, and cards with what the pages say about themselves."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import replace

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, elements, find_element, replaced, text_of
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.pages.routes import Routes
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import has_field, without_field
from refrakt.project.pipeline.site_pages import child_pages, page_at
from refrakt.rules.name_suggestion import did_you_mean

_AUTO = "__nav-auto"
_SOURCE_PATH = "data-source-path"


def _is_nav(tag: Tag) -> bool:
    return tag.attributes.get("data-rune") == "nav"


def list_child_pages(tree: Renderable, page: PipelinePage) -> Renderable:
    """`nav auto` lists the pages below this one."""

    def change(tag: Tag) -> Tag:
        if not _is_nav(tag) or not has_field(tag, _AUTO):
            return tag
        nav = without_field(tag, _AUTO)
        if page.site is None:
            page.warn_without_data("nav")
            return nav
        found = child_pages(page, page.url)
        if not found:
            page.context.warn("nav-empty", f"no page is below {page.url}", tag.origin)
        items = [nav_item([_link(each)]) for each in found]
        return Tag(nav.name, nav.attributes, [*children_of(nav), Tag("ul", {}, items)], nav.origin)

    return replaced(tree, change)


def nav_item(children: Sequence[Renderable]) -> Tag:
    return Tag("li", {"data-field": "item", "data-rune": "nav-item"}, list(children))


def _link(record: EntityRecord) -> Tag:
    label = Tag("span", {"data-field": "slug"}, [record.title or record.url or ""])
    return Tag("a", {"href": record.url}, [*_icon(record), label, *_description(record)])


def _icon(record: EntityRecord) -> list[Tag]:
    icon = record.data.get("icon")
    if not isinstance(icon, str) or not icon:
        return []
    return [Tag("rf-icon", {"name": icon, "data-name": "icon", "class": "rf-nav-item__icon"})]


def _description(record: EntityRecord) -> list[Tag]:
    about = record.data.get("description")
    if not isinstance(about, str) or not about:
        return []
    return [Tag("span", {"data-name": "description", "class": "rf-nav-item__description"}, [about])]


def resolve_slugs(tree: Renderable, page: PipelinePage) -> Renderable:
    """Items that are a slug become links to the page, with its title."""

    def change(tag: Tag) -> Tag:
        return _with_links(tag, page) if _is_nav(tag) else tag

    return replaced(tree, change)


def _with_links(nav: Tag, page: PipelinePage) -> Tag:
    if page.site is None:
        if any(tag.attributes.get("data-field") == "slug" for tag in elements(nav)):
            page.warn_without_data("nav")
        return nav
    folder = posixpath.dirname(js_str(nav.attributes.get(_SOURCE_PATH) or ""))

    def change(item: Tag) -> Tag:
        if item.attributes.get("data-rune") != "nav-item":
            return item
        children = list(children_of(item))
        at = next((n for n, each in enumerate(children) if _is_slug(each)), None)
        if at is None:
            return item
        slug = text_of(children[at]).strip()
        url = slug_url(page, slug, folder)
        found = page_at(page, url)
        if found is None:
            assert page.site is not None
            near = did_you_mean(page.site.nearest_urls(url))
            page.context.warn(
                "nav-slug", f"the slug `{slug}` names no page: nothing is served at {url}{near}", item.origin
            )
            return item
        children[at] = Tag("a", {"href": found.url}, [found.title or slug])
        return replace(item, children=children)

    changed = replaced(nav, change)
    assert isinstance(changed, Tag)
    return changed


def _is_slug(child: Renderable) -> bool:
    return isinstance(child, Tag) and child.name == "span" and child.attributes.get("data-field") == "slug"


def slug_url(page: PipelinePage, slug: str, folder: str) -> str:
    """The URL of a slug: absolute with a slash before it, else below the folder of the file that contains it."""
    if slug.startswith("/"):
        return slug
    routes = page.spec.routes if page.spec is not None else Routes()
    return routes.url(posixpath.normpath(posixpath.join(folder, slug)) if folder else slug)


def collapse_groups(tree: Renderable, page: PipelinePage) -> Renderable:
    """The groups of a collapsible navigation are open if they contain the page; `defaultOpen` names others."""

    def change(nav: Tag) -> Tag:
        if not _is_nav(nav) or nav.attributes.get("data-collapsible") != "true":
            return nav
        named = {
            each.strip() for each in js_str(nav.attributes.get("data-default-open") or "").split(",") if each.strip()
        }

        def mark(group: Tag) -> Tag:
            if group.attributes.get("data-rune") != "nav-group":
                return group
            opened = _title(group) in named if named else _contains_page(group)
            return replace(group, attributes={**group.attributes, "data-collapsed": "false" if opened else "true"})

        changed = replaced(nav, mark)
        assert isinstance(changed, Tag)
        return changed

    return replaced(tree, change)


def _title(group: Tag) -> str:
    found = find_element(group, lambda tag: tag.attributes.get("data-field") == "title")
    return text_of(found).strip() if found is not None else ""


def _contains_page(group: Tag) -> bool:
    return any("aria-current" in tag.attributes or "data-active" in tag.attributes for tag in elements(group))


def enrich_cards(tree: Renderable, page: PipelinePage) -> Renderable:
    """Links of a navigation of cards show the title, description and icon of their pages."""

    def change(nav: Tag) -> Tag:
        if not _is_nav(nav) or nav.attributes.get("layout") != "cards":
            return nav
        changed = replaced(nav, lambda tag: _card(tag, page))
        assert isinstance(changed, Tag)
        return changed

    return replaced(tree, change)


def _card(item: Tag, page: PipelinePage) -> Tag:
    if item.attributes.get("data-rune") != "nav-item":
        return item
    link = find_element(item, lambda tag: tag.name == "a")
    if link is None:
        return item
    href = js_str(link.attributes.get("href") or "")
    found = page_at(page, href) if href.startswith("/") else None
    written = text_of(link).strip()
    title = (found.title if found is not None else None) or written or href
    label = Tag("span", {"data-name": "title", "class": "rf-nav-item__title"}, [title])
    more = (_icon(found), _description(found)) if found is not None else ([], [])
    card = Tag("a", {"href": href, "class": "rf-nav-item__link"}, [*more[0], label, *more[1]], link.origin)
    return replace(item, children=[card])


def mark_active_links(tree: Renderable, page: PipelinePage) -> Renderable:
    """In each navigation, the link to this page is current; without one, that to the nearest page above is its ancestor."""
    if not page.url:
        return tree

    def change(nav: Tag) -> Tag:
        if not _is_nav(nav):
            return nav
        hrefs = [js_str(tag.attributes.get("href") or "") for tag in elements(nav) if tag.name == "a"]
        above = [
            each
            for each in hrefs
            if each != "/" and page.url.startswith(f"{each.rstrip('/')}/") and each.startswith("/")
        ]
        nearest = max(above, key=len, default=None)

        def mark(link: Tag) -> Tag:
            href = js_str(link.attributes.get("href") or "") if link.name == "a" else ""
            if href and href.rstrip("/") == page.url.rstrip("/"):
                return replace(link, attributes={**link.attributes, "aria-current": "page"})
            if href and href == nearest:
                return replace(link, attributes={**link.attributes, "data-active": "ancestor"})
            return link

        changed = replaced(nav, mark)
        assert isinstance(changed, Tag)
        return changed

    return replaced(tree, change)
